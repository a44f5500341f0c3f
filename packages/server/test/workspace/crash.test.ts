import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type Harness, startHarness, type TestOrg, until } from '../harness.ts';
import { createAgent } from '../runs.ts';
import { getQuery, rowsOf, submit, untilOver, uploadCsv } from './workspace.ts';

// The process that runs an agent statement is killed in each of its phases; the next one goes on with the jobs that were
// started, and starts none twice.

const ROWS = 30;

let harness: Harness;
let org: TestOrg;
let agentId: string;
let child: ChildProcess | undefined;

before(async () => {
  // The harness only answers: queries and jobs run in processes that can be killed.
  harness = await startHarness({ env: { ERRAND_ROLE: 'api' } });
  org = await harness.org();
  const csv = Array.from({ length: ROWS }, (_, at) => `${at},row ${at}\n`).join('');
  await uploadCsv(org, 'rows', `id,text\n${csv}`);
});
after(async () => {
  child?.kill('SIGKILL');
  await harness.stop();
});

const file = (name: string): string => `${harness.dataDir}/${name}`;

async function startProcess(): Promise<void> {
  const script = new URL('./crash-child.ts', import.meta.url).pathname;
  child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_DATA_DIR: harness.dataDir,
      ERRAND_SQL_WARM: '1',
      CRASH_FOLDER: harness.dataDir,
      LOG_LEVEL: 'silent',
    },
  });
  await once(child.stdout!, 'data');
}

async function killProcess(): Promise<void> {
  const gone = once(child!, 'exit');
  child!.kill('SIGKILL');
  await gone;
}

const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  (await harness.database.system.query<{ count: number }>(sql, values))[0]!.count;

const phases: Record<string, (queryId: string) => Promise<boolean>> = {
  'before its calls are known': async (id) => (await getQuery(org, id)).query_task_status === 'STARTED',
  'while its calls are known and no job is started': async (id) =>
    (await count(`select count(*) from worksheet_queries where id = $1 and json_array_length(progress->'rounds') = 1`, [
      id,
    ])) === 1,
  'while its jobs wait': async (id) =>
    (await count('select count(*) from batches b join jobs j on j.batch_id = b.id where b.worksheet_query_id = $1', [
      id,
    ])) === ROWS,
  'while some of its jobs are over': async (id) => {
    if ((await getQuery(org, id)).jobs_total !== ROWS) return false;
    writeFileSync(file('go'), '');
    return (
      (await count(
        'select count(*) from batches b join jobs j on j.batch_id = b.id join job_results r on r.job_id = j.id where b.worksheet_query_id = $1',
        [id],
      )) > 0
    );
  },
};

test('kill -9 in each phase of an agent statement: it continues, and no job is started twice', {
  timeout: 180_000,
}, async () => {
  for (const [phase, reached] of Object.entries(phases)) {
    rmSync(file('go'), { force: true });
    rmSync(file('runs'), { force: true });
    await startProcess();
    agentId ??= await createWaitingAgent();
    const sql = `create table result_${Object.keys(phases).indexOf(phase)} as select id, run_agent_sync('${agentId}', map('text', text || ' ${phase}')) as answer from rows`;
    const id = await submit(org, sql);
    await until(() => reached(id), phase, 60_000);
    await killProcess();
    // Nobody has to wait for the lease of a process that is known to be dead.
    await harness.database.system.run(
      `update worksheet_queries set lease_until = now() where id = $1 and lease_until is not null`,
      [id],
    );
    await harness.database.system.run(`update workers set last_seen = now() - interval '1 hour'`);
    await startProcess();
    writeFileSync(file('go'), '');
    const query = await untilOver(org, id, 60_000);
    assert.deepEqual([query.query_task_status, query.error], ['SUCCESS', null], phase);
    assert.equal(query.jobs_total, ROWS, phase);
    assert.equal(
      await count('select count(*) from batches b join jobs j on j.batch_id = b.id where b.worksheet_query_id = $1', [
        id,
      ]),
      ROWS,
      `${phase}: one job per row`,
    );
    const rows = await rowsOf(org, `select id, answer from result_${Object.keys(phases).indexOf(phase)} order by id`);
    assert.deepEqual(
      rows,
      Array.from({ length: ROWS }, (_, at) => [at, `answer to row ${at} ${phase}`]),
    );
    assert.ok(existsSync(file('runs')) && readFileSync(file('runs'), 'utf8').split('\n').length > ROWS);
    await killProcess();
  }
});

/** The harness does not have its engine, so the agent is made where it is. */
async function createWaitingAgent(): Promise<string> {
  const agent = await createAgent(org, 'TemplateEngine', { inputs: [{ key: 'text' }], config: { template: 'x' } });
  await harness.database.system.run(`update agents set engine_class_id = 'WaitingEngine' where id = $1`, [agent.id]);
  return agent.id;
}
