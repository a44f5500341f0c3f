import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Harness, startHarness, type TestOrg, until } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { createAskEngine } from './fixtures.ts';

// A worker is killed while it waits for a model. What was answered before is not asked again.

const CHILD = fileURLToPath(new URL('worker-child.ts', import.meta.url));
let harness: Harness;
let org: TestOrg;
let server: ModelServer;
let folder: string;
const children: ChildProcess[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-crash-'));
  server = await startModelServer();
  harness = await startHarness({ env: { ...server.env, ERRAND_ROLE: 'api' }, engines: [createAskEngine()] });
  org = await harness.org();
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await harness.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CHILD], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...server.env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_ROLE: 'worker',
      ERRAND_DATA_DIR: join(folder, `data-${children.length}`),
      TOOL_FILE: join(folder, 'tools'),
      LOG_LEVEL: 'silent',
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
