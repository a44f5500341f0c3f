import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '#jobs/record/model.ts';
import { showJob } from './show-job.ts';

const job = { id: 'j1', status: jobStatus.success, errorMessage: null };

test('outputs are shown as texts and, where they are JSON, as values', () => {
  const outputs = [
    { key: 'total', value: '{"amount": 5}' },
    { key: 'note', value: '[not JSON' },
  ];
  assert.deepEqual(showJob({ ...job, outputs }), {
    content: [{ type: 'text', text: '{"amount": 5}\n[not JSON' }],
    structuredContent: { job_id: 'j1', outputs: { total: { amount: 5 }, note: '[not JSON' } },
  });
});

test('a job that failed or was cancelled is an error that names the job', () => {
  const failed = showJob({ ...job, status: jobStatus.failure, outputs: null, errorMessage: 'No such page.' });
  assert.deepEqual(failed, { isError: true, content: [{ type: 'text', text: 'No such page. (job j1)' }] });
  const cancelled = showJob({ ...job, status: jobStatus.cancelled, outputs: null });
  assert.deepEqual(cancelled.content, [{ type: 'text', text: 'The job was cancelled. (job j1)' }]);
});
