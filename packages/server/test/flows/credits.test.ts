import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import pg from 'pg';
import { Type } from 'typebox';
import { grantCredits } from '#credits/ledger.ts';
import { defineEngine } from '#engines/engine/engine.ts';
import { findBrokenInvariants, findWrongBalances } from '#jobs/queue/invariants.ts';
import { createGateEngine, testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createAgent, getJob, runSync, startJob, untilFinal } from '../runs.ts';

const gate = createGateEngine();

/** Pays for a step that lasts until the job is stopped. */
const hasty = { stopped: 0 };
const hastyEngine = defineEngine({
  id: 'HastyEngine',
  name: 'Hasty',
  description: '',
  inputs: [],
  configSchema: Type.Object({}),
  run: ({ step, signal }) =>
    step('ask', async (usage) => {
      usage.cost = 0.01;
      await once(signal, 'abort');
      hasty.stopped += 1;
      throw new Error('stopped');
    }),
});

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine, hastyEngine] }));

async function account(org: TestOrg): Promise<{ balance: number; held: number }> {
  const { body } = await org.request('GET', `/v1/organizations/${org.orgId}/credits/`);
  return { balance: body.balance, held: body.held };
}

/** The balance is the sum of the ledger, and what is held is the sum of the holds. */
async function assertSettled(): Promise<void> {
  assert.deepEqual(await findWrongBalances(harness.database.system), []);
  const broken = await findBrokenInvariants(harness.database.system);
  assert.deepEqual(
    broken.filter(({ count }) => count > 0),
    [],
  );
}

test('a step that could not be recorded before its job timed out is billed once and appears in the job', async () => {
  const org = await harness.org({ credits: 1 });
  const agent = await createAgent(org, 'HastyEngine');
  const locker = new pg.Client({ connectionString: harness.databaseUrl });
  await locker.connect();
  await locker.query('begin; lock table job_steps in share mode');
  const id = await startJob(org, agent.id, { timeout_seconds: 1 });
  await until(async () => hasty.stopped > 0, 'the end of its time');
  // The end waits for the record, as for every database that takes no writes.
  const waits = `select from pg_locks where not granted and relation = 'job_steps'::regclass`;
  await until(async () => (await harness.database.system.query(waits)).length > 0, 'the record to wait');
  await locker.query('commit');
  await locker.end();
  const job = await untilFinal(org, id);
  const steps = async (): Promise<any[]> => (await getJob(org, id)).steps;
  await until(async () => (await steps()).length === 1, 'the step');
  assert.deepEqual([job.cost, (await steps())[0].cost], [0.01, 0.01]);
  assert.deepEqual(await account(org), { balance: 0.99, held: 0 });
  await assertSettled();
});

describe('a start', () => {
  test('needs an available balance above 0; else it is 403 {detail} on every run endpoint and stores nothing', async () => {
    const org = await harness.org({ credits: 0 });
    const agent = await createAgent(org, 'EchoEngine');
    const bodies: [string, unknown][] = [
      ['', { text: 'a' }],
      ['async/', { text: 'a' }],
      [`versions/${agent.versionId}/`, { text: 'a' }],
      [`versions/${agent.versionId}/async/`, { text: 'a' }],
      ['async/many/', { inputs: [{ text: 'a' }] }],
      ['batches/', { inputs: [{ text: 'a' }] }],
    ];
    for (const [path, body] of bodies) {
      const answer = await org.request('POST', `/v1/agents/run/${agent.id}/${path}`, body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [403, ['detail', 'code']], path);
    }
    assert.equal((await org.request('GET', `/v1/agents/${agent.id}/jobs/`)).body.count, 0);
    assert.equal((await org.request('GET', '/v1/agents/batches/')).body.count, 0);
    await grantCredits(harness.database.system, org.orgId, 0.01, '', 'operator');
    assert.equal((await runSync(org, agent.id, { text: 'a' })).status, 200);
  });

  test('checks the body before the credits', async () => {
    const org = await harness.org({ credits: 0 });
    const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    assert.equal((await runSync(org, agent.id, {})).status, 400);
  });

  test('of an unlimited organization needs no balance, and its ledger is still kept', async () => {
    const org = await harness.org();
    const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.25 } });
    await untilFinal(org, await startJob(org, agent.id));
    assert.deepEqual(await account(org), { balance: -0.25, held: 0 });
    await assertSettled();
  });

  test('holds its max_cost, or what recent jobs cost on average, and never more than there is', async () => {
    const org = await harness.org({ credits: 10 });
    const agent = await createAgent(org, 'GateEngine');
    const first = await startJob(org, agent.id, { text: 'a', max_cost: 4 });
    assert.deepEqual(await account(org), { balance: 10, held: 4 });
    const second = await startJob(org, agent.id, { text: 'b', max_cost: '100' });
    assert.deepEqual(await account(org), { balance: 10, held: 10 });
    const refused = await org.request('POST', `/v1/agents/run/${agent.id}/async/`, { text: 'c' });
    assert.equal(refused.status, 403, 'nothing is available');
    gate.open();
    for (const id of [first, second]) await untilFinal(org, id);
    gate.close();
    assert.deepEqual(await account(org), { balance: 10, held: 0 });
    await assertSettled();
  });

  test('right after the first job of an agent holds what that one cost, so that many at once do not overdraw', async () => {
    const org = await harness.org({ credits: 0.05 });
    const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.01 } });
    assert.equal((await runSync(org, agent.id, { text: 'first' })).status, 200);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        org.request('POST', `/v1/agents/run/${agent.id}/async/`, { text: `n${index}`, ms: 200 }),
      ),
    );
    const started = answers.filter(({ status }) => status === 200);
    assert.equal(started.length, 4);
    for (const { body } of started) assert.equal((await untilFinal(org, body)).status_code, 3);
    assert.deepEqual(await account(org), { balance: 0, held: 0 });
    await assertSettled();
  });

  test('of 200 at once with credit for 10 holds credit for 10', async () => {
    const org = await harness.org({ credits: 10 });
    const agent = await createAgent(org, 'GateEngine');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        org.request('POST', `/v1/agents/run/${agent.id}/async/`, { text: `n${index}`, max_cost: 1 }),
      ),
    );
    const started = answers.filter(({ status }) => status === 200);
    assert.equal(started.length, 10);
    assert.ok(answers.every(({ status }) => status === 200 || status === 403));
    assert.deepEqual(await account(org), { balance: 10, held: 10 });
    gate.open();
    for (const { body } of started) await untilFinal(org, body);
    gate.close();
    assert.deepEqual(await account(org), { balance: 10, held: 0 });
  });
});

describe('the end', () => {
  test('writes one ledger entry with the real cost and releases the hold, whatever the end is', async () => {
    const org = await harness.org({ credits: 10 });
    const agent = await createAgent(org, 'CostEngine', { config: { steps: 2, cost: 0.75 } });
    const success = await startJob(org, agent.id, { text: 'a', max_cost: 5 });
    assert.equal((await untilFinal(org, success)).cost, 1.5);
    assert.deepEqual(await account(org), { balance: 8.5, held: 0 });
    const slow = await startJob(org, agent.id, { steps: 2, ms: 50, text: 'b', max_cost: 5 });
    await until(async () => (await getJob(org, slow)).steps.length > 0, 'the first step');
    await org.request('POST', `/v1/agents/jobs/${slow}/cancel/`);
    assert.ok((await untilFinal(org, slow)).cost >= 0.75, 'it costs what it used so far');
    // A step that was in progress is billed when it ends.
    await until(async () => {
      const { cost } = await getJob(org, slow);
      const { balance, held } = await account(org);
      const { body } = await org.request('GET', `/v1/organizations/${org.orgId}/credits/`);
      const entries = body.results
        .filter((entry: { kind: string }) => entry.kind === 'job')
        .map((entry: { job_id: string; amount: number }) => [entry.job_id, entry.amount]);
      const expected = [
        [slow, -cost],
        [success, -1.5],
      ];
      return balance === 8.5 - cost && held === 0 && JSON.stringify(entries) === JSON.stringify(expected);
    }, 'one entry each, of what the job says it cost');
    await assertSettled();
  });

  test('keeps balance and ledger equal for amounts with more digits than are stored', async () => {
    const org = await harness.org({ credits: 1 });
    const agent = await createAgent(org, 'CostEngine', { config: { steps: 3, cost: 0.0000000041 } });
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        startJob(org, agent.id, { text: `n${index}`, cost: 0.01 / 3, max_cost: 2 / 300 }),
      ),
    );
    const many = await org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, {
      inputs: Array.from({ length: 20 }, (_, index) => ({ text: `m${index}`, cost: 1 / 7_000_000 })),
    });
    for (const id of [...ids, ...many.body]) assert.ok((await untilFinal(org, id)).status_code >= 3);
    await assertSettled();
    assert.equal((await account(org)).held, 0);
  });

  test('a failed attempt is paid too, and its recorded steps are not paid again', async () => {
    const org = await harness.org({ credits: 10 });
    const agent = await createAgent(org, 'StepsEngine', { config: { steps: 2, failures: 1 } });
    const job = await untilFinal(org, await startJob(org, agent.id));
    assert.equal(job.status_code, 3, job.error_message);
    assert.deepEqual(JSON.parse(job.outputs[0].value), [1, 1], 'both steps are those of the first attempt');
    assert.deepEqual([job.attempt, job.cost], [2, 0.5]);
    assert.equal((await account(org)).balance, 9.5);
  });
});

describe('a running job', () => {
  test('stops with FAILURE at the first step after its max_cost', async () => {
    const org = await harness.org();
    const agent = await createAgent(org, 'CostEngine', { config: { steps: 10, cost: 0.4 } });
    const job = await untilFinal(org, await startJob(org, agent.id, { max_cost: 1 }));
    assert.deepEqual([job.status_code, job.error_message], [4, 'The job stopped at its cost limit of 1 USD.']);
    assert.deepEqual([job.steps.length, job.cost], [3, 1.2]);
    const exact = await untilFinal(org, await startJob(org, agent.id, { max_cost: 0.8, steps: 2 }));
    assert.equal(exact.status_code, 3, 'what is paid for is delivered');
  });

  test('exceeds its hold while there is credit, and then stops at its next step', async () => {
    const org = await harness.org({ credits: 1 });
    const agent = await createAgent(org, 'CostEngine', { config: { steps: 10, cost: 0.3 } });
    const job = await untilFinal(org, await startJob(org, agent.id));
    assert.equal(job.status_code, 4);
    assert.match(job.error_message, /credits of the organization are used up/);
    assert.deepEqual([job.steps.length, job.cost], [4, 1.2]);
    assert.deepEqual(await account(org), { balance: -0.2, held: 0 });
    await assertSettled();
  });
});

test('run-many and batches need credit for one job; jobs that find none left stop before their first step', async () => {
  const org = await harness.org({ credits: 2 });
  const agent = await createAgent(org, 'CostEngine', { config: { cost: 1 } });
  const inputs = Array.from({ length: 1_200 }, (_, index) => ({ text: `n${index}`, max_cost: 1 }));
  const batch = await org.expect(201, 'POST', `/v1/agents/run/${agent.id}/batches/`, { inputs });
  const done = await until(
    async () => {
      const { body } = await org.request('GET', `/v1/agents/batches/${batch.id}/`);
      return body.finished_at !== null && body;
    },
    'the end of the batch',
    60_000,
  );
  assert.equal(done.counts.success, 2, 'as many as there was credit for');
  assert.equal(done.counts.failure, 1_198);
  assert.deepEqual(await account(org), { balance: 0, held: 0 });
  await assertSettled();
});
