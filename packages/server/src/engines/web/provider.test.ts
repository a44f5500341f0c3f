import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outbound } from '#platform/outbound/client.ts';
import { createTestContext } from '../../../test/engine-context.ts';
import { EngineFailure } from '../engine/engine.ts';
import { askService } from './provider.ts';

function ask(status: number, body: string, failure: { message: string } | null = null) {
  const sent: { headers: Record<string, string>; body?: string }[] = [];
  const outbound = {
    async request(request: (typeof sent)[number]) {
      sent.push(request);
      return { failure, status, body: Buffer.from(body), headers: {}, timing: {} };
    },
  } as unknown as Outbound;
  const { context } = createTestContext();
  const request = { method: 'POST' as const, url: 'http://service', headers: { 'x-token': 't' }, body: { a: 1 } };
  return { sent, answer: askService(context, outbound, 'Maps', request) };
}

test('JSON goes out and comes back', async () => {
  const { sent, answer } = ask(200, '{"entities":[]}');
  assert.deepEqual(await answer, { entities: [] });
  const [request] = sent;
  assert.deepEqual(
    [request?.body, request?.headers['content-type'], request?.headers['x-token']],
    ['{"a":1}', 'application/json', 't'],
  );
});

const faults: [title: string, status: number, body: string, retry: boolean, words: RegExp][] = [
  ['a fault of the service is tried again', 500, '{"error":"inner words"}', true, /500/],
  ['too many requests are tried again', 429, '', true, /429/],
  ['a refusal is told in the words of the service', 400, '{"error":"no such place"}', false, /no such place/],
  ['a refusal without words has its status', 404, '<html>', false, /404/],
  ['a redirect is not followed', 302, '', false, /302/],
  ['an answer that is no JSON', 200, 'hello', false, /JSON/],
];
for (const [title, status, body, retry, words] of faults) {
  test(title, () =>
    assert.rejects(
      ask(status, body).answer,
      (error: unknown) => error instanceof EngineFailure && error.retry === retry && words.test(error.message),
    ),
  );
}

test('a service that does not answer is tried again, and its inner words of a 5xx are not shown', async () => {
  await assert.rejects(ask(0, '', { message: 'Refused.' }).answer, { retry: true });
  await assert.rejects(ask(503, '{"error":"secret"}').answer, (error: Error) => !error.message.includes('secret'));
});
