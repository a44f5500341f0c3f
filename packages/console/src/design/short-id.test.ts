import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortId } from './short-id.ts';

test('a short id keeps both ends; what is short stays whole', () => {
  assert.equal(shortId('01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'), '01980a6e…3c4d');
  assert.equal(shortId('evidence.json'), 'evidence.json');
});
