import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyJob } from '@errand/sdk';
import { parseCsv } from '../batches/csv.ts';
import { toCsv } from '../usage/to-csv.ts';
import { toExportRow } from './export-row.ts';

const job = {
  id: 'j',
  status_code: 4,
  metadata: {},
  feedback_review: null,
  ui_fields: null,
  error_message: '=1+1',
  job_inputs: [
    { key: 'text', value: 'Ada' },
    { key: 'scan', value: 'f1', file_name: 'a.pdf' },
  ],
} as unknown as AnyJob;

test('a row names files, and leaves empty what there is not', () => {
  const row = toExportRow(job);
  assert.deepEqual(row.inputs, { text: 'Ada', scan: 'a.pdf' });
  assert.deepEqual([row.metadata, row.review, row.verdict], [null, null, null]);
  assert.deepEqual(toExportRow({ ...job, metadata: { case: '1' } }).metadata, { case: '1' });
});

test('jobs with other members make rows of the same columns', () => {
  const { header, rows } = parseCsv(
    toCsv([toExportRow(job), toExportRow({ ...job, ui_fields: { verdict: 'approved' } as never })]),
  );
  assert.equal(rows[1]!.cells[header.indexOf('verdict')], 'approved');
  assert.equal(rows[0]!.cells[header.indexOf('error')], '=1+1');
});
