import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '@errand/sdk';
import { type Harness, startHarness, type TestOrg, until } from '../../../server/test/harness.ts';
import { type Receiver, startReceiver } from '../../../server/test/webhooks/receiver.ts';
import { errand, errandJson, startErrand } from '../../test/cli.ts';

// Tests webhooks and uploads with the CLI, against a server that must not reach private addresses.

let harness: Harness;
let org: TestOrg;
let receiver: Receiver;
let folder: string;
let env: NodeJS.ProcessEnv;
let agentId: string;

before(async () => {
  harness = await startHarness({ env: { ERRAND_BODY_BYTES_MAX: String(2 * 1024 * 1024) } });
  org = await harness.org();
  receiver = await startReceiver();
  folder = await mkdtemp(join(tmpdir(), 'errand-webhooks-'));
  env = { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, XDG_CONFIG_HOME: folder };
  const input_definitions = [
    { key: 'name', data_type: 'text/plain', description: '', required: false },
    { key: 'doc', data_type: 'application/pdf', description: '', required: false },
  ];
  const body = { engine_class_id: 'TemplateEngine', engine_config: { template: 'Dear ${name}' }, input_definitions };
  agentId = (await org.request('POST', '/v1/agents/', { name: 'Letter', ...body })).body.id;
});
after(async () => {
  await receiver.stop();
  await harness.stop();
  await rm(folder, { recursive: true });
});

test('a webhook is created with its links, listed, shown, triggered and deleted', async () => {
  const url = 'https://receiver.invalid/hook';
  const { id, secret } = await errandJson(['webhooks', 'create', 'Ops', url, '--agent', 'letter'], env);
  assert.match(secret, /^whsec_/);
  assert.equal((await errandJson(['webhooks', 'list'], env)).webhooks[0].id, id);
  const { agents } = await errandJson(['webhooks', 'get', 'ops'], env);
  assert.deepEqual(agents, [{ id: agentId, name: 'Letter' }]);
  assert.match((await errand(['webhooks', 'get', id], env)).stdout, /agents +Letter/);
  const triggered = await errand(['webhooks', 'trigger', 'Ops', '--json'], env);
  assert.equal(triggered.code, 1, 'the address cannot be reached');
  assert.equal(JSON.parse(triggered.stdout).sent[0].webhook_id, id);
  assert.deepEqual(await errandJson(['webhooks', 'delete', 'Ops'], env), { deleted: id });
  assert.deepEqual((await errandJson(['webhooks', 'list'], env)).webhooks, []);
});

test('an address that cannot be one, and a name that is not there, are told', async () => {
  const cases: [number, RegExp, ...string[]][] = [
    [2, /must look like https/, 'create', 'x', 'ftp://example.org/'],
    [2, /url: /, 'create', 'x', receiver.url],
    [2, /forward-to/, 'listen'],
    [4, /No webhook is called Nobody/, 'get', 'Nobody'],
    [4, /No agent is called Lette\. Did you mean Letter\?/, 'listen', '--forward-to', receiver.url, '--agent', 'Lette'],
    [2, /Did you mean listen/, 'lisen'],
  ];
  for (const [code, said, ...args] of cases) {
    const result = await errand(['webhooks', ...args], env);
    assert.equal(result.code, code, `${args.join(' ')}: ${result.stderr}`);
    assert.match(result.stderr, said);
  }
});

test('listening brings signed events to this machine, and Ctrl-C leaves nothing behind', async (context) => {
  const listening = startErrand(['webhooks', 'listen', '--forward-to', receiver.url, '--json'], env);
  context.after(() => listening.send('SIGKILL'));
  const lines = () =>
    listening.said.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  await until(async () => listening.said.stdout.includes('\n'), 'the listener to be ready');
  const [{ secret, webhook_id: id }] = lines();
  const { job_id: jobId } = await errandJson(['run', 'Letter', 'name=Ada', '--detach'], env);
  await until(async () => lines().some((line) => line.job_id === jobId), 'the event to be forwarded');
  const received = receiver.received.find(({ body }) => JSON.parse(body).job.id === jobId)!;
  assert.deepEqual(await verifyWebhook(received.body, received.headers, secret), { valid: true });
  const forwarded = lines().find((line) => line.job_id === jobId);
  assert.deepEqual([forwarded.event, forwarded.status, forwarded.error], ['job_completed', 200, null]);
  const { sent } = await errandJson(['webhooks', 'trigger'], env);
  assert.deepEqual(
    sent.map((one: { webhook_id: string; success: boolean }) => [one.webhook_id, one.success]),
    [[id, true]],
  );
  await until(async () => lines().some((line) => line.event === 'test'), 'the sample');
  const exported = await errandJson(['export', join(folder, 'exported')], env);
  assert.deepEqual(exported.files, ['agents/letter.yaml'], 'a listener is no configuration');
  listening.send('SIGINT');
  assert.equal(await listening.exit, 0, listening.said.stderr);
  assert.deepEqual((await errandJson(['webhooks', 'list'], env)).webhooks, []);
  assert.equal((await errand(['webhooks', 'trigger'], env)).code, 1, 'There are no listeners');
});

test('an address that does not answer is told for each event, and listening goes on', async (context) => {
  const args = ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:9/', '--agent', 'Letter'];
  const listening = startErrand(args, env);
  context.after(() => listening.send('SIGKILL'));
  await until(async () => listening.said.stdout.includes('whsec_'), 'the listener to be ready');
  for (const times of [1, 2]) {
    await errandJson(['webhooks', 'trigger'], env);
    await until(
      async () => (listening.said.stdout.match(/✗ test .* \(\d+ ms\)/g) ?? []).length === times,
      'the failure to be told',
    );
  }
  listening.send('SIGTERM');
  assert.equal(await listening.exit, 0);
});

test('files that are too large or change meanwhile are refused in words, and no job starts', async () => {
  const path = join(folder, 'large.pdf');
  await writeFile(path, '');
  const before = (await errandJson(['jobs', 'list'], env)).results.length;
  for (const size of [64 * 1024 ** 2, 5 * 1024 ** 3]) {
    await truncate(path, size);
    const large = await errand(['run', 'Letter', `doc=@${path}`], env);
    assert.equal(large.code, 2, large.stderr);
    assert.match(large.stderr, /too large|at most/);
  }
  await truncate(path, 1024);
  assert.equal((await errand(['run', 'Letter', `doc=@${path}`], env)).code, 0);
  assert.equal((await errandJson(['jobs', 'list'], env)).results.length, before + 1);
});
