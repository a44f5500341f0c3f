import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../test/replies.ts';
import { createErrand } from './client.ts';
import { operations } from './generated/operations.ts';

test('there is a call for every operation of the service', () => {
  const errand = createErrand({}) as unknown as Record<string, Record<string, unknown>>;
  for (const [resource, table] of Object.entries(operations))
    for (const name of Object.keys(table))
      assert.equal(typeof errand[resource]?.[name], 'function', `${resource}.${name}`);
});

test('a path without a call of its own can be requested', async () => {
  const { fetch, sent } = createReplies(json([1]));
  assert.deepEqual(await createErrand({ apiKey: 'k', fetch }).request('GET', '/v1/new/', { query: { a: 1 } }), [1]);
  assert.deepEqual([sent[0]!.url, sent[0]!.headers.authorization], ['/v1/new/?a=1', 'Bearer k']);
});
