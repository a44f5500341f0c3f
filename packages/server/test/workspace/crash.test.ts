import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { request, startHarness, until } from '../harness.ts';
import { createAgent } from '../runs.ts';
import { rowsOf, submit, untilOver, uploadCsv } from './workspace.ts';

// The process that runs agent statements is killed in each of their phases; the next one goes on with the jobs that were
// started, and starts none twice. A phase ends with a write to PostgreSQL: a trigger stops a statement exactly there, one
// for each phase, and then the process is killed with all of them at once.

const ROWS = 4;
/** Of the trigger. What waits for the first is undone, what waits for the second is done after the process is gone. */
const LOCKS = { undone: 7_401, late: 7_402 };

const phases: Record<string, string> = {
  pins: 'it is claimed, and nothing is known yet',
  calls: 'its calls are in storage, and not written down',
  batch: 'its jobs are being started',
  started: 'its jobs are started, and the query does not know it',
  counted: 'its jobs wait',
  half: 'some of its jobs are over',
  answers: 'all answers are in storage, and not written down',
  statement: 'the new table is in storage, and not in the catalog',
  finish: 'the table is there, and the query is not over',
};

const TRIGGER = `
  create function crash_here() returns trigger language plpgsql security definer as $$
  declare
    name text;
    phase text := '';
  begin
    if tg_table_name = 'batches' then
      select query into name from worksheet_queries where id = new.worksheet_query_id;
      phase := 'batch';
    else
      name := new.query;
      -- A statement that stops here must not lose its lease meanwhile.
      if new.status = 'STARTED' and name like '%crash at%' then new.lease_until := now() + interval '1 hour'; end if;
      phase := case
        when new.finished_at is not null then 'finish'
        when json_array_length(new.statements) > json_array_length(old.statements) then 'statement'
        when new.progress is null then ''
        when new.progress#>>'{rounds,0,answersKey}' is not null then 'answers'
        when new.jobs_total > old.jobs_total then 'counted'
        when new.progress#>>'{rounds,0,batchIds,0}' is not null and old.progress#>>'{rounds,0,batchIds,0}' is null then 'started'
        when json_array_length(new.progress->'rounds') = 1 and json_array_length(old.progress->'rounds') = 0 then 'calls'
        when old.progress is null then 'pins'
        else '' end;
    end if;
    if name like '%crash at ' || phase || ' undone%' then perform pg_advisory_xact_lock_shared(${LOCKS.undone}); end if;
    if name like '%crash at ' || phase || ' late%' then perform pg_advisory_xact_lock_shared(${LOCKS.late}); end if;
    return new;
  end $$;
  create trigger crash_here before update on worksheet_queries for each row execute function crash_here();
  create trigger crash_here before insert on batches for each row execute function crash_here();`;

let child: ChildProcess | undefined;

// The harness only answers: queries and jobs run in processes that can be killed.
const harness = await startHarness({ env: { ERRAND_ROLE: 'api' } });
const holder = new Client({ connectionString: harness.databaseUrl });
await holder.connect();
const org = await harness.org();
const csv = Array.from({ length: ROWS }, (_, at) => `${at},row ${at}\n`).join('');
await uploadCsv(org, 'rows', `id,text\n${csv}`);
const agentId = await createWaitingAgent();
await holder.query(TRIGGER);
for (const lock of Object.values(LOCKS)) await holder.query('select pg_advisory_lock($1)', [lock]);
after(async () => {
  child?.kill('SIGKILL');
  await holder.end();
  await harness.stop();
});

/** Gives the address of the server. */
async function startProcess(more: { env?: Record<string, string>; uid?: number } = {}): Promise<string> {
  const script = new URL('./crash-child.ts', import.meta.url).pathname;
  child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(more.uid !== undefined && { uid: more.uid, gid: more.uid }),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_DATA_DIR: harness.dataDir,
      // Each statement that was stopped holds a connection.
      ERRAND_DATABASE_CONNECTIONS: '50',
      ERRAND_DRAIN_SECONDS: '0',
      ERRAND_SQL_WARM: '1',
      CRASH_FOLDER: harness.dataDir,
      LOG_LEVEL: 'silent',
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...more.env,
    },
  });
  const [address] = (await once(child.stdout!, 'data')) as [Buffer];
  return address.toString().trim();
}

const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  (await harness.database.system.query<{ count: number }>(sql, values))[0]!.count;

const STOPPED = `from pg_locks where locktype = 'advisory' and not granted and objid = any($1::bigint[]::oid[])
  and database = (select oid from pg_database where datname = current_database())`;
const countStopped = (): Promise<number> => count(`select count(*) ${STOPPED}`, [Object.values(LOCKS)]);
const countJobs = (id: string): Promise<number> =>
  count('select count(*) from batches b join jobs j on j.batch_id = b.id where b.worksheet_query_id = $1', [id]);
const countOver = (id: string): Promise<number> =>
  count(
    'select count(*) from batches b join jobs j on j.batch_id = b.id join job_results r on r.job_id = j.id where b.worksheet_query_id = $1',
    [id],
  );

const submitCrash = (phase: string, fate: string): Promise<string> =>
  submit(
    org,
    `create table result_${phase}_${fate} as /* crash at ${phase} ${fate} */
      select id, run_agent_sync('${agentId}', map('text', text || ' ${phase} ${fate}')) as answer from rows`,
  );

test('kill -9 in each phase of an agent statement: it continues, and no job is started twice', {
  timeout: 1_500_000,
}, async () => {
  await startProcess({ env: { CRASH_KEEPS_NO_LEASE: 'true' } });
  const queries = new Map<string, { id: string; phase: string; fate: string }>();
  for (const [phase, what] of Object.entries(phases)) {
    if (phase === 'batch') continue;
    for (const fate of phase === 'half' ? ['undone'] : ['undone', 'late'])
      queries.set(`${what}, ${fate}`, { id: await submitCrash(phase, fate), phase, fate });
  }
  const half = queries.get(`${phases.half}, undone`)!.id;
  await until(async () => (await countStopped()) === queries.size - 1, 'all phases', 90_000);
  await until(async () => (await countOver(half)) === ROWS / 2, 'half of the jobs', 90_000);
  // Last, since jobs of others would wait for it.
  queries.set(phases.batch!, { id: await submitCrash('batch', 'undone'), phase: 'batch', fate: 'undone' });
  await until(async () => (await countStopped()) === queries.size - 1, 'the batch', 90_000);

  const gone = once(child!, 'exit');
  child!.kill('SIGKILL');
  await gone;
  await holder.query(`select pg_terminate_backend(pid) ${STOPPED}`, [[LOCKS.undone]]);
  for (const lock of Object.values(LOCKS)) await holder.query('select pg_advisory_unlock($1)', [lock]);
  await until(async () => (await countStopped()) === 0, 'the end of what was stopped');
  const { system } = harness.database;
  for (const table of ['worksheet_queries', 'batches']) await system.run(`drop trigger crash_here on ${table}`);
  // Nobody has to wait for the lease of a process that is known to be dead.
  await system.run(`update worksheet_queries set lease_until = now() where lease_until is not null`);
  await system.run(`update workers set last_seen = now() - interval '1 hour'`);
  writeFileSync(`${harness.dataDir}/go`, '');
  await startProcess();

  for (const [what, { id }] of queries) {
    const query = await untilOver(org, id, 90_000);
    assert.deepEqual([query.query_task_status, query.error], ['SUCCESS', null], what);
    assert.deepEqual([query.jobs_total, query.jobs_done], [ROWS, ROWS], what);
    assert.equal(await countJobs(id), ROWS, `${what}: one job per row`);
  }
  const results = [...queries.values()].map(({ phase, fate }) => `${phase}_${fate}`);
  assert.deepEqual(
    await rowsOf(
      org,
      results.map((name) => `(select '${name}', id, answer from result_${name} order by id)`).join(' union all '),
    ),
    results.flatMap((name) =>
      Array.from({ length: ROWS }, (_, at) => [name, at, `answer to row ${at} ${name.replace('_', ' ')}`]),
    ),
  );
});

test('a service that is not root: SQL works, and all isolation that needs no root holds', async (context) => {
  const uid = 65_534;
  const script = new URL('./crash-child.ts', import.meta.url).pathname;
  const canRead = spawnSync(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(script)})`], { uid });
  if (process.getuid?.() !== 0 || canRead.status !== 0)
    return context.skip('needs root, and an installation that others may read');
  child?.kill('SIGKILL');
  const folder = mkdtempSync(join(tmpdir(), 'errand-other-user-'));
  try {
    chownSync(folder, uid, uid);
    const canary = join(folder, 'canary.csv');
    writeFileSync(canary, 'word\ncanary\n');
    chownSync(canary, uid, uid);
    openToOthers(harness.databaseUrl);
    const env = {
      ERRAND_DATA_DIR: folder,
      ERRAND_SQL_MEMORY_MB: '256',
      ERRAND_SQL_TIMEOUT_SECONDS: '2',
      ERRAND_SQL_THREADS: '1',
    };
    const url = await startProcess({ uid, env: { ...env, NODE_COMPILE_CACHE: join(folder, 'compiled') } });
    const form = new FormData();
    form.set('table_name', 'of_others');
    form.set('file', new File(['a,b\n1,x\n2,y\n'], 'table.csv'));
    const uploaded = await request(url, org.apiKey, 'POST', '/v1/tables/upload/', form);
    assert.equal(uploaded.status, 201, uploaded.text);
    const ask = (query: string) => request(url, org.apiKey, 'POST', '/v1/database/query/', { query });
    assert.deepEqual((await ask('select sum(a) from of_others')).body[0].result_rows, [[3]]);
    for (const sql of [
      `select * from read_csv('${canary}')`,
      `select * from '${canary}'`,
      'select count(*) from range(10000000000) a, range(100000) b',
      `select length(string_agg(repeat('x', 1000000), '')) from range(100000)`,
    ]) {
      const answer = await ask(sql);
      assert.equal(answer.status, 400, `${sql}: ${answer.text}`);
      assert.ok(!/\bcanary\b(?!\.csv)/.test(answer.text), answer.text);
    }
  } finally {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The harness does not have its engine, so the agent is made where it is. */
async function createWaitingAgent(): Promise<string> {
  const agent = await createAgent(org, 'TemplateEngine', { inputs: [{ key: 'text' }], config: { template: 'x' } });
  await harness.database.system.run(`update agents set engine_class_id = 'WaitingEngine' where id = $1`, [agent.id]);
  return agent.id;
}

/** The socket of the tests' PostgreSQL may lie in a folder that only root may pass. */
function openToOthers(databaseUrl: string): void {
  const folder = new URL(databaseUrl).searchParams.get('host');
  if (folder?.startsWith('/')) chmodSync(dirname(folder), 0o711);
}
