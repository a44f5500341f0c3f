import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, inPieces, json } from '../../test/replies.ts';
import { ConnectionError, ServerError } from './errors.ts';
import { createRequester } from './request.ts';

const down = () => new TypeError('fetch failed');

test('credential and organization may change between requests; a call may override headers', async () => {
  const { fetch, sent } = createReplies(json({}), json({}));
  let token: string | undefined = 'first';
  const request = createRequester({
    baseUrl: 'https://errand.example//',
    credential: () => token,
    organizationId: 'org',
    headers: { 'x-own': 'general' },
    fetch,
  });
  await request('GET', '/v1/a/');
  token = undefined;
  await request('POST', '/v1/a/', { body: { x: 1 }, headers: { 'x-own': 'special' } });
  assert.deepEqual(sent, [
    {
      method: 'GET',
      url: 'https://errand.example/v1/a/',
      headers: { authorization: 'Bearer first', 'x-organization-id': 'org', 'x-own': 'general' },
      body: undefined,
    },
    {
      method: 'POST',
      url: 'https://errand.example/v1/a/',
      headers: { 'x-organization-id': 'org', 'content-type': 'application/json', 'x-own': 'special' },
      body: '{"x":1}',
    },
  ]);
});

test('parameters without a value are left out, lists are repeated, forms and text are sent as they are', async () => {
  const { fetch, sent } = createReplies(json({}), json({}));
  const request = createRequester({ fetch });
  const form = new FormData();
  await request('POST', '/a', { query: { q: 'a b', none: undefined, no: null, ids: ['1', 2] }, body: form });
  await request('POST', '/a', { body: 'plain' });
  assert.equal(sent[0]!.url, '/a?q=a+b&ids=1&ids=2');
  assert.deepEqual([sent[0]!.body, sent[1]!.body], [form, 'plain']);
  assert.deepEqual([sent[0]!.headers, sent[1]!.headers], [{}, {}]);
});

test('a write whose response was lost is not repeated, unless it has a key', async () => {
  const failures: unknown[] = [];
  const lost = createReplies(down());
  const onError = (error: Error) => failures.push(error.name);
  await assert.rejects(createRequester({ fetch: lost.fetch, onError })('POST', '/a'), ConnectionError);
  assert.deepEqual([lost.sent.length, failures], [1, ['ConnectionError']]);
  const kept = createReplies(down(), json({ id: 1 }));
  const request = createRequester({ fetch: kept.fetch });
  assert.deepEqual(await request('POST', '/a', { idempotencyKey: 'k' }), { id: 1 });
  assert.deepEqual(
    kept.sent.map(({ headers }) => headers['idempotency-key']),
    ['k', 'k'],
  );
});

test('a server that asks for a longer wait than anybody waits for is not asked again', async () => {
  const { fetch, sent } = createReplies(json({ detail: 'Later.' }, 503, { 'retry-after': '60' }));
  await assert.rejects(createRequester({ fetch })('GET', '/a'), ServerError);
  assert.equal(sent.length, 1);
});

test('a response that breaks off is an error of the connection, an empty one is undefined', async () => {
  const { fetch } = createReplies(inPieces(['{"a"', down()]), new Response(null, { status: 204 }));
  const request = createRequester({ fetch });
  await assert.rejects(request('POST', '/a'), ConnectionError);
  assert.equal(await request('POST', '/a'), undefined);
});

test('an aborted call ends with the reason of the caller, and is no failure of the server', async () => {
  const failures: unknown[] = [];
  const controller = new AbortController();
  const request = createRequester({
    onError: (error) => failures.push(error),
    async fetch() {
      controller.abort(new Error('enough'));
      throw controller.signal.reason;
    },
  });
  await assert.rejects(request('GET', '/a', { signal: controller.signal }), /enough/);
  assert.deepEqual(failures, []);
});
