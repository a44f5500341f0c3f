import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findSettings, tell } from '#budgets/alerts-store.ts';
import { startSystem } from '../connections/systems.ts';
import { testEngines } from '../engines.ts';
import { type Harness, SECRET_KEY, startHarness, type TestOrg, until } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent } from '../runs.ts';

// Leased work in worker processes that are killed in the middle, and receivers that take long: alerts, table uploads and
// proposals of knowledge bases. Post actions are in test/connections/workers.test.ts. ERRAND_TEST_SLOW_MS=25000 is a
// receiver that needs almost as long as a try may take.

const CHILD = fileURLToPath(new URL('./worker-child.ts', import.meta.url));
const SLOW_MS = Number(process.env.ERRAND_TEST_SLOW_MS ?? 1_500);
const ALERTS = 12;

let harness: Harness;
let model: ModelServer;
let folder: string;
let answers = true;
let receiver: Awaited<ReturnType<typeof startSystem>>;
const workers = new Set<ChildProcess>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-leased-'));
  model = await startModelServer();
  receiver = await startSystem(({ url }) => (url === '/hang' && !answers ? undefined : { status: 200 }), SLOW_MS);
  const env = {
    ...model.env,
    ERRAND_ROLE: 'api',
    ERRAND_DEFAULT_MODEL: 'adviser',
    ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
  };
  harness = await startHarness({
    engines: testEngines,
    env: { ...env, ERRAND_STORAGE: join(folder, 'storage') },
  });
});
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await harness.stop();
  await receiver.close();
  await model.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...model.env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_DEFAULT_MODEL: 'adviser',
      ERRAND_ROLE: 'worker',
      ERRAND_DRAIN_SECONDS: '0',
      ERRAND_SQL_WARM: '0',
      ERRAND_SECRET_KEY: SECRET_KEY,
      ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
      ERRAND_DATA_DIR: join(folder, `data-${workers.size}`),
      ERRAND_STORAGE: join(folder, 'storage'),
      LOG_LEVEL: 'silent',
    },
  });
  workers.add(child);
  await once(child.stdout!, 'data');
  return child;
}
async function kill(...children: ChildProcess[]): Promise<void> {
  for (const child of children) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** Creates alerts of an organization whose alerts go to a path of the receiver. */
async function createAlerts(org: TestOrg, path: string, count: number): Promise<void> {
  const made = await org.request('POST', '/v1/connections/', {
    connector_type: 'custom_api',
    name: 'alarm',
    config: { base_url: receiver.url },
    auth_config: {},
  });
  assert.equal(made.status, 201, made.text);
  const settings = await org.request('PUT', '/v1/alerts/settings/', {
    watches_agents: false,
    connection_id: made.body.id,
    operation: 'request',
    params: { path, body: '${json:alert}' },
  });
  assert.equal(settings.status, 200, settings.text);
  const { system } = harness.database;
  for (let at = 0; at < count; at += 1) {
    const { id: agentId } = await createAgent(org, 'EchoEngine');
    const alert = { kind: 'failures', budget_id: null, agent_id: agentId, message: 'odd', detail: {} } as const;
    const isNew = await system.tx(async (tx) =>
      tell(tx, org.orgId, { ...alert, periodStartsAt: null }, await findSettings(tx, org.orgId)),
    );
    assert.ok(isNew);
  }
}
const alertsOf = async (org: TestOrg): Promise<{ id: string; delivery: string; delivery_error: string | null }[]> =>
  (await org.request('GET', '/v1/alerts/?page_size=100')).body.results;
const keysTo = (path: string): unknown[] =>
  receiver.seen.filter(({ url }) => url === path).map(({ headers }) => headers['idempotency-key']);

test('a receiver that takes long gets every alert once, however many alerts and processes there are', async () => {
  const org = await harness.org();
  await createAlerts(org, '/slow', ALERTS);
  const pair = await Promise.all([startWorker(), startWorker()]);
  const alerts = await until(async () => {
    const all = await alertsOf(org);
    return all.length === ALERTS && all.every(({ delivery }) => delivery === 'done') && all;
  }, 'all alerts to be sent');
  assert.ok(alerts.every(({ delivery_error }) => delivery_error === null));
  assert.deepEqual(keysTo('/slow').sort(), alerts.map(({ id }) => id).sort());
  await kill(...pair);
});

test('an alert whose process is killed in the middle is sent again with the same key, and says so', async () => {
  const org = await harness.org();
  answers = false;
  await createAlerts(org, '/hang', 2);
  const first = await startWorker();
  await until(async () => keysTo('/hang').length === 2, 'both requests');
  await kill(first);
  assert.ok((await alertsOf(org)).every(({ delivery }) => delivery === 'pending'));
  answers = true;
  // As after the minute of the lease.
  await harness.database.system.run('update alerts set next_attempt_at = now() where org_id = $1', [org.orgId]);
  const second = await startWorker();
  const alerts = await until(async () => {
    const all = await alertsOf(org);
    return all.every(({ delivery }) => delivery === 'done') && all;
  }, 'the alerts');
  for (const { id, delivery_error } of alerts) {
    assert.equal(keysTo('/hang').filter((key) => key === id).length, 2);
    assert.match(delivery_error!, /may have been sent twice, with the same key/);
  }
  await kill(second);
});

test('an import whose process is killed in the middle makes one table, with every row', async () => {
  const org = await harness.org();
  const csv = `id,name\n${Array.from({ length: 5_000 }, (_, row) => `${row},name ${row}`).join('\n')}\n`;
  const made = await org.request('POST', '/v1/tables/upload/presigned-url/', {
    table_name: 'people',
    with_headers: true,
  });
  assert.equal(made.status, 201, made.text);
  const sent = await fetch(made.body.upload_url, { method: 'PUT', body: csv });
  assert.ok(sent.ok, await sent.text());
  // The import can do everything except make its table visible.
  const blocker = new pg.Client({ connectionString: harness.databaseUrl });
  await blocker.connect();
  await blocker.query('begin; lock table workspace_tables in exclusive mode');
  const first = await startWorker();
  const { upload_id: id } = made.body;
  assert.equal((await org.request('POST', `/v1/tables/upload/${id}/complete/`)).status, 202);
  const state = async () =>
    (
      await harness.database.system.query<{ attempt: number; waits: boolean }>(
        `select attempt, exists (select from pg_stat_activity where wait_event_type = 'Lock'
           and datname = current_database() and query like '%workspace_tables%') as waits from table_uploads where id = $1`,
        [id],
      )
    )[0]!;
  await until(async () => (await state()).waits, 'the import to reach its last step');
  await kill(first);
  await blocker.query('rollback');
  await blocker.end();
  await harness.database.system.run('update table_uploads set lease_until = now() where id = $1', [id]);
  const second = await startWorker();
  const done = await until(async () => {
    const { body } = await org.request('GET', `/v1/tables/upload/${id}/status/`);
    return body.status !== 'IMPORTING' && body;
  }, 'the import');
  assert.deepEqual([done.status, done.summary, (await state()).attempt], ['COMPLETED', { written_rows: 5_000 }, 2]);
  await kill(second);
});

test('a proposal whose process is killed goes on from its journal: the model is paid once', async () => {
  const org = await harness.org({ credits: 10 });
  const proposal = {
    suggested_name: 'Mules',
    product_summary: 'Pays out at once.',
    refs: [{ typology_id: 'money-mule', relevance: 'core', rationale: 'Accounts of strangers.' }],
  };
  await model.script('adviser', { json: proposal });
  // The job can do everything except save the proposal.
  const made = await org.request('POST', '/v1/knowledge-base/', {
    company: 'Acme',
    brief: 'Instant payouts to cards.',
  });
  assert.equal(made.status, 201, made.text);
  const blocker = new pg.Client({ connectionString: harness.databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from knowledge_drafts where knowledge_base_id = $1 for update', [made.body.id]);
  const first = await startWorker();
  await until(async () => (await model.calls('adviser')).length === 1, 'the call of the model');
  await until(
    async () =>
      (
        await harness.database.system.query(
          `select from job_steps s join knowledge_drafts d on d.job_id = s.job_id where d.knowledge_base_id = $1 limit 1`,
          [made.body.id],
        )
      ).length > 0,
    'the answer in the journal',
  );
  await kill(first);
  await blocker.query('rollback');
  await blocker.end();
  const second = await startWorker();
  const draft = await until(async () => {
    const { body } = await org.request('GET', `/v1/knowledge-base/${made.body.id}/draft/`);
    return body.status !== 'generating' && body;
  }, 'the proposal');
  assert.deepEqual([draft.status, draft.proposedBy, draft.iterationCount], ['ready', 'adviser', 1], draft.error);
  assert.deepEqual(
    draft.refs.map(({ typologyId }: { typologyId: string }) => typologyId),
    ['money-mule'],
  );
  assert.equal((await model.calls('adviser')).length, 1);
  await kill(second);
});

test('a proposal that cannot be made ends with the reason, and can be asked for again', async () => {
  const org = await harness.org();
  const worker = await startWorker();
  await model.script('adviser', { status: 400, errorBody: { error: { message: 'no such thing' } } });
  const made = await org.request('POST', '/v1/knowledge-base/', {
    company: 'Acme',
    brief: 'Instant payouts to cards.',
  });
  const path = `/v1/knowledge-base/${made.body.id}`;
  const ended = () =>
    until(async () => {
      const { body } = await org.request('GET', `${path}/draft/`);
      return body.status !== 'generating' && body;
    }, 'the end of the proposal');
  const failed = await ended();
  assert.equal(failed.status, 'error');
  assert.ok(failed.error.length > 0);
  await model.script('adviser', { json: { suggested_name: 'A', product_summary: 'B', refs: [] } });
  assert.equal((await org.request('POST', `${path}/regenerate/`, {})).status, 202);
  assert.equal((await ended()).status, 'ready');
  await kill(worker);
});
