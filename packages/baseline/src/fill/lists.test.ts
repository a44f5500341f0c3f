import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitList } from './lists.ts';

test('a list is split at its separators, not within brackets, which are left out', () => {
  assert.deepEqual(splitList('Tea; cake (dry, old); milk'), ['Tea', 'cake', 'milk']);
  assert.deepEqual(splitList('red, green'), ['red', 'green']);
});
