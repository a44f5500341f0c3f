import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementResult } from '@errand/sdk';
import { isNumericType, numericColumns, sortRows } from './result-rows.ts';

const sorted = (values: unknown[], down = false): unknown[] =>
  sortRows(
    values.map((value) => [value]),
    { column: 0, down },
  ).map(([value]) => value);

test('numbers are ordered as numbers, also those that come as text', () => {
  assert.deepEqual(sorted([10, 9, -1]), [-1, 9, 10]);
  assert.deepEqual(sorted(['-5.00', '3.10', '-10.00', '12.00']), ['-10.00', '-5.00', '3.10', '12.00']);
  assert.deepEqual(sorted(['b', 'a10', 'a9']), ['a9', 'a10', 'b']);
});

test('nulls come last in both directions', () => {
  assert.deepEqual(sorted([2, null, 1]), [1, 2, null]);
  assert.deepEqual(sorted([2, null, 1], true), [2, 1, null]);
  const rows = [[2], [1]];
  assert.equal(sortRows(rows, undefined), rows);
});

test('a chart can draw columns of numbers, with gaps, but not empty ones', () => {
  const result = {
    column_names: ['n', 'gaps', 'text', 'empty'],
    result_rows: [
      [1, null, 'a', null],
      [2, 3, 4, null],
    ],
  };
  assert.deepEqual(numericColumns(result as unknown as StatementResult), [0, 1]);
  assert.deepEqual(['Int64', 'Nullable(Float64)', 'Decimal(10, 2)', 'String', undefined].map(isNumericType), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
