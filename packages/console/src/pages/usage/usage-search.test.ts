import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUsageSearch } from './usage-search.ts';

test('only ranges that the page offers are read', () => {
  assert.deepEqual(readUsageSearch({ days: 90, page: 2 }), { days: 90, page: 2 });
  assert.deepEqual(readUsageSearch({ days: '7' }), { days: 7, page: undefined });
  assert.deepEqual(readUsageSearch({ days: 100_000, page: -2 }), { days: undefined, page: undefined });
});
