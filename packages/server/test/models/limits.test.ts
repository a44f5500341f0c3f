import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Type } from 'typebox';
import { createBudgetWatch } from '#budgets/watch.ts';
import { defineEngine } from '#engines/engine/engine.ts';
import { rollUp } from '#jobs/figures/roll-up.ts';
import { pluck, request, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import type { ModelReply } from '../model-server/replies.ts';
import { startModelServer } from '../model-server/start.ts';
import { badListing, createCaseAgent } from '../policies/cases.ts';
import { claim, good, rejected } from '../policies/model-cases.ts';
import { createAgent, getJob, startJob, untilFinal } from '../runs.ts';
import { createAskEngine, writeModelsFile } from './fixtures.ts';

// Limits that end exactly at a call, and a little after it: whichever call it is, the next one is not made. Every call of
// the fake models costs 0.12 USD.

const server = stopAtEnd(await startModelServer());
const MODELS = ['first', 'second'] as const;
const file = await writeModelsFile({
  providers: { own: { base_url: `${server.url}/v1` } },
  models: MODELS.map((id) => ({ id, provider: 'own', prices: { input: 0, output: 1_000 } })),
});
after(() => file.remove());
/** What the engine waits for between its two calls. */
let pause = Promise.withResolvers<void>();
const pausing = defineEngine({
  id: 'PausingEngine',
  name: 'Pausing',
  description: 'Calls a model, waits, and calls it again.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'What to ask.' }],
  configSchema: Type.Object({}),
  async run(context, { inputs }) {
    const ask = (name: string) => context.model(name, { model: 'first', prompt: [{ type: 'text', text: 'x' }] });
    await ask('one');
    if (!inputs.text!.startsWith('end')) {
      await pause.promise;
      await ask('two');
    }
    return { outputs: [{ key: 'text', data_type: 'text/plain', value: 'done' }] };
  },
});
const harness = stopAtEnd(
  await startHarness({
    env: { ...server.env, ERRAND_MODELS_FILE: file.path },
    engines: [createAskEngine(), pausing],
  }),
);
const CALL = 0.5;
const costing = (replies: ModelReply[]): ModelReply[] => replies.map((one) => ({ ...one, outputTokens: 500 }));

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const extraction = (config: object) => (org: TestOrg) =>
  createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: '${text}', model: 'first', output_schema: schema, trust: { check: false }, ...config },
  });
const text = 'The total is 12.50.';
const right: ModelReply = { json: { total: 12.5 } };
const wrong: ModelReply = { json: { sum: 'none' } };
const invented = { findings: [claim('R1', true, 'nobody wrote this sentence'), ...good.findings.slice(1)] };

type Scenario = {
  agent(org: TestOrg): Promise<{ id: string }>;
  inputs: Record<string, unknown>;
  first: ModelReply[];
  second?: ModelReply[];
  calls: string[];
};

const scenarios: Record<string, Scenario> = {
  'repairs of an answer': {
    agent: extraction({}),
    inputs: { text },
    first: [wrong, wrong, right],
    calls: ['first', 'first', 'first'],
  },
  'turns with tools': {
    agent: (org) =>
      createAgent(org, 'AskEngine', {
        config: { model: 'first', tools: true, second: 'second' },
        inputs: [{ key: 'text' }],
      }),
    inputs: { text },
    first: [
      { tools: [{ name: 'add', input: { a: 1, b: 2 } }] },
      { tools: [{ name: 'add', input: { a: 3, b: 4 } }] },
      { text: '7' },
    ],
    second: [{ text: 'Seven.' }],
    calls: ['first', 'first', 'first', 'second'],
  },
  'an escalation': {
    agent: extraction({ trust: { min_confidence: 0.9 }, models: [{ model: 'second', when: ['untrusted'] }] }),
    inputs: { text: 'There is no number here.' },
    first: [right],
    second: [right],
    calls: ['first', 'second'],
  },
  'repairs of findings, a second judge and the verdict': {
    agent: (org) =>
      createCaseAgent(org, 'ProductPolicyEngine', { model: 'first', second_judge: 'second', enable_planning: true }),
    inputs: { product_listing: badListing },
    first: [{ json: { questions: [] } }, { json: invented }, { json: good }, { json: rejected }],
    second: [{ json: { looks: [{ rule: 'R1', shows: true, reasoning: 'Yes.' }] } }],
    calls: ['first', 'first', 'first', 'second', 'first'],
  },
};

const script = async ({ first, second = [{}] }: Scenario): Promise<void> => {
  await server.script('first', ...costing(first));
  await server.script('second', ...costing(second));
};
const countCalls = async (): Promise<number> =>
  (await Promise.all(MODELS.map(async (model) => (await server.calls(model)).length))).reduce((a, b) => a + b);

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

for (const [name, scenario] of Object.entries(scenarios)) {
  describe(name, async () => {
    test('are all made while there is room', async () => {
      const org = await harness.org();
      const { id } = await scenario.agent(org);
      await script(scenario);
      const job = await untilFinal(org, await startJob(org, id, { ...scenario.inputs, max_cost: 100 }));
      assert.equal(job.status_code, 3, job.error_message);
      assert.deepEqual(pluck(job.models, 'model'), scenario.calls);
      assert.equal(rounded(job.cost), rounded(scenario.calls.length * CALL));
    });

    for (let made = 1; made < scenario.calls.length; made += 1) {
      test(`stop at max_cost after ${made} of ${scenario.calls.length}, with nothing and with a little left`, async () => {
        const org = await harness.org();
        const { id } = await scenario.agent(org);
        for (const left of [0, CALL / 3]) {
          await script(scenario);
          const before = await countCalls();
          const maxCost = rounded(made * CALL + left);
          const job = await untilFinal(org, await startJob(org, id, { ...scenario.inputs, max_cost: maxCost }));
          assert.deepEqual([job.status_code, job.error.code], [4, 'errand.jobs.cost_limit'], job.error_message);
          assert.equal((await countCalls()) - before, made);
          assert.equal(rounded(job.cost), rounded(made * CALL));
        }
      });

      test(`stop when the credits end after ${made} of ${scenario.calls.length}, and the account is not overdrawn`, async () => {
        for (const left of [0, CALL / 3]) {
          const credits = rounded(made * CALL + left);
          const org = await harness.org({ credits });
          const { id } = await scenario.agent(org);
          await script(scenario);
          const before = await countCalls();
          const job = await untilFinal(org, await startJob(org, id, scenario.inputs));
          assert.deepEqual([job.status_code, job.error.code], [4, 'errand.credits.used_up'], job.error_message);
          assert.equal((await countCalls()) - before, made);
          const [account] = await harness.database.system.query<{ balance: number; held: number }>(
            'select balance::float8 as balance, held::float8 as held from credit_accounts where org_id = $1',
            [org.orgId],
          );
          assert.deepEqual([rounded(account!.balance), account!.held], [rounded(left), 0]);
        }
      });
    }
  });
}

test('a cheaper model is asked for a correction that the named one has no room for', async () => {
  const org = await harness.org();
  const { id } = await extraction({ models: [{ model: 'baseline', when: ['budget'] }] })(org);
  await server.script('first', ...costing([wrong]));
  const job = await untilFinal(org, await startJob(org, id, { text: 'Total: 12.50', max_cost: 0.6 }));
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(
    job.models.map((one: any) => [one.model, one.reason]),
    [
      ['first', null],
      ['baseline', 'budget'],
    ],
  );
});

for (const scope of ['organization', 'agent', 'key'] as const) {
  test(`a budget (${scope}) that is spent stops a running job before its next call, and no job of others`, async () => {
    const org = await harness.org();
    const keys = `/v1/organizations/${org.orgId}/api-keys/`;
    const key = await org.expect(201, 'POST', keys, { name: 'spends', role: 'member' });
    const { id } = await createAgent(org, 'PausingEngine', { inputs: [{ key: 'text' }] });
    const start = async (apiKey: string, given: string): Promise<string> => {
      const answer = await request(harness.baseUrl, apiKey, 'POST', `/v1/agents/run/${id}/async/`, { text: given });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    await server.script('first', { text: 'One.' });
    pause = Promise.withResolvers();
    const stopped = await start(key.api_key, 'wait');
    const other = await start(org.apiKey, 'wait, of another key');
    for (const jobId of [stopped, other])
      await until(async () => (await getJob(org, jobId)).models.length === 1, 'a call');
    await untilFinal(org, await start(key.api_key, 'end at once'));
    const subject = scope === 'agent' ? { agent_id: id } : scope === 'key' ? { key_id: key.id } : {};
    await org.expect(201, 'POST', '/v1/budgets/', { scope, period: 'day', amount: 0.01, action: 'stop', ...subject });
    const { database, log } = harness;
    const { look } = createBudgetWatch({ database, log, runs: false, onAlerts: () => undefined });
    await until(async () => {
      await rollUp(database.system);
      await look();
      const answer = await request(harness.baseUrl, key.api_key, 'POST', `/v1/agents/run/${id}/`, { text: 'end' });
      return answer.status === 403;
    }, 'the budget to be spent');
    pause.resolve();
    const job = await untilFinal(org, stopped);
    assert.deepEqual([job.status_code, job.error.code], [4, 'errand.budgets.spent']);
    assert.match(job.error_message, /The budget of .* for this day \(\$0\.01\) is spent/);
    assert.equal(job.models.length, 1);
    assert.equal((await untilFinal(org, other)).status_code, scope === 'key' ? 3 : 4);
  });
}
