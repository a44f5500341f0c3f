import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Type } from 'typebox';
import { defineEngine, type Engine } from '#engines/engine/engine.ts';
import { findBrokenInvariants } from '#jobs/queue/invariants.ts';
import { retryDelaySeconds } from '#jobs/record/model.ts';
import { insertJobs } from '#jobs/start/insert-jobs.ts';
import { connectionName } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createGateEngine, testEngines } from '../engines.ts';
import { pluck, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createAgent, runSync, startJob, untilFinal, untilJob } from '../runs.ts';
import { type Companion, joinService } from '../services.ts';

// Who runs what, and in which order: an API process with one slot for waiting callers, and workers as each test needs.

const here = createGateEngine();
const companions: Companion[] = [];

const harness = stopAtEnd(
  await startHarness({
    env: { ERRAND_ROLE: 'api', ERRAND_WORKER_CONCURRENCY: '1' },
    engines: [...testEngines, here.engine, createOrderEngine().engine],
  }),
);
afterEach(async () => {
  here.open();
  await Promise.all(companions.splice(0).map((companion) => companion.stop()));
  here.close();
});

async function addWorker(engines: Engine[], env: NodeJS.ProcessEnv = {}): Promise<Companion> {
  const companion = await joinService(harness, { role: 'worker', engines: [...testEngines, ...engines], env });
  companions.push(companion);
  return companion;
}

/** Notes who starts, in order, and how many run at once. */
function createOrderEngine() {
  const started: string[] = [];
  let running = 0;
  let most = 0;
  const engine = defineEngine<{ ms?: number }>({
    id: 'OrderEngine',
    name: 'Order',
    description: 'Notes the order.',
    inputs: [{ key: 'text', data_type: 'text/plain', description: '', required: false }],
    configSchema: Type.Object({}, { additionalProperties: true }),
    async run(_context, { inputs, config }) {
      started.push(inputs.text ?? '');
      running += 1;
      most = Math.max(most, running);
      await delay(Number(config.ms ?? 0));
      running -= 1;
      return { outputs: [{ key: 'output', data_type: 'text/plain', value: 'done' }] };
    },
  });
  return { engine, started, most: () => most };
}

async function startMany(org: TestOrg, agentId: string, total: number): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < total; from += 1_000) {
    const size = Math.min(1_000, total - from);
    const inputs = Array.from({ length: size }, (_, index) => ({ text: `bulk-${from + index}` }));
    const answer = await org.expect(200, 'POST', `/v1/agents/run/${agentId}/async/many/`, { inputs });
    ids.push(...answer);
  }
  return ids;
}

/** A caller that waits keeps the only slot of the API process until the gate is opened. */
async function takeSlot(org: TestOrg): Promise<void> {
  const agent = await createAgent(org, 'GateEngine');
  void runSync(org, agent.id, { text: 'takes the slot' });
  await until(async () => here.waiting.size === 1, 'the slot to be taken');
}

async function countWaiting(org: TestOrg): Promise<number> {
  const rows = await harness.database.system.query<{ count: number }>(
    'select count(*) as count from job_queue where org_id = $1 and worker_id is null',
    [org.orgId],
  );
  return rows[0]!.count;
}

test('another organization’s single job is among the first to start while one has 20,000 waiting', async (t) => {
  const order = createOrderEngine();
  const [big, small] = [await harness.org(), await harness.org()];
  const bigAgent = await createAgent(big, 'OrderEngine', { config: { ms: 5 } });
  const smallAgent = await createAgent(small, 'OrderEngine');
  await startMany(big, bigAgent.id, 20_000);
  t.after(() => big.request('POST', `/v1/agents/${bigAgent.id}/jobs/cancel-all/`));
  const jobId = await startJob(small, smallAgent.id, { text: 'single' });
  await addWorker([order.engine], { ERRAND_WORKER_CONCURRENCY: '8' });
  await untilFinal(small, jobId);
  assert.ok(order.started.indexOf('single') < 200, `it was number ${order.started.indexOf('single')}`);

  // Also while the other's jobs are running: it waits for no more than those that hold a slot and the next claim.
  const later = await startJob(small, smallAgent.id, { text: 'later' });
  const before = order.started.length;
  await untilFinal(small, later);
  const ahead = order.started.indexOf('later') - before;
  assert.ok(ahead < 200, `${ahead} others started first`);
});

test('callers that wait come first, then single runs, then bulk; each in the order of arrival', async () => {
  const order = createOrderEngine();
  const org = await harness.org();
  const agent = await createAgent(org, 'OrderEngine');
  await takeSlot(org);
  const ids = await startMany(org, agent.id, 3);
  for (const text of ['single-0', 'single-1']) ids.push(await startJob(org, agent.id, { text }));
  const waiting = runSync(org, agent.id, { text: 'waiting' });
  await until(async () => (await countWaiting(org)) === 6, 'all of them to wait');
  await addWorker([order.engine], { ERRAND_WORKER_CONCURRENCY: '1' });
  assert.equal((await waiting).status, 200);
  for (const id of ids) await untilFinal(org, id);
  assert.deepEqual(order.started, ['waiting', 'single-0', 'single-1', 'bulk-0', 'bulk-1', 'bulk-2']);
});

test('a caller whose process has no slot left is answered by a worker in another process', async () => {
  const there = createGateEngine();
  const org = await harness.org();
  const agent = await createAgent(org, 'GateEngine');
  await addWorker([there.engine]);
  await takeSlot(org);
  there.open();
  const answer = await runSync(org, agent.id, { text: 'elsewhere' });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(there.started, ['elsewhere']);
  assert.deepEqual(here.started.includes('elsewhere'), false);
});

test('two workers together never run more jobs of an organization than its limit', async () => {
  const order = createOrderEngine();
  const org = await harness.org();
  const agent = await createAgent(org, 'OrderEngine', { config: { ms: 10 } });
  const ids = await startMany(org, agent.id, 60);
  const env = { ERRAND_ORG_CONCURRENCY: '3' };
  await Promise.all([addWorker([order.engine], env), addWorker([order.engine], env)]);
  ids.push(...(await startMany(org, agent.id, 60)));
  for (const id of ids) await untilFinal(org, id, 60_000);
  assert.equal(order.most(), 3);
});

test('work that nobody was told of is found', async () => {
  const order = createOrderEngine();
  const org = await harness.org();
  const agent = await createAgent(org, 'OrderEngine');
  await addWorker([order.engine]);
  const id = newId();
  // Behind everybody's back: no notification, from a moment that no worker looks at any more.
  await insertJobs(harness.database.queue, [
    {
      id,
      orgId: org.orgId,
      agentId: agent.id,
      versionId: agent.versionId,
      seen: { currentVersionId: null, disableCache: false },
      policyVersionId: null,
      batchId: null,
      batchIndex: null,
      retriedFrom: null,
      origin: 'api',
      creatorId: null,
      cause: null,
      trace: null,
      keyId: null,
      inputs: [{ key: 'text', value: 'silent' }],
      inputsText: JSON.stringify([{ key: 'text', value: 'silent' }]),
      metadata: null,
      cacheKey: Buffer.from(id),
      cacheMode: 'skipped',
      timeoutSeconds: 60,
      maxCost: null,
      estimate: 0,
      priority: 1,
      workerId: null,
    },
  ]);
  await harness.database.system.run(`update job_queue set run_at = now() - interval '1 hour' where job_id = $1`, [id]);
  // A slow look is repeated less often, so a busy machine may take a while.
  await untilFinal(org, id, 60_000);
  assert.deepEqual(order.started, ['silent']);
});

test('a job that fails for a passing reason is tried three times, about 2 and about 10 seconds apart', async () => {
  const org = await harness.org();
  const agent = await createAgent(org, 'FailEngine', { config: { message: 'Not now.', retry: true } });
  await addWorker([]);
  const job = await untilFinal(org, await startJob(org, agent.id), 60_000);
  assert.deepEqual(pluck(job.status_events, 'status_code'), [0, 1, 2, 1, 2, 1, 4]);
  const at = job.status_events.map((event: { timestamp: string }) => Date.parse(event.timestamp));
  const pauses = [at[3] - at[2], at[5] - at[4]];
  assert.ok(pauses[0]! >= 1_600 && pauses[1]! >= 8_000, `${pauses}`);
  // A busy machine may start them later than they are due, but they are due no later than this.
  assert.ok(retryDelaySeconds(1, 1) <= 2.5 && retryDelaySeconds(2, 1) <= 12.5);
});

test('a worker that stops gives its job back at no cost, and the next one continues where it stopped', async () => {
  const done: string[] = [];
  let hold = true;
  const engine = defineEngine<Record<string, never>>({
    id: 'TwoStepEngine',
    name: 'Two steps',
    description: 'A step, and one that waits.',
    inputs: [],
    configSchema: Type.Object({}, { additionalProperties: true }),
    async run({ step, signal, attempt }) {
      await step('first', async () => void done.push(`first of attempt ${attempt}`));
      await step('second', async () => {
        done.push(`second of attempt ${attempt}`);
        if (hold) await delay(60_000, undefined, { signal });
      });
      return { outputs: [{ key: 'output', data_type: 'text/plain', value: 'done' }] };
    },
  });
  const first = await addWorker([engine], { ERRAND_SHUTDOWN_SECONDS: '1' });
  const org = await harness.org();
  const agent = await createAgentOf(org, engine.id);
  const jobId = await startJob(org, agent);
  await until(async () => done.length === 2, 'the second step');
  await first.stop();
  hold = false;
  const given = await untilJob(org, jobId, (job) => job.status_code === 2);
  assert.equal(given.attempt, 0);
  await addWorker([engine]);
  const job = await untilFinal(org, jobId);
  assert.deepEqual(pluck(job.status_events, 'status_code'), [0, 1, 2, 1, 3]);
  assert.equal(job.attempt, 1);
  assert.deepEqual(done, ['first of attempt 1', 'second of attempt 1', 'second of attempt 1']);
});

/** The API process does not know the engine, so the agent is made behind its back. */
async function createAgentOf(org: TestOrg, engineId: string): Promise<string> {
  const agent = await createAgent(org, 'OrderEngine', { inputs: [] });
  await harness.database.system.run('update agents set engine_class_id = $2 where id = $1', [agent.id, engineId]);
  return agent.id;
}

test('a process that was given up for dead runs nothing under its old name, and is back at work soon', async () => {
  const worker = await addWorker([]);
  const org = await harness.org();
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 1 } });
  const buried = [worker.service.jobs.worker.id, harness.service.jobs.worker.id];
  await harness.database.system.run('delete from workers where id = any($1::uuid[])', [buried]);
  // In the slot of the API process, which does not know yet that it has no name.
  const answers = await Promise.all([1, 2, 3].map((ms) => runSync(org, agent.id, { ms: String(ms) })));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const rows = await harness.database.system.query<{ worker_id: string }>(
    'select worker_id from job_results where org_id = $1',
    [org.orgId],
  );
  assert.equal(rows.length, 3);
  for (const row of rows) assert.equal(buried.includes(row.worker_id), false);
  const broken = await findBrokenInvariants(harness.database.system);
  assert.deepEqual(
    broken.filter(({ count }) => count > 0),
    [],
  );
});

test('a claim whose answer was lost is noticed by the worker that made it', async () => {
  const there = createGateEngine();
  const worker = await addWorker([there.engine], { ERRAND_WORKER_CONCURRENCY: '1' });
  const org = await harness.org();
  const agent = await createAgent(org, 'GateEngine');
  await startJob(org, agent.id, { text: 'runs' });
  await until(async () => there.waiting.size === 1, 'a job to run');
  const jobId = await startJob(org, agent.id, { text: 'unknown' });
  // As the claim would have left it, without the worker's knowledge.
  const claimed = await harness.database.system.run(
    `update job_queue set status = 1, attempt = 1, worker_id = $2, events = '[{"at": 0, "status": 1}]'
      where job_id = $1 and worker_id is null`,
    [jobId, worker.service.jobs.worker.id],
  );
  assert.equal(claimed, 1);
  await untilJob(org, jobId, (job) => job.status_code === 2);
  there.open();
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.status_code, job.attempt], [3, 1]);
  assert.deepEqual(there.started, ['runs', 'unknown']);
});

test('locks of a paused process do not keep others from taking over its jobs', async () => {
  const org = await harness.org();
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 1 } });
  const sleeper = new pg.Client({ connectionString: harness.databaseUrl, application_name: connectionName('c0ffee') });
  sleeper.on('error', () => undefined);
  await sleeper.connect();
  const id = newId();
  await harness.database.system.run(
    `insert into workers (id, host, pid, role, concurrency, version, last_seen)
      values ($1, 'elsewhere#c0ffee', 1, 'worker', 1, '0', now() - interval '10 seconds')`,
    [id],
  );
  // A claim in a transaction that does not end, and a job that it had claimed before.
  await sleeper.query('begin');
  await sleeper.query('select from workers where id = $1 for key share', [id]);
  const jobId = await startJob(org, agent.id);
  await harness.database.system.run(
    `update job_queue set status = 1, attempt = 1, worker_id = $2, events = '[{"at": 0, "status": 1}]' where job_id = $1`,
    [jobId, id],
  );
  await sleeper.query('select from job_queue where job_id = $1 for update', [jobId]);
  await addWorker([]);
  const job = await untilFinal(org, jobId, 30_000);
  assert.deepEqual([job.status_code, job.attempt], [3, 2]);
  await assert.rejects(sleeper.query('commit'));
});
