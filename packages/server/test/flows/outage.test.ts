import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import pg from 'pg';
import { limits, setLimits } from '#platform/limits.ts';
import { startHarness, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAskEngine, writeModelsFile } from '../models/fixtures.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { createHook, createAgent as createTemplateAgent, deliveriesOf, runJob } from '../webhooks/fixtures.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { submit, untilOver, uploadCsv } from '../workspace/workspace.ts';

// A database that takes no writes for a while, as at a failover behind an address, with a model server that counts its
// calls: what was paid for is paid for once.

const server = await startModelServer();
const file = await writeModelsFile({
  providers: { counted: { base_url: `${server.url}/v1` } },
  models: ['first', 'second'].map((id) => ({ id, provider: 'counted', prices: { input: 1, output: 2 } })),
});
const harness = await startHarness({
  env: { ERRAND_MODELS_FILE: file.path, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' },
  engines: [createAskEngine()],
});
const org = await harness.org();
const admin = new pg.Client({ connectionString: harness.databaseUrl });
await admin.connect();
const agentId = (await createAgent(org, 'AskEngine', { config: { model: 'first', second: 'second' } })).id;
beforeEach(() => setReadOnly('off'));
after(async () => {
  await setReadOnly('off');
  await admin.end();
  await harness.stop();
  await server.stop();
  await file.remove();
});

/** For connections that are open, too, as at a failover. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await admin.query('begin read write');
  await admin.query(
    `alter database ${new URL(harness.databaseUrl).pathname.slice(1)} set default_transaction_read_only = ${value}`,
  );
  await admin.query('commit');
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await until(
    async () => (await findCause()) === (value === 'on' ? 'read_only' : undefined),
    `read-only to be ${value}`,
  );
}

/** As a probe sees it; the connections of the test itself are not asked. */
async function findCause(): Promise<string | undefined> {
  const view = harness.service.databaseState.current();
  return view.writable ? undefined : view.cause;
}

const countCalls = async (model: string): Promise<number> => (await server.calls(model)).length;

test('jobs whose model calls end in a read-only window make each call once, lose no attempt and are billed for all', async () => {
  const total = 8;
  await server.script('first', { text: 'one', delayMs: 1_000, inputTokens: 1_000, outputTokens: 500 });
  await server.script('second', { text: 'two', inputTokens: 1_000, outputTokens: 500 });
  const ids = await Promise.all(Array.from({ length: total }, (_, n) => startJob(org, agentId, { text: `case ${n}` })));
  await until(async () => (await countCalls('first')) === total, 'all first calls to be in progress');
  await setReadOnly('on');
  await until(async () => (await server.open('first')) === 0, 'all of them to be answered');
  // Nothing is begun that could be lost.
  assert.equal(await countCalls('second'), 0);
  // One that comes now waits, and is accepted once.
  const late = startJob(org, agentId, { text: 'late' });
  await setReadOnly('off');
  for (const id of [...ids, await late]) {
    const job = await untilFinal(org, id, 60_000);
    assert.deepEqual([job.status_code, job.attempt], [3, 1], job.error_message);
    assert.equal(job.status_events.length, 3, JSON.stringify(job.status_events));
  }
  assert.deepEqual([await countCalls('first'), await countCalls('second')], [total + 1, total + 1]);
  const [billed] = await harness.database.system.query<{ cost: number }>(
    'select -sum(amount) as cost from credit_ledger where job_id is not null and org_id = $1',
    [org.orgId],
  );
  assert.equal(billed!.cost.toFixed(6), ((total + 1) * 2 * 0.002).toFixed(6));
});

test('a SQL query whose agents are asked in a read-only window continues afterwards and asks each once', async () => {
  await server.script('first', { text: 'one', delayMs: 1_000 });
  await server.script('second', { text: 'two' });
  const before = [await countCalls('first'), await countCalls('second')];
  assert.equal((await uploadCsv(org, 'cases', 'id,body\n1,red\n2,green\n3,blue\n')).status, 201);
  const id = await submit(
    org,
    `select id, run_agent_sync('${agentId}', map {'text': body}) as answer from cases order by id`,
  );
  await until(async () => (await countCalls('first')) === before[0]! + 3, 'the agents to be asked', 60_000);
  await setReadOnly('on');
  await until(async () => (await server.open('first')) === 0, 'all of them to be answered');
  await setReadOnly('off');
  const query = await untilOver(org, id, 60_000);
  assert.equal(query.query_task_status, 'SUCCESS', query.error_message ?? query.error);
  assert.deepEqual([await countCalls('first'), await countCalls('second')], [before[0]! + 3, before[1]! + 3]);
  const [row] = await harness.database.system.query<{ attempt: number }>(
    'select attempt from worksheet_queries where id = $1',
    [id],
  );
  assert.equal(row!.attempt, 1);
});

test('a webhook that is answered in a read-only window is sent once and recorded afterwards', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const receiver = await startReceiver((response) => arrived.resolve(() => response.writeHead(200).end('thanks')));
  try {
    const agent = await createTemplateAgent(org);
    const hook = await createHook(org, [agent.id], { url: receiver.url });
    await runJob(org, agent.id, { name: 'Ada' });
    const answer = await arrived.promise;
    await setReadOnly('on');
    answer();
    await setReadOnly('off');
    const delivery = await until(async () => {
      const [one] = await deliveriesOf(org, hook.id);
      return one?.status === 'succeeded' && one;
    }, 'the record of the delivery');
    assert.equal(delivery.attempt, 1, JSON.stringify(delivery));
    assert.equal(receiver.received.length, 1);
  } finally {
    await receiver.stop();
  }
});

test('a request that waited in vain gets 503 with Retry-After; reads are answered', async () => {
  const usual = { ...limits };
  setLimits({ ...usual, outageWaitSeconds: 1 });
  await setReadOnly('on');
  try {
    for (const [method, path, body] of [
      ['POST', `/v1/agents/run/${agentId}/async/`, { text: 'refused' }],
      ['PATCH', `/v1/agents/${agentId}/`, { description: 'refused' }],
      ['POST', '/v1/agents/', { name: 'refused', engine_class_id: 'AskEngine' }],
    ] as const) {
      const answer = await org.request(method, path, body);
      assert.equal(answer.status, 503, answer.text);
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal(answer.headers.get('x-error-code'), 'errand.service.unavailable');
      assert.equal(typeof answer.body.detail, 'string');
    }
    const read = await org.expect(200, 'GET', `/v1/agents/${agentId}/`);
    assert.notEqual(read.description, 'refused');
  } finally {
    setLimits(usual);
    await setReadOnly('off');
  }
});
