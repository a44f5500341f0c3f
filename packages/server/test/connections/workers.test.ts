import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { testEngines } from '../engines.ts';
import { SECRET_KEY, startHarness, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { rowsOf } from '../workspace/workspace.ts';
import { startDatabasePort, startSystem } from './systems.ts';

// Workers as processes of their own: one is killed while it writes to a team's system, one is searched for secrets.

const CHILD = fileURLToPath(new URL('../flows/worker-child.ts', import.meta.url));
const CANARY = 'canary-8c1f"7e&%02';
/** Roles belong to the whole server. */
const READER = `worker_reader_${process.pid}_${Date.now()}`;
const forms = [CANARY, JSON.stringify(CANARY).slice(1, -1), encodeURIComponent(CANARY)];

let answers = true;
const logged: string[] = [];
const children = new Set<ChildProcess>();

const folder = await mkdtemp(join(tmpdir(), 'errand-workers-'));
const model = await startModelServer();
// It repeats the credentials, as a careless system does.
const api = await startSystem(({ url, headers }) => {
  if (url === '/hang' && !answers) return undefined;
  return {
    status: url === '/refused' ? 422 : 200,
    body: JSON.stringify({ total: 118, sent: headers.authorization }),
  };
});
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
const harness = await startHarness({
  engines: testEngines,
  env: {
    ...model.env,
    ERRAND_ROLE: 'api',
    ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
    ERRAND_STORAGE: join(folder, 'storage'),
  },
  log: pino({ level: 'debug' }, sink) as never,
});
const org = await harness.org();
const port = await startDatabasePort(harness.databaseUrl);
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await harness.database.system.run(`drop role if exists ${READER}`);
  await harness.stop();
  await model.stop();
  await api.close();
  port.close();
  await rm(folder, { recursive: true, force: true });
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...model.env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_ROLE: 'worker',
      ERRAND_DRAIN_SECONDS: '0',
      ERRAND_SQL_WARM: '0',
      ERRAND_SECRET_KEY: SECRET_KEY,
      ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
      ERRAND_DATA_DIR: join(folder, `data-${children.size}`),
      ERRAND_STORAGE: join(folder, 'storage'),
      LOG_LEVEL: 'debug',
    },
  });
  children.add(child);
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => logged.push(String(chunk)));
  await once(child.stdout!, 'data');
  return child;
}
async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function connect(connector_type: string, name: string, config: object, auth_config: object): Promise<string> {
  const made = await org.expect(201, 'POST', '/v1/connections/', { connector_type, name, config, auth_config });
  return made.id;
}
async function agentWith(connection_id: string, paths: string[], config: object = { template: 'x' }, engine?: string) {
  const agent = await createAgent(org, engine ?? 'TemplateEngine', { config: { ...config } });
  await org.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, {
    post_actions: paths.map((path) => ({
      name: path,
      connection_id,
      operation: 'request',
      trigger_on: [3],
      param_mappings: { path, body: '${json:job}' },
    })),
  });
  return agent;
}
const actionsOf = async (jobId: string) => (await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body.post_actions;
const hangs = () => api.seen.filter(({ url }) => url === '/hang');

for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  test(`${signal} during a delivery: it is not called sent, and the next process sends it with the same key`, async () => {
    const id = await connect('custom_api', signal, { base_url: api.url, headers: { 'x-run': signal } }, {});
    const agent = await agentWith(id, ['/hang']);
    answers = false;
    const before = hangs().length;
    const worker = await startWorker();
    const jobId = await startJob(org, agent.id, { text: signal });
    await until(async () => hangs().length > before, 'the request of the delivery', 60_000);
    await end(worker, signal);
    const [waiting] = await actionsOf(jobId);
    assert.deepEqual([waiting.status, waiting.attempts, waiting.finished_at], ['pending', 1, null]);
    answers = true;
    // A killed process leaves a lease of 150 s, which is over now; one that stopped gave it back.
    if (signal === 'SIGKILL')
      await harness.database.system.run('update post_action_deliveries set next_attempt_at = now() where id = $1', [
        waiting.id,
      ]);
    const other = await startWorker();
    const sent = await until(
      async () => (await actionsOf(jobId)).find((one: any) => one.status !== 'pending'),
      'the delivery',
      60_000,
    );
    assert.deepEqual([sent.status, sent.attempts], ['succeeded', 2], sent.message);
    assert.match(sent.message, /may have been performed twice, with the same key/);
    const keys = hangs()
      .slice(before)
      .map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual(keys, [sent.id, sent.id]);
    await end(other, 'SIGKILL');
  });

test('the secrets of connections are in no answer, step, log, table, file, case file or process', async (t) => {
  const shop = await connect('custom_api', 'Shop API', { base_url: api.url }, { type: 'bearer', token: CANARY });
  await harness.database.system.run(`create role ${READER} login password '${CANARY}'`);
  const base = await connect('postgres', 'shop', port.config, { username: READER, password: CANARY });
  const output_schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
  const config = { model: 'clerk', text: '$text', output_schema, connections: ['Shop API'] };
  const agent = await agentWith(shop, ['/events', '/refused'], config, 'MultimodalExtractionEngine');
  const call = { name: 'shop_api_request', input: { method: 'GET', path: '/orders/7' } };
  await model.script('clerk', { tools: [call] }, { json: { answer: 'paid' } });
  const worker = await startWorker();
  // Either of the two runs the statement.
  const watched = watchProcesses(worker.pid!, process.pid);
  t.after(watched.stop);
  const job = await untilFinal(org, await startJob(org, agent.id, { text: 'Is it paid?' }), 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  const actions = await until(async () => {
    const all = await actionsOf(job.id);
    return all.every(({ status }: any) => status !== 'pending') && all;
  }, 'the deliveries');
  assert.deepEqual(actions.map(({ status }: any) => status).sort(), ['failed', 'succeeded']);
  assert.deepEqual(await rowsOf(org, `select count(*) from connection('shop', 'select 1 as one')`), [[1]]);
  const seen = await watched.stop();
  assert.ok(seen.children > 0, 'the process of the statement was looked at, too');
  assert.ok(
    api.seen.some(({ headers }) => headers.authorization === `Bearer ${CANARY}`),
    'it was used',
  );

  const places: [string, string][] = [
    ['the log', logged.join('')],
    ['processes', seen.text],
    ['what the model was told', JSON.stringify(await model.calls('clerk'))],
  ];
  for (const path of [
    '/v1/connections/',
    ...[shop, base].flatMap((id) => [`/v1/connections/${id}/`, `/v1/connections/${id}/uses/`]),
    `/v1/agents/jobs/${job.id}/`,
    `/v1/agents/jobs/${job.id}/events/`,
    `/v1/agents/jobs/${job.id}/artifacts/`,
    // Not compressed, so that the text of a secret would show.
    `/v1/agents/jobs/${job.id}/case-file/`,
    `/v1/agents/${agent.id}/versions/`,
    `/v1/organizations/${org.orgId}/audit/`,
    '/metrics',
  ])
    places.push([path, (await org.request('GET', path)).text]);
  for (const id of [shop, base])
    places.push(['a test', (await org.request('POST', `/v1/connections/${id}/test/`)).text]);
  const tables = await harness.database.system.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  for (const { name } of tables) {
    const found = await harness.database.system.query<{ text: string }>(`select t::text as text from "${name}" t`);
    places.push([`the table ${name}`, found.map(({ text }) => text).join('\n')]);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      places.push([path, await readFile(path, 'latin1').catch(() => '')]);
    }
  for (const [name, content] of places)
    for (const form of forms) assert.ok(!content.includes(form), `${name} has ${form}`);
});

/** Arguments and environment of a process and all below it, looked at again and again. */
function watchProcesses(...roots: number[]) {
  const texts = new Set<string>();
  const pids = new Set<number>();
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  async function look(pid: number): Promise<void> {
    const command = await read(`/proc/${pid}/cmdline`);
    if (command === '') return;
    pids.add(pid);
    for (const text of [command, await read(`/proc/${pid}/environ`)]) texts.add(text);
    const below = (await read(`/proc/${pid}/task/${pid}/children`)).trim();
    for (const child of below === '' ? [] : below.split(' ')) await look(Number(child));
  }
  let over = false;
  const watching = (async () => {
    while (!over) {
      for (const root of roots) await look(root);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      return { children: pids.size - roots.length, text: [...texts].join('\n') };
    },
  };
}
