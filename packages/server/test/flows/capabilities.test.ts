import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { createAgent, runSync, startJob, untilFinal } from '../runs.ts';
import { joinService } from '../services.ts';

// The API answers on one machine, jobs run on others: what counts is what those have.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));
const org = await harness.org();

const findType = async (id: string): Promise<any> =>
  (await org.request('GET', '/v1/agents/types/')).body.engines.find((one: any) => one.engine_class_id === id);
const modelIds = async (): Promise<string[]> =>
  (await org.request('GET', '/v1/agents/models/')).body.models.map(({ id }: { id: string }) => id);
const warningsOf = async (id: string): Promise<string[]> =>
  (await org.request('GET', `/v1/agents/${id}/`)).body.config_warnings;

const parrot = defineEngine<{ text: string }>({
  id: 'ParrotEngine',
  name: 'Parrot',
  description: 'Says what it is told.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'What to say.' }],
  configSchema: Type.Object({ text: Type.String() }),
  defaultConfig: { text: '${text}' },
  run: async (_context, { config }) => ({
    outputs: [{ key: 'output', data_type: 'text/plain', value: config.text }],
  }),
});

test('with no worker every engine says that none is running', async () => {
  const type = await findType('TemplateEngine');
  assert.equal(type.available, false);
  assert.match(type.unavailable_reason, /No worker is running.*errand serve --role worker/);
});

test('engines, models and modules are those of the workers, whatever the API has', async () => {
  const path = join(tmpdir(), `errand-models-${crypto.randomUUID()}.json`);
  await writeFile(path, JSON.stringify({ models: [{ id: 'house-model', provider: 'google' }] }));
  const worker = await joinService(harness, {
    role: 'worker',
    engines: [parrot],
    env: {
      ERRAND_SEARCH_URL: 'http://127.0.0.1:9',
      GOOGLE_GENERATIVE_AI_API_KEY: 'k',
      ERRAND_MODELS_FILE: path,
    },
  });
  try {
    await until(async () => (await findType('URLFinderEngine')).available, 'the worker to be known');
    assert.deepEqual((await findType('URLFinderEngine')).unavailable_reason, null);
    assert.match((await findType('GoogleMapsEntityExtractionEngine')).unavailable_reason, /ERRAND_MAPS_URL/);
    assert.ok((await modelIds()).includes('house-model'));
    const agent = await createAgent(org, 'MultimodalExtractionEngine', {
      config: { text: '${text}', model: 'gemini-3-flash-preview', output_schema: { type: 'object' } },
    });
    assert.deepEqual(await warningsOf(agent.id), []);

    const type = await findType('ParrotEngine');
    assert.deepEqual([type.available, type.engine_name, type.input_schema[0].key], [true, 'Parrot', 'text']);
    const talker = await createAgent(org, 'ParrotEngine');
    assert.deepEqual(await warningsOf(talker.id), []);
    const { body: outputs } = await runSync(org, talker.id, { text: 'hello' });
    assert.equal(outputs[0].value, 'hello', 'a run whose caller waits goes to a worker that has the engine');
  } finally {
    await worker.stop();
  }
});

test('a waiting run uses the models of the workers, never those of the API process', async () => {
  const worker = await joinService(harness, { role: 'worker', env: { ERRAND_DEFAULT_MODEL: 'claude-sonnet-4-6' } });
  try {
    const config = { text: '${text}', output_schema: { type: 'object', properties: { a: { type: 'string' } } } };
    const agent = await createAgent(org, 'MultimodalExtractionEngine', { config });
    await until(async () => (await warningsOf(agent.id)).length === 1, 'the worker to be known');
    assert.match((await warningsOf(agent.id))[0]!, /'claude-sonnet-4-6' needs the provider anthropic/);
    const answer = await org.request('POST', `/v1/agents/run/${agent.id}/`, { text: 'x' });
    assert.deepEqual([answer.status, answer.body.error], [400, (await warningsOf(agent.id))[0]]);
  } finally {
    await worker.stop();
  }
});

test('if workers differ, the warning says on how many of them a job fails', async () => {
  const workers = await Promise.all([
    joinService(harness, { role: 'worker', env: { ERRAND_MAPS_URL: 'http://127.0.0.1:9' } }),
    joinService(harness, { role: 'worker' }),
  ]);
  try {
    const agent = await createAgent(org, 'GoogleMapsEntityExtractionEngine');
    await until(
      async () => (await warningsOf(agent.id))[0]?.startsWith('Jobs fail on 1 of 2 workers') ?? false,
      'both workers',
    );
    assert.equal((await findType('GoogleMapsEntityExtractionEngine')).available, true);
    const job = await untilFinal(
      org,
      await startJob(org, (await createAgent(org, 'TemplateEngine')).id, { text: 'x' }),
    );
    assert.equal(job.status_code, 3);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  await until(async () => !(await findType('TemplateEngine')).available, 'both workers to be gone');
});
