import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';
import { openAddress } from './open-address.ts';

function visitOf({ fails = false, refused = [] as { target: string; reason: string }[] } = {}) {
  const opened: string[] = [];
  const page = {
    url: () => 'https://h/',
    async goto(url: string) {
      opened.push(url);
      if (fails) throw new Error('net::ERR');
    },
    waitForLoadState: async () => undefined,
  };
  return { opened, visit: { page, refused: () => refused, destination: () => 'https://h/' } as unknown as Visit };
}

for (const url of [
  'file:///etc/passwd',
  'chrome://version',
  'javascript:alert(1)',
  'about:blank',
  'data:text/html,x',
]) {
  test(`${url} is never opened`, async () => {
    const { opened, visit } = visitOf();
    await assert.rejects(openAddress(visit, url), EngineFailure);
    assert.deepEqual(opened, []);
  });
}

test('a page that does not open may be tried again; one that the guard refused is not, and says why', async () => {
  await assert.rejects(openAddress(visitOf({ fails: true }).visit, 'https://h/'), { retry: true });
  const { visit } = visitOf({ fails: true, refused: [{ target: 'https://h/', reason: 'It is private.' }] });
  await assert.rejects(openAddress(visit, 'https://h/'), { retry: false, message: /is private/ });
});

test('a refusal that arrives as a page does not pass for it; one of a part of the page does not matter', async () => {
  const { visit } = visitOf({ refused: [{ target: 'https://h/', reason: 'It is private.' }] });
  await assert.rejects(openAddress(visit, 'https://h/'), EngineFailure);
  await openAddress(
    visitOf({ refused: [{ target: 'https://ads.example/x', reason: 'It is private.' }] }).visit,
    'https://h/',
  );
});
