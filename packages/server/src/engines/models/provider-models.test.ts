import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { pluck, startHarness } from '../../../test/harness.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { createAskEngine, writeModelsFile } from '../../../test/models/fixtures.ts';
import { createAgent, startJob, untilFinal } from '../../../test/runs.ts';

// The same agent with four protocols: what is sent is what each provider documents, and what comes back is understood.

const added: unknown[] = [];

const server = await startModelServer();
const file = await writeModelsFile({
  providers: {
    own: { base_url: `${server.url}/v1`, api_key_env: 'TEST_KEY' },
    house: { protocol: 'anthropic', base_url: `${server.url}/anthropic/v1`, api_key_env: 'TEST_KEY' },
    responses: { protocol: 'openai', base_url: `${server.url}/openai/v1`, api_key_env: 'TEST_KEY' },
  },
  models: [
    {
      id: 'own-model',
      provider: 'own',
      capabilities: ['text', 'image'],
      prices: { input: 1, output: 10, cached_input: 0.5 },
    },
    { id: 'simple-model', provider: 'own', supports_system_message: false },
    { id: 'house-model', provider: 'house', max_output_tokens: 20_000 },
    { id: 'responses-model', remote_id: 'gpt-x', provider: 'responses', capabilities: ['text', 'image'] },
  ],
});
const harness = await startHarness({
  engines: [createAskEngine((input) => added.push(input))],
  env: {
    ERRAND_MODELS_FILE: file.path,
    TEST_KEY: 'key-own',
    ANTHROPIC_API_KEY: 'key-anthropic',
    ANTHROPIC_BASE_URL: `${server.url}/anthropic/v1`,
    GOOGLE_GENERATIVE_AI_API_KEY: 'key-google',
    GOOGLE_GENERATIVE_AI_BASE_URL: `${server.url}/google/v1beta`,
  },
});
const org = await harness.org();
after(async () => {
  await harness.stop();
  await server.stop();
  await file.remove();
});

/** `cost`: of 40 plain and 10 cached tokens of input and 7 of output, 3 of them thoughts. */
const providers: { model: string; remote?: string; path: RegExp; key: [string, RegExp]; cost: number }[] = [
  {
    model: 'own-model',
    path: /^\/v1\/chat\/completions$/,
    key: ['authorization', /^Bearer key-own$/],
    cost: 0.000115,
  },
  {
    model: 'responses-model',
    remote: 'gpt-x',
    path: /^\/openai\/v1\/responses$/,
    key: ['authorization', /^Bearer key-own$/],
    cost: 0,
  },
  {
    model: 'claude-sonnet-4-6',
    path: /^\/anthropic\/v1\/messages$/,
    key: ['x-api-key', /^key-anthropic$/],
    cost: 0.000228,
  },
  {
    model: 'gemini-3-flash-preview',
    path: /\/models\/gemini-3-flash-preview:generateContent$/,
    key: ['x-goog-api-key', /^key-google$/],
    cost: 0.0000415,
  },
];

for (const { model, remote = model, path, key, cost } of providers) {
  describe(model, () => {
    const run = async (config: Record<string, unknown>): Promise<any> => {
      const { id } = await createAgent(org, 'AskEngine', { config: { model, ...config } });
      const job = await untilFinal(org, await startJob(org, id, { text: 'What is 2 and 3?' }));
      assert.equal(job.status_code, 3, job.error_message);
      return job;
    };

    test('asks with its key and gives text, tokens and what they cost', async () => {
      const tokens = { inputTokens: 50, cachedTokens: 10, outputTokens: 7, thoughtTokens: 3 };
      await server.script(remote, { text: 'Five.', ...tokens });
      const job = await run({});
      assert.deepEqual(JSON.parse(job.outputs[0].value), ['Five.']);
      assert.deepEqual([job.input_tokens, job.output_tokens], [50, 7]);
      assert.equal(job.steps[0].model, model);
      assert.equal(job.cost, cost);
      const call = (await server.calls(remote)).at(-1)!;
      assert.match(call.path, path);
      assert.match(call.headers[key[0]]!, key[1]);
      assert.match(JSON.stringify(call.body), /Be brief/);
      assert.match(JSON.stringify(call.body), /What is 2 and 3\?/);
    });

    test('gives JSON that fits', async () => {
      await server.script(remote, {});
      assert.deepEqual(JSON.parse((await run({ structured: true })).outputs[0].value), [{ name: 'sample' }]);
    });

    test('uses tools, each use a step, and sees their results', async () => {
      await server.script(
        remote,
        { tools: [{ name: 'add', input: { a: 2, b: 3 } }] },
        { tools: [{ name: 'add', input: { a: -1, b: 3 } }] },
        { tools: [{ name: 'add', input: { a: 'x' } }] },
        { text: 'Five.' },
      );
      added.length = 0;
      const job = await run({ tools: true });
      assert.deepEqual(JSON.parse(job.outputs[0].value), ['Five.']);
      assert.deepEqual(added, [
        { a: 2, b: 3 },
        { a: -1, b: 3 },
      ]);
      assert.deepEqual(
        job.steps.map((step: any) => `${step.kind}: ${step.name}`),
        [
          'model: ask',
          'tool: ask, add 1.1',
          'model: ask, turn 2',
          'tool: ask, add 2.1',
          'model: ask, turn 3',
          'model: ask, turn 4',
        ],
      );
      const last = JSON.stringify((await server.calls(remote)).at(-1)!.body);
      assert.match(last, /sum\\*":5/);
      assert.match(last, /Negative numbers are not for me/);
      assert.match(last, /does not fit/);
    });

    test('gets images and PDF documents', async () => {
      await server.script(remote, { text: 'Seen.' });
      await run({ attach: true });
      const body = JSON.stringify((await server.calls(remote)).at(-1)!.body);
      for (const content of ['an image', 'a document'])
        assert.ok(body.includes(Buffer.from(content).toString('base64')), content);
      assert.match(body, /image\/png/);
      assert.match(body, /application\/pdf/);
    });

    test('says when it refuses', async () => {
      await server.script(remote, { refusal: 'Not that.' });
      const { id } = await createAgent(org, 'AskEngine', { config: { model } });
      const job = await untilFinal(org, await startJob(org, id, { text: 'x' }));
      assert.equal(job.status_code, 4);
      assert.match(job.error_message, /refused to answer: Not that\./);
    });
  });
}

test('a model for text alone is not given images, and says so', async () => {
  const { id } = await createAgent(org, 'AskEngine', { config: { model: 'simple-model', attach: true } });
  const job = await untilFinal(org, await startJob(org, id, { text: 'x' }));
  assert.match(job.error_message, /reads text only, but was given an image/);
});

test('a model that only the configuration knows may write as much as that says', async () => {
  await server.script('house-model', { text: 'Much.' });
  const { id } = await createAgent(org, 'AskEngine', { config: { model: 'house-model' } });
  assert.equal((await untilFinal(org, await startJob(org, id, { text: 'x' }))).status_code, 3);
  assert.equal((await server.calls('house-model'))[0]!.body.max_tokens, 20_000);
});

test('the built-in model reads the text that comes with an image', async () => {
  const { id } = await createAgent(org, 'AskEngine', { config: { model: 'baseline', attach: true } });
  const job = await untilFinal(org, await startJob(org, id, { text: 'Ada Byron wrote the first program in 1843.' }));
  assert.equal(job.status_code, 3, job.error_message);
  assert.match(job.outputs[0].value, /first program/);
});

test('a server without schemas and system messages gets both as text', async () => {
  await server.script(
    'simple-model',
    { status: 400, errorBody: { error: { message: 'unknown parameter: response_format' } } },
    { json: { name: 'Ada' } },
  );
  const { id } = await createAgent(org, 'AskEngine', { config: { model: 'simple-model', structured: true } });
  const job = await untilFinal(org, await startJob(org, id, { text: 'Who?' }));
  assert.equal(job.status_code, 3, job.error_message);
  const [, call] = await server.calls('simple-model');
  assert.equal(call!.body.response_format, undefined);
  assert.deepEqual(pluck(call!.body.messages, 'role'), ['user']);
  assert.match(JSON.stringify(call!.body.messages), /Be brief.*JSON Schema.*Who\?/);
});

test('calls are counted in the metrics', async () => {
  const { text } = await org.request('GET', '/metrics');
  assert.match(text, /errand_model_calls_total\{provider="own",outcome="answered"\} [1-9]/);
});

test('two calls of one job are two steps; prices of the file count', async () => {
  await server.script('own-model', { text: 'a', inputTokens: 1_000, outputTokens: 100 });
  const { id } = await createAgent(org, 'AskEngine', { config: { model: 'own-model', second: 'own-model' } });
  const job = await untilFinal(org, await startJob(org, id, { text: 'x' }));
  assert.deepEqual(pluck(job.steps, 'name'), ['ask', 'ask (2)']);
  assert.equal(job.cost, 0.004);
});

test('a model that nobody serves fails with what is configured', async () => {
  const { id } = await createAgent(org, 'AskEngine', { config: { model: 'no-such-model' } });
  const job = await untilFinal(org, await startJob(org, id, { text: 'x' }));
  assert.equal(job.status_code, 4);
  assert.match(
    job.error_message,
    /Unknown model 'no-such-model'. Configured providers: anthropic, google, own, house, responses/,
  );
  const { id: known } = await createAgent(org, 'AskEngine', { config: { model: 'gpt-4.1-2025-04-14' } });
  assert.match(
    (await untilFinal(org, await startJob(org, known, { text: 'x' }))).error_message,
    /needs the provider openai \(OPENAI_API_KEY\)/,
  );
});
