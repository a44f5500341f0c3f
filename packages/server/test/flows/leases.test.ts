import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findQueueFigures } from '#jobs/queue/figures.ts';
import { WORKER_SILENCE_SECONDS_MAX } from '#jobs/record/model.ts';
import { connectionName, processMark } from '#platform/db.ts';
import { testEngines } from '../engines.ts';
import { startHarness, until } from '../harness.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../runs.ts';
import { type Companion, joinService } from '../services.ts';

// Whose a started job is: an API process that watches, a worker process of its own that runs it, and everything that
// may make it seem dead, until it is.

const CHILD = fileURLToPath(new URL('worker-child.ts', import.meta.url));
let companion: Companion | undefined;

const folder = await mkdtemp(join(tmpdir(), 'errand-leases-'));
const harness = await startHarness({ env: { ERRAND_ROLE: 'api' }, engines: testEngines });
const org = await harness.org();
const worker = await startWorker();
const agent = await createAgent(org, 'SleepEngine', { config: { ms: 600_000 } });
const jobId = await startJob(org, agent.id);
await untilJob(org, jobId, (job) => job.status_code === 1);
await until(async () => harness.service.jobs.worker.seesLocks(), 'the API process to judge by locks', 60_000);
after(async () => {
  worker?.child.kill('SIGKILL');
  await companion?.stop();
  await harness.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startWorker(): Promise<{ child: ChildProcess; id: string }> {
  const child = spawn(process.execPath, [CHILD], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_ROLE: 'worker',
      ERRAND_SQL_WARM: '0',
      ERRAND_DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    },
  });
  const [id] = await once(createInterface(child.stdout!), 'line');
  return { child, id };
}

const query = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  harness.database.system.query<Row>(text, values);

/** What the queue says of the job: by whom it is run, and under which number. */
async function ownerOf(id: string): Promise<{ worker_id: string | null; claim: number | null; attempt: number }> {
  const [row] = await query<{ worker_id: string | null; claim: number | null; attempt: number }>(
    'select worker_id, claim, attempt from job_queue where job_id = $1',
    [id],
  );
  return row!;
}

async function lastSeen(): Promise<number> {
  const [row] = await query<{ ms: number }>(
    'select extract(epoch from last_seen) * 1000 as ms from workers where id = $1',
    [worker.id],
  );
  return row!.ms;
}

/** Connections that hold the lock of a worker. */
async function lockHolders(): Promise<number[]> {
  const rows = await query<{ pid: number }>(
    `select l.pid from pg_locks l join workers w on w.id = $1
      where l.locktype = 'advisory' and l.mode = 'ExclusiveLock' and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
        and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(w.id::text, 7402119)`,
    [worker.id],
  );
  return rows.map(({ pid }) => pid);
}

/** The worker has gone on beating for so long that everybody who looks has looked several times. */
async function untilBeatenOn(): Promise<void> {
  const from = await lastSeen();
  await until(async () => (await lastSeen()) > from + 5_000, 'further heartbeats', 60_000);
}

test('a worker whose lease connection is cut keeps its job and gets its lock back', async () => {
  const before = await ownerOf(jobId);
  const [pid] = await lockHolders();
  assert.ok(pid !== undefined, 'nobody held the lock');
  await query('select pg_terminate_backend($1)', [pid]);
  await until(async () => {
    const holders = await lockHolders();
    return holders.length === 1 && holders[0] !== pid;
  }, 'the lock to be taken again');
  await untilBeatenOn();
  assert.deepEqual(await ownerOf(jobId), before);
});

test('workers that all lose their connections at once, as at a promotion, keep their jobs', async () => {
  const before = await ownerOf(jobId);
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and application_name like 'errand %' and pid <> pg_backend_pid() and application_name <> $1`,
    [connectionName(processMark)],
  );
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and application_name = $1 and pid <> pg_backend_pid()`,
    [connectionName(processMark)],
  ).catch(() => undefined);
  await until(async () => (await lockHolders().catch(() => [])).length === 1, 'the lock to be taken again');
  await untilBeatenOn();
  assert.deepEqual(await ownerOf(jobId), before);
});

test('rows that a living, idle worker holds and does not run are given back without any traffic', async () => {
  companion = await joinService(harness, { role: 'worker', engines: testEngines });
  const idleId = companion.service.jobs.worker.id;
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 1 } });
  const ids = await Promise.all([1, 2, 3].map(() => startJob(org, agent.id)));
  for (const id of ids) await untilFinal(org, id);
  // As a claim leaves them whose answer is lost.
  const orphans = await query<{ job_id: string }>(
    `with kept as (insert into job_queue (job_id, org_id, agent_id, status, priority, run_at, attempt, worker_id, claim,
        timeout_seconds, events)
      select id, org_id, agent_id, 1, 1, now(), 1, $2, nextval('job_claims'), 60, '[{"at": 0, "status": 1}]'
      from jobs where id = any($1::uuid[]) returning job_id)
    select job_id from kept`,
    [ids, idleId],
  );
  assert.equal(orphans.length, 3);
  await harness.database.system.run('delete from job_results where job_id = any($1::uuid[])', [ids]);
  for (const id of ids) {
    const job = await untilFinal(org, id, 60_000);
    assert.deepEqual([job.status_code, job.attempt], [3, 1], job.error_message);
  }
  assert.equal((await findQueueFigures(harness.database.system)).claimsNobodyRuns, 0);
});

test('a job that runs beyond its deadline is ended by another process, and its worker stops it', async () => {
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 600_000 }, settings: {} });
  const id = await startJob(org, agent.id, { timeout_seconds: 600 });
  await untilJob(org, id, (job) => job.status_code === 1);
  const { claim, worker_id: runner } = await ownerOf(id);
  await until(async () => {
    const [row] = await query<{ runs: boolean }>('select $2 = any (claims) as runs from workers where id = $1', [
      runner,
      claim,
    ]);
    return row!.runs;
  }, 'its worker to say that it runs');
  await query(`update job_queue set deadline = now() - interval '1 minute' where job_id = $1`, [id]);
  const job = await untilFinal(org, id, 60_000);
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /did not finish within its \d+ seconds/);
  await until(async () => {
    const [row] = await query<{ runs: boolean }>('select $2 = any (claims) as runs from workers where id = $1', [
      runner,
      claim,
    ]);
    return row!.runs === false;
  }, 'its worker to have stopped');
});

test('kill -9: the job runs elsewhere long before its lease has ended', async (t) => {
  await until(async () => harness.service.jobs.worker.seesLocks(), 'the API process to judge by locks', 60_000);
  const before = await ownerOf(jobId);
  assert.equal(before.worker_id, worker.id);
  const seen = await lastSeen();
  worker.child.kill('SIGKILL');
  const killedAt = Date.now();
  const job = await untilJob(org, jobId, ({ attempt, status_code }) => attempt === 2 && status_code === 1);
  const died = job.status_events.find((event: { status_code: number }) => event.status_code === 2);
  const takenAt = Date.parse(died.timestamp);
  t.diagnostic(`taken over ${takenAt - killedAt} ms after the kill`);
  assert.ok(takenAt < seen + WORKER_SILENCE_SECONDS_MAX * 1_000, `${takenAt - seen} ms after its last heartbeat`);
  const now = await ownerOf(jobId);
  assert.equal(now.worker_id, companion!.service.jobs.worker.id);
  assert.ok(now.claim! > before.claim!);
});
