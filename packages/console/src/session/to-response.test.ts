import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toResponse } from './to-response.ts';

test('status, text and headers are those that were received', async () => {
  const response = toResponse({
    status: 413,
    responseText: '{"detail":"Too large."}',
    getAllResponseHeaders: () => 'content-type: application/json\r\nx-request-id: a:b\r\n',
  });
  assert.equal(response.status, 413);
  assert.deepEqual(Object.fromEntries(response.headers), { 'content-type': 'application/json', 'x-request-id': 'a:b' });
  assert.deepEqual(await response.json(), { detail: 'Too large.' });
});

test('a response without headers is one too', () => {
  const response = toResponse({ status: 502, responseText: '', getAllResponseHeaders: () => '' });
  assert.deepEqual([response.status, [...response.headers].filter(([name]) => name !== 'content-type')], [502, []]);
});
