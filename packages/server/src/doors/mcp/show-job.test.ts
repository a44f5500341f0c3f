import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '#jobs/record/model.ts';
import { showJob } from './show-job.ts';

const job = { id: 'j1', status: jobStatus.success, errorMessage: null };

test('outputs are shown as texts and, where they are JSON, as values', () => {
  const outputs = [
    { key: 'total', data_type: 'application/json', value: '{"amount": 5}' },
    { key: 'note', data_type: 'text/plain', value: '[not JSON' },
  ];
  assert.deepEqual(showJob({ ...job, outputs }), {
    content: [{ type: 'text', text: '{"amount": 5}\n[not JSON' }],
    structuredContent: { job_id: 'j1', outputs: { total: { amount: 5 }, note: '[not JSON' } },
  });
});

test('pictures and sounds are shown as such, and other types as resources', () => {
  const outputs = [
    { key: 'note', data_type: 'text/plain', value: 'Two things.' },
    { key: 'plot', data_type: 'image/png', value: 'data:image/png;base64,aGVsbG8=' },
    { key: 'voice', data_type: 'audio/wav', value: 'aGVsbG8=' },
    { key: 'rows', data_type: 'application/xml', value: '<a/>' },
    { key: 'drawing', data_type: 'image/svg+xml', value: '<svg/>' },
  ];
  const { content } = showJob({ ...job, outputs });
  assert.deepEqual(content, [
    { type: 'text', text: 'Two things.' },
    { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
    { type: 'audio', data: 'aGVsbG8=', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'errand://jobs/j1#rows', mimeType: 'application/xml', text: '<a/>' } },
    { type: 'resource', resource: { uri: 'errand://jobs/j1#drawing', mimeType: 'image/svg+xml', text: '<svg/>' } },
  ]);
  const alone = showJob({ ...job, outputs: outputs.slice(1, 2) });
  assert.deepEqual(
    alone.content.map(({ type }) => type),
    ['image'],
  );
});

test('a job that failed or was cancelled is an error that names the job', () => {
  const failed = showJob({ ...job, status: jobStatus.failure, outputs: null, errorMessage: 'No such page.' });
  assert.deepEqual(failed, { isError: true, content: [{ type: 'text', text: 'No such page. (job j1)' }] });
  const cancelled = showJob({ ...job, status: jobStatus.cancelled, outputs: null });
  assert.deepEqual(cancelled.content, [{ type: 'text', text: 'The job was cancelled. (job j1)' }]);
});
