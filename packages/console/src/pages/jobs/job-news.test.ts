import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job, JobStep, StatusEventView } from '@errand/sdk';
import { withStatus, withStep } from './job-news.ts';

const event = (code: number, second: number): StatusEventView => ({
  status_code: code,
  timestamp: `2026-01-05T10:00:0${second}.000Z`,
});
const job = { status_code: 0, status_events: [event(0, 0)], steps: [{ key: 'a' }] } as unknown as Job;

test('news is added once, however often the stream repeats it', () => {
  const step = { key: 'b' } as JobStep;
  assert.equal(withStep(withStep(job, step), step).steps.length, 2);
  const started = withStatus(withStatus(job, event(1, 1)), event(1, 1));
  assert.deepEqual([started.status_code, started.status_events.length], [1, 2]);
  assert.equal(job.steps.length, 1, 'the job that was there stays as it was');
});

test('a second attempt is news, although its status was there before', () => {
  const again = [event(1, 1), event(2, 2), event(1, 3)].reduce(withStatus, job);
  assert.deepEqual([again.status_code, again.status_events.length], [1, 4]);
});

test('a final status is left to the whole job, which comes with outputs and cost', () => {
  for (const code of [3, 4, 5, 6]) assert.equal(withStatus(job, event(code, 5)), job);
});

test('a job that enters a wait is seen as waiting, and as running after it', () => {
  const waits = withStatus(withStatus(job, event(1, 1)), { ...event(1, 2), wait_id: 'w' });
  assert.equal(waits.display_status, 'waiting');
  assert.equal(withStatus(waits, event(1, 3)).display_status, 'running');
});
