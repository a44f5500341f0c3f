import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCompareSearch, readRunSearch, readSetSearch, readSetsSearch } from './evaluation-search.ts';

test('an address is read as far as it makes sense', () => {
  assert.deepEqual(readSetSearch({ tab: 'cases', page: 2 }), { tab: 'cases', page: 2 });
  assert.deepEqual(readSetSearch({ tab: 'nothing', page: -1 }), { tab: undefined, page: undefined });
  assert.deepEqual(readCompareSearch({ a: 'x', b: 7, c: 1 }).a, 'x');
  assert.deepEqual([readSetsSearch({ page: 3 }).page, readRunSearch({ page: 'x' }).page], [3, undefined]);
});
