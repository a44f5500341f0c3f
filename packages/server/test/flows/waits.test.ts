import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrokenInvariants } from '#jobs/queue/invariants.ts';
import { findOrphans } from '#jobs/queue/orphans.ts';
import { testEngines } from '../engines.ts';
import { pluck, startHarness, stopAtEnd, until } from '../harness.ts';
import { createAgent, getJob, startJob, untilFinal, untilJob } from '../runs.ts';
import { killProcess, startWorkerProcess, type WorkerProcess } from '../worker-process.ts';

// Jobs that wait while the workers that ran them are killed: before the answer, between the answer and the next start,
// and after it. The API process accepts and answers; workers are processes of their own.

const workers: WorkerProcess[] = [];

// More deaths than a job may see by default before it is put aside: see quarantine.test.ts.
const env = { ERRAND_JOB_CRASHES_MAX: '10' };
const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ...env, ERRAND_ROLE: 'api' } }));
const org = await harness.org({ credits: 100 });
const agentId = (await createAgent(org, 'WaitEngine', { settings: { disable_cache: true } })).id;

async function startWorker(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(harness, new URL('worker-child.ts', import.meta.url), env);
  workers.push(worker);
  return worker;
}

const answer = async (wait: { id: string }): Promise<void> => {
  await org.expect(200, 'POST', `/v1/waits/${wait.id}/answer/`, { answer: 'yes' });
};

/** Nothing of it was done or paid twice. */
function assertOnce(job: any, attempt: number): void {
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual([job.attempt, job.cost], [attempt, 0.02]);
  assert.deepEqual(pluck(job.steps, 'name'), ['before', 'wait: approval', 'after']);
}

test('a job that waits outlives its workers and uses no attempt; its answer is kept until a worker is there', async () => {
  const first = await startWorker();
  const jobId = await startJob(org, agentId, { cost: 0.01 });
  const { waiting } = await untilJob(org, jobId, (job) => job.waiting !== null);
  await killProcess(first);
  const second = await startWorker();
  // The dead are buried, and whoever looks for orphans finds none.
  await until(async () => {
    const rows = await harness.database.system.query("select id from workers where role = 'worker'");
    return rows.length === 1;
  }, 'the first worker to be given up');
  assert.deepEqual(await findOrphans(harness.database.queue, 0), { unrun: [], late: [] });
  const parked = await getJob(org, jobId);
  assert.deepEqual([parked.status_code, parked.waiting.id, parked.attempt], [1, waiting.id, 0]);
  await killProcess(second);
  // Nobody is there to go on: the answer is stored, and the row is due.
  await answer(waiting);
  assert.equal((await getJob(org, jobId)).status_code, 1);
  await startWorker();
  assertOnce(await untilFinal(org, jobId, 120_000), 1);
  for (const worker of workers.splice(0)) await killProcess(worker);
});

test('a worker killed after the answer: the next one continues after the wait and does not ask again', async () => {
  const worker = await startWorker();
  const jobId = await startJob(org, agentId, { cost: 0.01, ms: 10_000 });
  const { waiting } = await untilJob(org, jobId, (job) => job.waiting !== null);
  await answer(waiting);
  // The wait is a recorded step: the worker is in the step after it.
  await untilJob(org, jobId, (job) => job.steps.length === 2);
  await killProcess(worker);
  await startWorker();
  const retried = await untilJob(org, jobId, (job) => job.attempt === 2, 120_000);
  assert.equal(retried.waiting, null);
  assertOnce(await untilFinal(org, jobId, 120_000), 2);
  const waits = await org.request('GET', `/v1/waits/?job_id=${jobId}`);
  assert.equal(waits.body.count, 1);
  for (const worker of workers.splice(0)) await killProcess(worker);
});

test('workers killed again and again: every job gets its answer once, and the amounts are right', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => startJob(org, agentId, { cost: 0.01, ms: 300 })));
  const answered = new Set<string>();
  let worker = await startWorker();
  for (let round = 0; round < 2; round += 1) {
    await until(
      async () => {
        const list = await org.request('GET', '/v1/waits/?status=open&page_size=100');
        const open = list.body.results.filter((wait: any) => !answered.has(wait.id)).slice(0, 4);
        for (const wait of open) {
          answered.add(wait.id);
          await answer(wait);
        }
        return open.length > 0 || answered.size === ids.length;
      },
      'waits to be answered',
      120_000,
    );
    await killProcess(worker);
    worker = await startWorker();
  }
  await until(
    async () => {
      const list = await org.request('GET', '/v1/waits/?status=open&page_size=100');
      for (const wait of list.body.results) await answer(wait);
      const states = await org.request('POST', '/v1/agents/jobs/statuses/', { job_ids: ids });
      return states.body.every((one: any) => one.status >= 3);
    },
    'all jobs to end',
    240_000,
  );
  for (const id of ids) {
    const job = await getJob(org, id);
    assertOnce(job, job.attempt);
  }
  const broken = (await findBrokenInvariants(harness.database.system)).filter(({ count }) => count > 0);
  assert.deepEqual(broken, []);
});
