import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteIds } from './quote-ids.ts';

test('ids are written as the files have them, and nothing else gets into a query', () => {
  const id = '01A1E94C-346D-7000-8161-1958E48D1EC6';
  assert.equal(quoteIds([id, id]), `'${id.toLowerCase()}', '${id.toLowerCase()}'`);
  assert.throws(() => quoteIds([`x') or ('1' = '1`]), /not an id/);
});
