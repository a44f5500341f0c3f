import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamResponse } from '@a2a-js/sdk';
import { jobStatus } from '#jobs/record/model.ts';
import { streamTask } from './stream-task.ts';
import type { JobFacts } from './task-view.ts';

const job = (status_code: number, over: Partial<JobFacts> = {}): JobFacts => ({
  id: 'j',
  status_code,
  last_updated_at: '2026-01-02T03:04:05Z',
  metadata: {},
  ...over,
});
const asks = { id: 'w', kind: 'question', title: 'Which?', body: '', options: null, answer_schema: null } as const;

/** The job as it is at each look. News come at once. */
async function stream(...looks: JobFacts[]) {
  const [signal, stopping] = [new AbortController().signal, new AbortController().signal];
  let listeners = 0;
  const deps = {
    stopping,
    onJobNews(_jobId: string, wake: () => void) {
      listeners += 1;
      const timer = setInterval(wake, 0);
      return () => {
        clearInterval(timer);
        listeners -= 1;
      };
    },
  };
  const events: StreamResponse[] = [];
  const getJob = async () => (looks.length > 1 ? looks.shift()! : looks[0]!);
  for await (const event of streamTask(deps, { jobId: 'j', getJob, signal })) events.push(event);
  assert.equal(listeners, 0);
  return events.map(({ payload }) => payload!.$case);
}

test('a stream begins with the task, shows every change once, and ends with artifacts and the last state', async () => {
  const outputs = [{ key: 'o', data_type: 'text/plain', description: '', value: 'x' }];
  const events = await stream(
    job(jobStatus.pending),
    job(jobStatus.started),
    job(jobStatus.started),
    job(jobStatus.success, { outputs }),
  );
  assert.deepEqual(events, ['task', 'statusUpdate', 'artifactUpdate', 'statusUpdate']);
});

test('the stream of a job that has ended is complete at once', async () => {
  assert.deepEqual(await stream(job(jobStatus.failure, { error_message: 'It broke.' })), ['task', 'statusUpdate']);
});

test('a question ends the stream: the client answers and subscribes again', async () => {
  const events = await stream(job(jobStatus.started), job(jobStatus.started, { waiting: asks }));
  assert.deepEqual(events, ['task', 'statusUpdate']);
});
