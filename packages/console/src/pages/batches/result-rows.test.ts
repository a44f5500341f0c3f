import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchResultLine } from '@errand/sdk';
import { parseCsv } from './csv.ts';
import { toFailedRows, toFileName, toRejectedRows, toResultRows } from './result-rows.ts';

const line = (index: number, outputs: [string, string][] | null, more: object = {}): BatchResultLine =>
  ({
    index,
    job_id: `j${index}`,
    status: 3,
    error_message: null,
    outputs: outputs?.map(([key, value]) => ({ key, value })) ?? null,
    ...more,
  }) as unknown as BatchResultLine;

test('all rows have the outputs of all rows, and are counted as a spreadsheet does', () => {
  assert.deepEqual(
    toResultRows([line(0, [['a', '1']]), line(1, null, { status: 4, error_message: 'No.' }), line(2, [['b', '2']])]),
    [
      { row: 1, status: 'success', job_id: 'j0', error: '', a: '1', b: '' },
      { row: 2, status: 'failure', job_id: 'j1', error: 'No.', a: '', b: '' },
      { row: 3, status: 'success', job_id: 'j2', error: '', a: '', b: '2' },
    ],
  );
});

test('a row keeps its number in the file although rows before it were left out', () => {
  const [row] = toResultRows([line(0, null, { metadata: { row: 7 } })]) as { row: number }[];
  assert.equal(row!.row, 7);
});

test('a failed row comes back with its inputs, also when those are gone', () => {
  const inputs = new Map([['j0', new Map([['text', 'Ada']])]]);
  assert.deepEqual(toFailedRows([line(0, null, { error_message: 'No.' }), line(1, null)], inputs), [
    { text: 'Ada', error: 'No.' },
    { text: '', error: '' },
  ]);
});

test('rejected rows are as they were, each with all its problems', () => {
  const table = parseCsv('a,b\n1,2\n3\n');
  const problems = [
    { message: 'One.', rows: [3] },
    { message: 'Two.', rows: [3] },
  ];
  assert.deepEqual(toRejectedRows(table, problems), [{ a: '3', b: '', problem: 'One. Two.' }]);
});

test('the name of a file has nothing that a file system refuses', () => {
  assert.equal(toFileName({ name: 'Q1/2026: "final"?', id: 'x' }), 'Q1-2026-final-');
  assert.equal(toFileName({ name: '', id: 'x' }), 'x');
});
