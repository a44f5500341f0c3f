import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileColumns } from './column-profile.ts';

test('numbers have a range and a histogram, whose counts are all values', () => {
  const rows = [[1], [2], [2], [null], [13]];
  const [profile] = profileColumns(['amount'], ['Nullable(Int64)'], rows);
  assert.deepEqual([profile!.nulls, profile!.distinct, profile!.min, profile!.max], [1, 3, '1', '13']);
  assert.equal(
    profile!.bars.reduce((sum, { count }) => sum + count, 0),
    4,
  );
  const [same] = profileColumns(['one'], ['Int64'], [[7], [7]]);
  assert.deepEqual(same!.bars, [{ label: 'from 7', count: 2 }]);
});

test('texts have their most frequent values; a column of nulls has none', () => {
  const rows = [
    ['b', null],
    ['a', null],
    ['b', null],
  ];
  const [text, empty] = profileColumns(['t', 'e'], ['String', 'Nullable(String)'], rows);
  assert.deepEqual(text!.bars, [
    { label: 'b', count: 2 },
    { label: 'a', count: 1 },
  ]);
  assert.deepEqual([text!.min, text!.max], ['a', 'b']);
  assert.deepEqual([empty!.nulls, empty!.min, empty!.bars], [3, null, []]);
});
