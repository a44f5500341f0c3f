import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pluck } from '../../test/pluck.ts';
import { createCallApi } from './call-api.ts';
import { isRpcRequest, readRpc } from './json-rpc.ts';
import { listQuestions } from './open-waits.ts';

const read = (body: string, type = 'application/json') =>
  readRpc({ headers: { 'content-type': type }, body: Buffer.from(body) } as unknown as FastifyRequest);
const codeOf = (body: string): number | undefined => {
  const answer = read(body);
  return 'refusal' in answer ? answer.refusal.error.code : undefined;
};

test('a message is one JSON object; everything else is refused in the words of the protocol', () => {
  assert.deepEqual(read('{"jsonrpc":"2.0"}'), { message: { jsonrpc: '2.0' } });
  assert.equal(codeOf('{"jsonrpc":'), -32700);
  assert.equal(codeOf('[{"jsonrpc":"2.0"}]'), -32600);
  assert.equal(codeOf('"text"'), -32600);
  assert.throws(() => read('{}', 'text/plain'), { code: 'unsupported_media_type' });
});

test('a request has the version of the protocol and a method', () => {
  assert.equal(isRpcRequest({ jsonrpc: '2.0', method: 'ping' }), true);
  for (const message of [{ method: 'ping' }, { jsonrpc: '1.0', method: 'ping' }, { jsonrpc: '2.0', method: 1 }])
    assert.equal(isRpcRequest(message), false);
});

function callWith(response: object, headers: object) {
  const sent: Record<string, unknown>[] = [];
  const app = {
    async inject(request: Record<string, unknown>) {
      sent.push(request);
      return { statusCode: 200, headers: {}, body: '', ...response };
    },
  } as unknown as FastifyInstance;
  return { sent, call: createCallApi(app, { headers } as FastifyRequest, 'mcp') };
}

test('the API is called as its user would, and nothing else of the request is passed on', async () => {
  const headers = { authorization: 'Bearer k', 'x-organization-id': 'org', cookie: 'c', 'x-errand-origin': 'ui' };
  const { sent, call } = callWith({}, headers);
  await call('POST', '/v1/x/', { a: 1 });
  assert.deepEqual(sent[0]!.headers, {
    authorization: 'Bearer k',
    'x-organization-id': 'org',
    'x-errand-origin': 'mcp',
  });
  assert.deepEqual(sent[0]!.payload, { a: 1 });
});

test('an answer is its JSON value, a text, or nothing', async () => {
  const bodyOf = async (response: object) => (await callWith(response, {}).call('GET', '/')).body;
  const json = { 'content-type': 'application/json; charset=utf-8' };
  assert.deepEqual(await bodyOf({ body: '{"a":1}', headers: json }), { a: 1 });
  assert.equal(await bodyOf({ body: '# Page', headers: { 'content-type': 'text/markdown' } }), '# Page');
  assert.equal(await bodyOf({ body: '', headers: json }), undefined);
});

test('the questions of a job are those to a person, oldest first; a failed look is not "no questions"', async () => {
  const results = [
    { id: '3', kind: 'question' },
    { id: '2', kind: 'timer' },
    { id: '1', kind: 'approval' },
  ];
  const found = await listQuestions(async () => ({ status: 200, body: { results } }), 'j');
  assert.deepEqual(pluck(found, 'id'), ['1', '3']);
  await assert.rejects(
    listQuestions(async () => ({ status: 503, body: { detail: 'later' } }), 'j'),
    /later/,
  );
});
