import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { modelConfig } from '#engines/engine/model-config.ts';
import { pluck, startHarness, stopAtEnd } from '../harness.ts';
import type { ModelReply } from '../model-server/replies.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, runSync, startJob, untilFinal } from '../runs.ts';
import { writeModelsFile } from './fixtures.ts';

// Models in order: whoever cannot answer is replaced by the next one that is listed for the reason, and the job says so.

const server = stopAtEnd(await startModelServer());
const names = [
  'down',
  'hanging',
  'cut',
  'busy',
  'refusing',
  'short',
  'dear',
  'weak',
  'alone',
  'other',
  'frugal',
] as const;
const file = await writeModelsFile({
  providers: Object.fromEntries([...names, 'spare'].map((name) => [name, { base_url: `${server.url}/v1` }])),
  models: [...names, 'spare'].map((name) => ({
    id: name,
    provider: name,
    prices: name === 'dear' ? { input: 1_000, output: 10_000 } : { input: 1, output: 2 },
  })),
});
after(() => file.remove());
const env = { ...server.env, ERRAND_MODELS_FILE: file.path, ERRAND_MODEL_TIMEOUT_SECONDS: '1' };
const patient = defineEngine<{ model?: string }>({
  id: 'PatientEngine',
  name: 'Patient',
  description: 'Asks a model and waits before it answers.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'What to ask.' }],
  configSchema: Type.Object({ model: modelConfig.model, models: modelConfig.models }),
  async run(context, { inputs, config }) {
    const { text } = await context.model('ask', { ...config, prompt: [{ type: 'text', text: inputs.text! }] });
    await context.wait({ kind: 'timer', due_at: new Date(Date.now() + 1_000) });
    return { outputs: [{ key: 'text', data_type: 'application/json', value: JSON.stringify(text) }] };
  },
});
const harness = stopAtEnd(await startHarness({ env, engines: [patient] }));
const org = await harness.org();
const output_schema = { type: 'object', properties: { total: { type: 'string' } }, required: ['total'] };
const answer: ModelReply = { text: '{"total":"12.50"}', inputTokens: 10, outputTokens: 5 };

const agentOf = (model: string, more: Record<string, unknown>) =>
  createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: '${text}', model, output_schema, trust: { check: false }, ...more },
  });

const failing: [model: string, reason: string, reply: ModelReply][] = [
  ['down', 'outage', { status: 503 }],
  ['hanging', 'outage', { fault: 'hang' }],
  ['cut', 'outage', { ...answer, fault: 'cut', pieceSize: 4, stopAfter: 1 }],
  ['busy', 'rate_limit', { status: 429, headers: { 'retry-after': '60' } }],
  ['refusing', 'refusal', { text: 'No.', finish: 'content_filter' }],
  ['short', 'too_long', { status: 400, errorBody: { error: { message: 'maximum context length is 10 tokens' } } }],
];

describe('a substitute answers and is told', () => {
  for (const [model, reason, reply] of failing)
    test(`${model}: ${reason}`, async () => {
      await server.script(model, reply);
      await server.script('spare', answer);
      const { id } = await agentOf(model, { models: [{ model: 'spare' }] });
      const job = await untilFinal(org, await startJob(org, id, { text: 'The total is 12.50.' }), 60_000);
      assert.equal(job.status_code, 3, job.error_message);
      assert.equal(job.substituted, true);
      assert.match(job.outputs[0].description, new RegExp(`By spare, in place of ${model} \\(${reason}\\)`));
      const last = job.models.at(-1);
      assert.deepEqual(
        [last.model, last.instead_of, last.reason, last.provider, last.key],
        ['spare', model, reason, 'spare', 'house'],
      );
      assert.equal(job.models[0].model, model);
      const costs = job.models.reduce((sum: number, one: { cost: number }) => sum + one.cost, 0);
      assert.ok(Math.abs(job.cost - costs) < 1e-9, `${job.cost} is the cost of all calls`);
      const found = await org.expect(200, 'GET', `/v1/agents/jobs/?q=${encodeURIComponent('substituted:true')}`);
      assert.ok(pluck(found.results, 'id').includes(job.id));
    });
});

test('a model whose call may cost more than the job has left is passed over for one that costs less', async () => {
  await server.script('spare', answer);
  const { id } = await agentOf('dear', { models: [{ model: 'spare', when: ['budget'] }] });
  const jobId = await startJob(org, id, { text: 'The total is 12.50.', max_cost: 0.01 });
  const job = await untilFinal(org, jobId);
  assert.deepEqual(pluck(job.models, 'model'), ['spare']);
  assert.equal(job.models[0].reason, 'budget');
  assert.equal((await server.calls('dear')).length, 0);
});

test('a substitute whose call may cost more than the job has left is not asked, and the job ends at its limit', async () => {
  await server.script('frugal', { text: 'No.', finish: 'content_filter', inputTokens: 10, outputTokens: 5 });
  const before = (await server.calls('dear')).length;
  const { id } = await agentOf('frugal', { models: [{ model: 'dear', when: ['refusal'] }] });
  const jobId = await startJob(org, id, { text: 'The total is 12.50.', max_cost: 0.01 });
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.status_code, job.error.code], [4, 'errand.jobs.cost_limit']);
  assert.deepEqual(pluck(job.models, 'model'), ['frugal']);
  assert.equal((await server.calls('dear')).length, before);
});

test('an answer of a substitute that is paid is read again after a wait, however little is left', async () => {
  await server.script('frugal', { text: 'No.', finish: 'content_filter', inputTokens: 10, outputTokens: 5 });
  await server.script('spare', { text: 'paid', inputTokens: 100, outputTokens: 50 });
  const before = (await server.calls('spare')).length;
  const { id } = await createAgent(org, 'PatientEngine', {
    config: { model: 'frugal', models: [{ model: 'spare', when: ['refusal'] }] },
  });
  const job = await untilFinal(org, await startJob(org, id, { text: 'x', max_cost: 0.0012 }), 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(JSON.parse(job.outputs[0].value), 'paid');
  assert.equal((await server.calls('spare')).length, before + 1);
});

test('values that are not trusted are asked of the next model, and the answer of the last one counts', async () => {
  await server.script('weak', { ...answer, text: '{"total":"99.99"}' });
  await server.script('spare', answer);
  const models = [{ model: 'spare', when: ['untrusted'] }];
  const { id } = await agentOf('weak', { models, trust: { min_confidence: 0.5, on_untrusted: 'fail' } });
  const job = await untilFinal(org, await startJob(org, id, { text: 'The total is 12.50.' }));
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(JSON.parse(job.outputs[0].value), { total: '12.50' });
  assert.deepEqual(pluck(job.models, 'reason'), [null, 'untrusted']);
  await server.script('weak', answer);
  const good = await untilFinal(org, await startJob(org, id, { text: 'A total of 12.50.' }));
  assert.deepEqual([good.substituted, good.models.length], [false, 1]);
});

test('a model that is not listed for the reason is not asked', async () => {
  await server.script('other', { text: 'No.', finish: 'content_filter' });
  const before = (await server.calls('spare')).length;
  const { id } = await agentOf('other', { models: [{ model: 'spare', when: ['outage'] }] });
  const job = await untilFinal(org, await startJob(org, id, { text: 'x' }));
  assert.deepEqual([job.status_code, job.error.code], [4, 'errand.models.no_answer']);
  assert.equal((await server.calls('spare')).length, before);
});

test('what a substitute said is not cached for the named model', async () => {
  await server.script('alone', { text: 'No.', finish: 'content_filter' });
  await server.script('spare', answer);
  const { id } = await agentOf('alone', { models: [{ model: 'spare' }] });
  await runSync(org, id, { text: 'The total is 12.50.' });
  await server.script('alone', answer);
  const job = await untilFinal(org, await startJob(org, id, { text: 'The total is 12.50.' }));
  assert.deepEqual([job.cache.hit, job.substituted], [false, false]);
});
