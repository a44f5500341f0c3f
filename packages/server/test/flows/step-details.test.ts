import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Static, Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { type Harness, pluck, startHarness, type TestOrg } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent, createVersion, getJob, startJob, untilFinal } from '../runs.ts';

// What the record of a step tells, and what a repeat takes over from it.

const configSchema = Type.Object({
  model: Type.Optional(Type.String()),
  note: Type.Optional(Type.String({ 'x-accepts-secrets': true })),
});

/** Asks a model that may use a tool, then asks it again, and gives both answers. */
const engine = defineEngine<Static<typeof configSchema>>({
  id: 'TwoQuestions',
  name: 'Two Questions',
  description: 'Asks twice.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'The question.' }],
  configSchema,
  async run(context, { inputs, config }) {
    const tools = [
      {
        name: 'look_up',
        description: 'Looks a word up.',
        inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
        execute: async (input: unknown) => ({ found: (input as { word: string }).word }),
      },
    ];
    const ask = (name: string, prompt: string) =>
      context.model(name, {
        ...(config.model !== undefined && { model: config.model }),
        system: `Be brief. ${config.note ?? ''}`,
        prompt: [
          { type: 'text', text: prompt },
          { type: 'file', data: new Uint8Array(7), mediaType: 'application/pdf', name: 'a.pdf' },
        ],
        tools,
      });
    const first = await ask('first', inputs.text!);
    await context.step('keep', async (usage) => {
      usage.artifactKey = await context.artifact('first', { text: first.text });
      return usage.artifactKey;
    });
    const second = await ask('second', `${inputs.text} ${first.text}`);
    const value = JSON.stringify({ first: first.text, second: second.text });
    return { outputs: [{ key: 'output', data_type: 'application/json', value }] };
  },
});

describe('steps in full', () => {
  let harness: Harness;
  let models: ModelServer;
  let org: TestOrg;
  let agent: { id: string; versionId: string };
  let job: any;

  before(async () => {
    models = await startModelServer();
    harness = await startHarness({ engines: [engine], env: models.env });
    org = await harness.org();
    await org.request('PUT', '/v1/secrets/NOTE/', { value: 'hush-hush-value' });
    await models.script(
      'a-model',
      { status: 500 },
      { tools: [{ name: 'look_up', input: { word: 'ada' } }], inputTokens: 90, cachedTokens: 40, outputTokens: 5 },
      { text: 'one' },
      { text: 'two' },
    );
    agent = await createAgent(org, 'TwoQuestions', { config: { model: 'a-model', note: '${secret.NOTE}' } });
    job = await untilFinal(org, await startJob(org, agent.id, { text: 'Who?' }), 60_000);
    assert.equal(job.status_code, 3, job.error_message);
  });
  after(async () => {
    await harness?.stop();
    await models?.stop();
  });

  const stepOf = async (of: any, name: string): Promise<any> => {
    const { seq } = of.steps.find((one: any) => one.name === name);
    return org.expect(200, 'GET', `/v1/agents/jobs/${of.id}/steps/${seq}/`);
  };
  const callsOf = async (model: string): Promise<number> => (await models.calls(model)).length;
  const rerun = async (body: object): Promise<any> => {
    const answer = await org.expect(201, 'POST', `/v1/agents/jobs/${job.id}/retry/`, body);
    return untilFinal(org, answer, 60_000);
  };
  const answersOf = (of: any) => JSON.parse(of.outputs[0].value);

  test('a model step shows its prompt, its tools, the tool calls, cached tokens and the try that failed', async () => {
    const step = await stepOf(job, 'first');
    const [system, user] = step.request.messages;
    assert.equal(system.parts[0].text, 'Be brief. [secret NOTE]');
    assert.deepEqual(user.parts, [
      { type: 'text', text: 'Who?' },
      { type: 'file', media_type: 'application/pdf', name: 'a.pdf', bytes: 7 },
    ]);
    assert.equal(step.request.tools[0].name, 'look_up');
    assert.deepEqual(step.answer.tool_calls, [{ tool: 'look_up', input: { word: 'ada' } }]);
    assert.deepEqual([step.input_tokens, step.cached_input_tokens, step.output_tokens], [90, 40, 5]);
    assert.equal(step.retries.length, 1);
    assert.match(step.retries[0].error, /500/);
  });

  test('a tool step shows its input and its result', async () => {
    const step = await stepOf(job, 'first, look_up 1.1');
    assert.deepEqual([step.kind, step.request], ['tool', { tool: 'look_up', input: { word: 'ada' } }]);
    assert.deepEqual(step.result, { result: { found: 'ada' } });
    assert.equal(step.answer, null);
  });

  test('a later turn records only what is new in the conversation', async () => {
    const step = await stepOf(job, 'first, turn 2');
    assert.equal(step.request.continues, 'first');
    assert.deepEqual(pluck(step.request.messages, 'role'), ['assistant', 'tool']);
    assert.equal(step.answer.text, 'one');
  });

  test('no secret of the configuration is in the database', async () => {
    const rows = await harness.database.system.query(
      `select from job_steps where job_id = $1::uuid and (request::text || coalesce(result::text, '')) like '%hush-hush%'`,
      [job.id],
    );
    assert.equal(rows.length, 0);
  });

  test('an unknown step, and a step of another organization, are not shown', async () => {
    for (const seq of ['99', '0', '-1', 'x', '99999999999'])
      assert.equal((await org.request('GET', `/v1/agents/jobs/${job.id}/steps/${seq}/`)).status, 404, seq);
    const other = await harness.org();
    assert.equal((await other.request('GET', `/v1/agents/jobs/${job.id}/steps/1/`)).status, 403);
  });

  test('a retry from a step reuses the steps before it, without asking again', async () => {
    await models.script('a-model', { text: 'another two' });
    const before = await callsOf('a-model');
    const { seq } = job.steps.find((one: any) => one.name === 'second');
    const again = await rerun({ from_step: seq });
    assert.equal(again.status_code, 3, again.error_message);
    assert.deepEqual(answersOf(again), { first: 'one', second: 'another two' });
    assert.equal((await callsOf('a-model')) - before, 1);
    assert.equal(again.retried_from, job.id);
    const taken = again.steps.filter((one: any) => one.reused_from === job.id).map((one: any) => one.name);
    assert.deepEqual(taken, ['first', 'first, look_up 1.1', 'first, turn 2']);
    const step = await stepOf(again, 'first');
    assert.deepEqual([step.cost, step.input_tokens, step.answer.tool_calls.length], [0, null, 1]);
    assert.match(step.request.messages[1].parts[0].text, /Who/);
    // What was stored under the name of the first job is stored again.
    assert.match((await stepOf(again, 'keep')).result, new RegExp(`^agent-job-${again.id}/`));
  });

  test('a retry may change inputs and model, and its answer is not cached for others', async () => {
    await models.script('b-model', { text: 'by b' });
    const again = await rerun({ inputs: { text: 'Where?' }, model: 'b-model' });
    assert.deepEqual(answersOf(again), { first: 'by b', second: 'by b' });
    assert.equal((await stepOf(again, 'first')).request.messages[1].parts[0].text, 'Where?');
    await models.script('a-model', { text: 'by a' });
    const fresh = await untilFinal(org, await startJob(org, agent.id, { text: 'Where?' }), 60_000);
    assert.deepEqual([fresh.cache.hit, answersOf(fresh).first], [false, 'by a']);
  });

  test('a retry may use another version', async () => {
    await models.script('c-model', { text: 'by c' });
    const version = await createVersion(org, agent.id, { config: { model: 'c-model' }, name: 'c' });
    const again = await rerun({ agent_version_id: version });
    assert.deepEqual([again.agent_version_name, answersOf(again).second], ['c', 'by c']);
  });

  test('an unknown step, and a model for an engine without one, are refused with the reason', async () => {
    const missing = await org.request('POST', `/v1/agents/jobs/${job.id}/retry/`, { from_step: 99 });
    assert.equal(missing.status, 400);
    assert.match(missing.text, /no recorded step 99/);
    const plain = await createAgent(org, 'TemplateEngine', { config: { template: 'x' } });
    const done = await untilFinal(org, await startJob(org, plain.id, { text: 'x' }));
    const answer = await org.request('POST', `/v1/agents/jobs/${done.id}/retry/`, { model: 'a-model' });
    const failed = await untilFinal(org, answer.body);
    assert.match(failed.error_message, /does not accept a model/);
  });

  test('deleting the data of a job deletes what its steps asked', async () => {
    const gone = await rerun({ model: 'b-model' });
    const { seq } = gone.steps[0];
    assert.equal((await org.request('POST', `/v1/agents/jobs/${gone.id}/delete-data/`)).status, 200);
    assert.equal((await org.request('GET', `/v1/agents/jobs/${gone.id}/steps/${seq}/`)).status, 404);
    assert.deepEqual((await getJob(org, gone.id)).steps, []);
  });
});
