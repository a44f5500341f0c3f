import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startHarness, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../runs.ts';
import { createAskEngine, writeModelsFile } from './fixtures.ts';

// Workers as processes of their own. One is killed while it waits for a model: what was answered before is not asked
// again. Two know of each other only through the database: limits and outages of a provider hold for both.

const CHILD = fileURLToPath(new URL('worker-child.ts', import.meta.url));
const children: ChildProcess[] = [];

const folder = await mkdtemp(join(tmpdir(), 'errand-crash-'));
const server = await startModelServer();
const provider = { base_url: `${server.url}/v1` };
const file = await writeModelsFile({
  providers: {
    narrow: { ...provider, concurrency: 2 },
    paced: { ...provider, calls_per_minute: 60 },
    down: provider,
  },
  models: ['narrow', 'paced', 'down'].map((name) => ({ id: `m-${name}`, provider: name })),
});
const env = { ...server.env, ERRAND_MODELS_FILE: file.path };
const harness = await startHarness({ env: { ...env, ERRAND_ROLE: 'api' }, engines: [createAskEngine()] });
const org = await harness.org();
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await harness.stop();
  await server.stop();
  await file.remove();
  await rm(folder, { recursive: true, force: true });
});

async function startWorker(more: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_ROLE: 'worker',
      ERRAND_DRAIN_SECONDS: '0',
      ERRAND_SQL_WARM: '0',
      ERRAND_DATA_DIR: join(folder, `data-${children.length}`),
      TOOL_FILE: join(folder, 'tools'),
      LOG_LEVEL: 'silent',
      ...more,
    },
  });
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

test('a worker killed between two model calls: the first call and the tool are not repeated', async () => {
  await server.script('first', { text: 'one', inputTokens: 11, outputTokens: 1 });
  await server.script(
    'second',
    { tools: [{ name: 'add', input: { a: 1, b: 2 } }], inputTokens: 22, outputTokens: 2 },
    { fault: 'hang' },
  );
  const { id } = await createAgent(org, 'AskEngine', { config: { model: 'first', second: 'second', tools: true } });
  const jobId = await startJob(org, id, { text: 'Go.' });
  const worker = await startWorker();
  await until(async () => (await server.calls('second')).length === 2, 'the second turn', 60_000);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await server.script('second', { text: 'three', inputTokens: 33, outputTokens: 3 });
  await startWorker();
  const job = await untilFinal(org, jobId, 90_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(JSON.parse(job.outputs[0].value), ['one', 'three']);
  assert.equal(job.attempt, 2);
  assert.equal((await server.calls('first')).length, 1, 'the first model was paid twice');
  assert.equal((await server.calls('second')).length, 3, 'only the call that got no answer was made again');
  assert.equal(await readFile(join(folder, 'tools'), 'utf8'), '{"a":1,"b":2}\n', 'the tool was used twice');
  assert.deepEqual([job.input_tokens, job.output_tokens], [66, 6]);
  const last = JSON.stringify((await server.calls('second'))[2]!.body);
  assert.match(last, /sum\\*":3/, 'the conversation goes on with what was recorded');
});

test('two workers: a provider is asked by both within its limits, and its outage costs no job an attempt', async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const settings = { HAS_COMPANY: 'yes', ERRAND_WORKER_CONCURRENCY: '4' };
  await Promise.all([startWorker(settings), startWorker(settings)]);
  const ask = async (name: string, times: number): Promise<string[]> => {
    const { id } = await createAgent(org, 'AskEngine', { config: { model: `m-${name}` } });
    return Promise.all(Array.from({ length: times }, (_, nth) => startJob(org, id, { text: `Question ${nth}` })));
  };
  const finish = async (ids: string[]): Promise<void> => {
    for (const id of ids) {
      const job = await untilFinal(org, id, 90_000);
      assert.deepEqual([job.status_code, job.attempt], [3, 1], job.error_message);
    }
  };

  await server.script('m-narrow', { text: 'fine', delayMs: 300 });
  const narrow = await ask('narrow', 8);
  await until(async () => {
    const [row] = await harness.database.system.query<{ workers: number }>(
      'select count(distinct worker_id)::int as workers from job_queue',
    );
    return row!.workers === 2;
  }, 'both workers to have jobs');
  await finish(narrow);
  assert.equal(await server.peak('m-narrow'), 2);
  const [left] = await harness.database.system.query<{ leases: unknown }>(
    `select leases from model_providers where id = 'narrow'`,
  );
  assert.deepEqual(left!.leases, {}, 'every place was given back');

  await server.script('m-paced', { text: 'fine' });
  const startedAt = Date.now();
  await finish(await ask('paced', 8));
  const calls = await server.calls('m-paced');
  assert.equal(calls.length, 8);
  // One a second, and those of five seconds may come together: the last one is not due before the third second.
  assert.ok(calls.at(-1)!.at - startedAt >= 1_900, 'the two together were faster than the limit');

  await server.script('m-down', { status: 503 });
  const waiting = await ask('down', 8);
  for (const id of waiting) assert.equal((await untilJob(org, id, (job) => job.status_code === 2, 60_000)).attempt, 0);
  const tried = (await server.calls('m-down')).length;
  // All that were in flight when it closed, and from then on one at a time.
  assert.ok(tried <= 8 + 3, `${tried} calls of a provider that is away`);
  await server.script('m-down', { text: 'fine' });
  await finish(waiting);
});
