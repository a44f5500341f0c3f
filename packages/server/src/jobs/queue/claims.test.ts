import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent, startJob } from '../../../test/runs.ts';
import { insertStep } from '../execute/record-step.ts';
import { jobStatus } from '../record/model.ts';
import { type ClaimedJob, claimJobs } from './claim.ts';
import { createFinisher, type Finish, finishJobs } from './finish.ts';
import { giveBackJobs, listStillOwned, postponeJob, retryJob } from './release.ts';

// Tests the statements alone. Only the test claims, as a worker of an older release, which does not report what it
// runs.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));
const org = await harness.org();
const agentId = (
  await createAgent(org, 'HttpEngine', { inputs: [{ key: 'text' }], config: { url: 'https://example.com' } })
).id;
const [row] = await harness.database.system.query<{ id: string }>(
  `insert into workers (id, host, pid, role, concurrency, version, last_seen)
    values (gen_random_uuid(), 'elsewhere', 1, 'worker', 1, '0', now() + interval '1 hour') returning id`,
);
const workerId = row!.id;

async function claimAll(): Promise<ClaimedJob[]> {
  await harness.database.system.run('update job_queue set run_at = now() where worker_id is null');
  const since = new Date(0);
  const lane = { orgId: org.orgId, quota: 100, since: [since, since, since] as const, wide: true, limit: null };
  return (await claimJobs(harness.database.queue, workerId, [lane], { suspects: true })).jobs;
}

async function claimNew(count = 1): Promise<ClaimedJob[]> {
  for (let index = 0; index < count; index += 1) await startJob(org, agentId, { text: String(index) });
  const jobs = await claimAll();
  assert.equal(jobs.length, count);
  return jobs;
}

const finishOf = (job: ClaimedJob, text = 'done'): Finish => ({
  ...job,
  status: jobStatus.success,
  outputs: [{ key: 'output', data_type: 'text/plain', value: text, description: '', cost: 0 }],
  errorCode: null,
  errorMessage: null,
  inputTokens: null,
  outputTokens: null,
  cost: 0,
  ownCost: 0,
  uiFields: null,
  trust: null,
  needsReview: null,
  cacheKey: null,
});

const step = {
  key: 'k',
  seq: 1,
  kind: 'compute',
  name: 'k',
  usage: {},
  cost: 0,
  startedAt: 0,
  durationMs: 0,
  error: null,
  result: '1',
};

test('a job that was given back has another number, and nothing is written under the old one', async () => {
  const db = harness.database.queue;
  for (const leave of [
    (job: ClaimedJob) => giveBackJobs(db, { claims: [job] }, 'because'),
    (job: ClaimedJob) => postponeJob(db, job, { reason: 'because', delaySeconds: 0 }),
    (job: ClaimedJob) => retryJob(db, job, { error: 'because', delaySeconds: 0 }),
  ]) {
    const [old] = await claimNew();
    await leave(old!);
    assert.equal(await insertStep(db, old!, step), false, 'between two claims');
    const [again] = await claimAll();
    assert.equal(again!.jobId, old!.jobId);
    assert.equal(again!.workerId, old!.workerId);
    assert.ok(again!.claim > old!.claim, `${again!.claim} after ${old!.claim}`);
    assert.equal(await insertStep(db, old!, step), false);
    assert.deepEqual(await finishJobs(db, [finishOf(old!)]), []);
    assert.deepEqual(await giveBackJobs(db, { claims: [old!] }, 'because'), []);
    assert.equal(await retryJob(db, old!, { error: 'because', delaySeconds: 0 }), false);
    assert.deepEqual(await listStillOwned(db, [old!, again!]), [again!.claim]);
    assert.equal(await insertStep(db, again!, step), true);
    assert.deepEqual(await finishJobs(db, [finishOf(again!)]), [again!.jobId]);
  }
});

test('one result that cannot be stored keeps no other from being stored, and is given up alone', async () => {
  // Like an unreadable page: PostgreSQL says to retry, but it never recovers.
  await harness.database.system.run(`create function refuse_poison() returns trigger language plpgsql as
    $$ begin if new.outputs::text like '%poison%' then raise exception 'no' using errcode = '58030'; end if; return new; end $$`);
  await harness.database.system.run(
    'create trigger refuse_poison before insert on job_results for each row execute function refuse_poison()',
  );
  const jobs = await claimNew(5);
  const finisher = createFinisher(harness.database, undefined, 0);
  const outcomes = await Promise.allSettled(
    jobs.map((job, index) => finisher.finish(finishOf(job, index === 2 ? 'poison' : 'fine'))),
  );
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    [true, true, 'The write keeps failing.', true, true],
  );
  assert.equal((outcomes[2] as PromiseRejectedResult).reason.cause.code, '58030');
  assert.deepEqual(await listStillOwned(harness.database.queue, jobs), [jobs[2]!.claim]);
});
