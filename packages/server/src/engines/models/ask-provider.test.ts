import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { pluck, startHarness, until } from '../../../test/harness.ts';
import type { ModelReply } from '../../../test/model-server/replies.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { createAskEngine, writeModelsFile } from '../../../test/models/fixtures.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../../../test/runs.ts';

// What providers do wrong. Each case has a provider of its own, so that the breaker of one is not that of another.

const good: ModelReply = { text: 'fine' };
const shortFaults: Record<string, ModelReply> = {
  overloaded: { status: 429, headers: { 'retry-after': '1' } },
  failing: { status: 500 },
  unavailable: { status: 503 },
  silent: { fault: 'hang' },
  garbled: { fault: 'broken' },
  cut: { fault: 'cut' },
  reset: { fault: 'reset' },
};
const names = [...Object.keys(shortFaults), 'down', 'always500', 'key', 'bad', 'quota', 'gone', 'mute', 'late'];
const env = () => ({
  ERRAND_MODELS_FILE: file.path,
  ERRAND_MODEL_TIMEOUT_SECONDS: '2',
  TEST_KEY: 'sk-secret-of-the-server',
});

const server = await startModelServer();
const provider = { base_url: `${server.url}/v1`, api_key_env: 'TEST_KEY' };
const file = await writeModelsFile({
  providers: {
    ...Object.fromEntries(names.map((name) => [name, provider])),
    gone: { base_url: 'http://127.0.0.1:9/v1' },
  },
  models: names.map((name) => ({
    id: `m-${name}`,
    provider: name,
    ...(name === 'late' && { prices: { input: 1, output: 2 } }),
  })),
});
const harness = await startHarness({ env: env(), engines: [createAskEngine()] });
const org = await harness.org();
after(async () => {
  await harness.stop();
  await server.stop();
  await file.remove();
});

const ask = async (name: string): Promise<string> => {
  const { id } = await createAgent(org, 'AskEngine', { config: { model: `m-${name}` } });
  return startJob(org, id, { text: 'How are you?' });
};

describe('a fault that passes is waited out within the attempt', { concurrency: true }, () => {
  for (const [name, fault] of Object.entries(shortFaults)) {
    test(`${name}: ${JSON.stringify(fault)}`, async () => {
      await server.script(`m-${name}`, fault, good);
      const job = await untilFinal(org, await ask(name), 60_000);
      assert.equal(job.status_code, 3, job.error_message);
      assert.equal(job.attempt, 1);
      const calls = await server.calls(`m-${name}`);
      assert.equal(calls.length, 2);
      if (name === 'overloaded') assert.ok(calls[1]!.at - calls[0]!.at >= 1_000, 'Retry-After was not respected');
      assert.deepEqual(pluck(job.steps, 'name', 'status'), [['ask', 'succeeded']]);
    });
  }
});

describe('faults that do not pass', { concurrency: true }, () => {
  test('an error that a retry cannot fix fails at once, with a message that holds no secret', async () => {
    await server.script('m-key', {
      status: 401,
      errorBody: { error: { message: 'Incorrect key sk-secret-of-the-server' } },
    });
    await server.script('m-bad', { status: 400, errorBody: { error: { message: 'Your prompt is too long.' } } });
    await server.script('m-quota', {
      status: 429,
      errorBody: { error: { code: 'insufficient_quota', message: 'no' } },
    });
    const [key, bad, quota] = await Promise.all(
      ['key', 'bad', 'quota'].map(async (name) => untilFinal(org, await ask(name))),
    );
    assert.match(key.error_message, /refused the API key of this server \(401\)/);
    assert.match(bad.error_message, /Your prompt is too long/);
    assert.match(quota.error_message, /no quota left/);
    for (const [name, job] of Object.entries({ key, bad, quota })) {
      assert.equal(job.status_code, 4);
      assert.equal(job.attempt, 1);
      assert.doesNotMatch(JSON.stringify(job), /sk-secret/);
      assert.equal((await server.calls(`m-${name}`)).length, 1);
    }
  });

  test('an outage costs no attempt: jobs wait, nobody asks meanwhile, and they continue by themselves', async () => {
    await server.script('m-down', { status: 503 });
    const first = await ask('down');
    const waiting = await untilJob(org, first, (job) => job.status_code === 2, 60_000);
    assert.match(waiting.error_message, /down is not available.*continues by itself/);
    assert.equal(waiting.attempt, 0, 'an attempt was counted');
    const asked = (await server.calls('m-down')).length;
    const others = await Promise.all([ask('down'), ask('down'), ask('down')]);
    for (const id of others) await untilJob(org, id, (job) => job.status_code === 2);
    const during = (await server.calls('m-down')).length;
    assert.ok(during - asked <= 1, `${during - asked} further calls while it was down`);
    await server.script('m-down', good);
    for (const id of [first, ...others]) {
      const job = await untilFinal(org, id, 60_000);
      assert.equal(job.status_code, 3, job.error_message);
      assert.equal(job.attempt, 1);
      const waits = job.status_events.filter((event: any) => event.status_code === 2);
      assert.equal(waits.length, 1, 'repeated waits are one event');
      assert.ok(waits[0].count >= 1);
    }
  });

  test('a provider that cannot be reached at all is an outage, too', async () => {
    const job = await untilJob(org, await ask('gone'), (one) => one.status_code === 2, 60_000);
    assert.match(job.error_message, /cannot be reached|not available/);
    assert.equal(job.attempt, 0);
  });

  test('a fault that the request may cause itself costs an attempt', async () => {
    await server.script('m-always500', { status: 500 });
    const job = await untilJob(org, await ask('always500'), (one) => one.status_code === 2, 60_000);
    assert.equal(job.attempt, 1);
    assert.match(job.error_message, /failed \(500\)/);
    assert.equal((await server.calls('m-always500')).length, 3);
  });

  test('cancelling ends a call that gets no answer', async () => {
    await server.script('m-mute', { fault: 'hang' });
    const jobId = await ask('mute');
    await until(async () => (await server.calls('m-mute')).length > 0, 'the call');
    assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`)).status, 204);
    assert.equal((await untilFinal(org, jobId)).status_code, 5);
  });

  test('a call that was in progress when its job was cancelled is billed once the provider reports its usage', async () => {
    await server.script('m-late', { text: 'too late', delayMs: 700, inputTokens: 1_000, outputTokens: 500 });
    const jobId = await ask('late');
    await until(async () => (await server.calls('m-late')).length > 0, 'the call');
    assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`)).status, 204);
    assert.equal((await untilFinal(org, jobId)).status_code, 5);
    const billed = await until(async () => {
      const [row] = await harness.database.system.query<{ cost: number; tokens: number; paid: number; steps: number }>(
        `select r.cost, r.input_tokens as tokens, (select -sum(amount) from credit_ledger where job_id = r.job_id) as paid,
          (select sum(cost) from job_steps where job_id = r.job_id) as steps
        from job_results r where r.job_id = $1 and r.cost > 0`,
        [jobId],
      );
      return row;
    }, 'the bill');
    assert.deepEqual(billed, { cost: 0.002, tokens: 1_000, paid: 0.002, steps: 0.002 });
    const wrong = await harness.database.system.query(
      `select from credit_accounts a
        where balance <> (select coalesce(sum(amount), 0) from credit_ledger where org_id = a.org_id)`,
    );
    assert.deepEqual(wrong, []);
    assert.equal((await server.calls('m-late')).length, 1);
  });
});
