import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '#jobs/record/model.ts';
import { renderQuestion, renderTask } from './render-task.ts';

const job = {
  id: 'j1',
  status: jobStatus.success,
  completedAt: new Date('2026-01-02T03:04:05Z'),
  metadata: {},
  outputs: [{ key: 'text', data_type: 'text/plain', value: 'x'.repeat(1_000) }],
  errorMessage: null,
} as never;

test('a push notification holds the task, or its state when the task is too long', () => {
  const whole = JSON.parse(renderTask(job, 100_000));
  assert.equal(whole.task.id, 'j1');
  assert.equal(whole.task.artifacts[0].parts[0].text.length, 1_000);
  const short = JSON.parse(renderTask(job, 500));
  assert.deepEqual([short.task, short.statusUpdate.taskId], [undefined, 'j1']);
});

test('a question is reported as input that is required', () => {
  const asked = { kind: 'question', title: 'Sure?', body: '', options: ['yes'], answerSchema: null };
  const told = renderQuestion({ jobId: 'j1', waitId: 'w1', metadata: null, askedAt: new Date(0), ...asked } as never);
  assert.equal(JSON.parse(told).statusUpdate.status.state, 'TASK_STATE_INPUT_REQUIRED');
});
