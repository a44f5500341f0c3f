import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newKey } from './keys.ts';

test('keys are printable, of one length, and never the same', () => {
  const keys = Array.from({ length: 1_000 }, newKey);
  assert.equal(new Set(keys).size, 1_000);
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
});
