import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../../test/replies.ts';
import { type CallTable, createCalls, writePath } from './calls.ts';
import { createRequester } from './request.ts';

const table: CallTable = {
  change: { method: 'PATCH', path: '/v1/a/:a_id/b/:name/', gives: 'json', body: true, query: true, takesKey: true },
  read: { method: 'GET', path: '/v1/a/', gives: 'text', query: true },
  load: { method: 'GET', path: '/v1/a/', gives: 'bytes' },
};

test('arguments are path, body, query and options, in this order', async () => {
  const { fetch, sent } = createReplies(json({ ok: true }));
  const { things } = createCalls(createRequester({ fetch }), { things: table });
  const options = { skipCache: true, idempotencyKey: 'k', headers: { 'x-own': '1' } };
  assert.deepEqual(await things!.change!('a/b', 'c d', { x: 1 }, { page: 2 }, options), { ok: true });
  assert.deepEqual(sent[0], {
    method: 'PATCH',
    url: '/v1/a/a%2Fb/b/c%20d/?page=2',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-skip-cache': 'true', 'x-own': '1' },
    body: '{"x":1}',
  });
});

test('a key is sent only where the service honours it; content comes as text or bytes', async () => {
  const { fetch, sent } = createReplies(new Response('text'), new Response('bytes'));
  const { things } = createCalls(createRequester({ fetch }), { things: table });
  assert.equal(await things!.read!(undefined, { idempotencyKey: 'k' }), 'text');
  assert.equal(await ((await things!.load!()) as Blob).text(), 'bytes');
  assert.deepEqual(sent[0]!.headers, {});
});

test('a path that would name another operation is refused before anything is sent', () => {
  for (const value of [undefined, null, '', '.', '..'])
    assert.throws(() => writePath('/v1/a/:a_id/', [value], 'a.get'), /a\.get: a_id/, String(value));
  assert.equal(writePath('/v1/a/:a_id/', ['../x'], 'a.get'), '/v1/a/..%2Fx/');
  assert.equal(writePath('/v1/a/:a_id/', [0], 'a.get'), '/v1/a/0/');
});
