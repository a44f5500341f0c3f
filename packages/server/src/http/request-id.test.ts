import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUuid } from '#platform/ids.ts';
import { readRequestId } from './request-id.ts';

test('the id of the client is kept if it can stand in a header and in a log', () => {
  assert.equal(readRequestId('order 7/a'), 'order 7/a');
  assert.equal(readRequestId('x'.repeat(200)), 'x'.repeat(200));
});

test('otherwise the request gets an id of ours', () => {
  for (const given of [undefined, '', 'x'.repeat(201), 'a\nb', 'é', '\u0000', ['a', 'b']])
    assert.ok(isUuid(readRequestId(given)), String(given));
});
