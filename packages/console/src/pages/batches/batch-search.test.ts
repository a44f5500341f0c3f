import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBatchSearch } from './batch-search.ts';

test('an address names which rows are shown, and nonsense names none', () => {
  assert.deepEqual(readBatchSearch({ rows: 'failed', page: '2' }), { rows: 'failed', page: 2 });
  assert.deepEqual(readBatchSearch({ rows: 'some', page: 0 }), {});
});
