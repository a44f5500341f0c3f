import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';
import type { Refusal } from './filter-proxy.ts';
import { openAddress } from './open-address.ts';

const REFUSED: Refusal = { target: 'https://h/', reason: 'It is private.', isForbidden: true };

function visitOf({ fails = false, refused = [] as Refusal[] } = {}) {
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
  const { visit } = visitOf({ fails: true, refused: [REFUSED] });
  const forbidden = { retry: false, message: /is private/, code: 'errand.web.not_allowed' };
  await assert.rejects(openAddress(visit, 'https://h/'), forbidden);
  const { visit: silent } = visitOf({ fails: true, refused: [{ ...REFUSED, isForbidden: false }] });
  await assert.rejects(openAddress(silent, 'https://h/'), { code: 'errand.web.unreachable' });
});

test('a refusal that arrives as a page does not pass for it; one of a part of the page does not matter', async () => {
  const { visit } = visitOf({ refused: [REFUSED] });
  await assert.rejects(openAddress(visit, 'https://h/'), EngineFailure);
  await openAddress(visitOf({ refused: [{ ...REFUSED, target: 'https://ads.example/x' }] }).visit, 'https://h/');
});
