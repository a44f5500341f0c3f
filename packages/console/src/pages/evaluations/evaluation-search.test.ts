import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCompareSearch, readSetSearch } from './evaluation-search.ts';

test('an address is read as far as it makes sense', () => {
  assert.deepEqual(readSetSearch({ tab: 'cases', page: 2 }), { tab: 'cases', page: 2 });
  assert.deepEqual(readSetSearch({ tab: 'nothing', page: -1 }), {});
  assert.deepEqual(readCompareSearch({ a: 'x', b: 7, c: 1 }).a, 'x');
});
