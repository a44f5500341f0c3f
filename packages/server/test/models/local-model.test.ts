import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { localModelChecks } from '#engines/local-model/checks.ts';
import { checkModelFile, findRuntime } from '#engines/local-model/find-runtime.ts';
import { createLocalRunner } from '#engines/local-model/runner.ts';
import { readLocalModel } from '#engines/models/local-settings.ts';
import { readEvents } from '../event-client.ts';
import { makeFolder, startHarness, stopAtEnd } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

// The model that a machine runs itself. With a file and the package (docs/local-model.md) it runs for real.

const folder = await makeFolder();
const noModel = join(folder, 'text.gguf');
await writeFile(noModel, 'This is a text.');

const lacks = [
  ...(process.env.ERRAND_LOCAL_MODEL ? [] : ['ERRAND_LOCAL_MODEL names no file']),
  ...(process.env.ERRAND_LOCAL_RUNTIME ? [] : ['ERRAND_LOCAL_RUNTIME names no folder with node-llama-cpp']),
];
const skip = lacks.length > 0 && lacks.join(', ');

const given = (env: NodeJS.ProcessEnv) => readLocalModel(env)!;

test('a file that is missing or no model, and a package that is missing, are told with what to do', async () => {
  await assert.rejects(checkModelFile(join(folder, 'gone.gguf')), /gone\.gguf, which cannot be read \(ENOENT\)/);
  await assert.rejects(checkModelFile(noModel), /is not a GGUF file/);
  await assert.rejects(findRuntime({ runtime: folder }), /npm install --prefix .* --ignore-scripts node-llama-cpp@/);
  const [check] = localModelChecks(given({ ERRAND_LOCAL_MODEL: noModel, ERRAND_LOCAL_RUNTIME: folder }));
  const { detail, fix } = await check!.look();
  assert.match(detail, /The local model cannot be loaded\. /);
  assert.match(fix!, /Correct ERRAND_LOCAL_MODEL/);
});

test('settings are checked at the start', () => {
  assert.equal(readLocalModel({}), undefined);
  assert.equal(given({ ERRAND_LOCAL_MODEL: '/m/Small.Q4.gguf' }).name, 'Small.Q4');
  assert.throws(() => given({ ERRAND_LOCAL_MODEL: '/m/a.gguf', ERRAND_LOCAL_THREADS: '0' }), /whole number from 1/);
});

test('a local model that cannot be loaded is an outage: a substitute answers and says so', async () => {
  const harness = await startHarness({ env: { ERRAND_LOCAL_MODEL: noModel, ERRAND_LOCAL_RUNTIME: folder } });
  try {
    const org = await harness.org();
    const { results } = await org.expect(200, 'GET', '/v1/models/');
    const local = results.find(({ id }: { id: string }) => id === 'local');
    assert.equal(local.where, 'local');
    assert.deepEqual([local.state, local.description.includes('is not a GGUF file')], ['out', true]);
    assert.deepEqual([local.prices.input, local.prices.output], [0, 0]);
    assert.equal(results.find(({ is_default }: { is_default: boolean }) => is_default).id, 'baseline');
    const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
      config: {
        text: '${text}',
        model: 'local',
        models: [{ model: 'baseline', when: ['outage'] }],
        output_schema: { type: 'object', properties: { total: { type: 'number' } } },
      },
    });
    const job = await untilFinal(org, await startJob(org, id, { text: 'Total: 12.50 EUR' }));
    assert.equal(job.status_code, 3, job.error_message);
    assert.equal(job.substituted, true);
    assert.deepEqual(JSON.parse(job.outputs[0].value), { total: 12.5 });
    assert.match(job.steps[0].error.message ?? job.steps[0].error, /The local model cannot be loaded/);
  } finally {
    await harness.stop();
  }
});

describe('with a real model', { skip }, async () => {
  if (skip) return;
  const { ERRAND_LOCAL_MODEL, ERRAND_LOCAL_RUNTIME } = process.env;
  const env = { ERRAND_LOCAL_MODEL, ERRAND_LOCAL_RUNTIME, ERRAND_LOCAL_CONTEXT: '1024', ERRAND_LOCAL_THREADS: '1' };
  const harness = stopAtEnd(await startHarness({ env }));
  const org = await harness.org();
  const schema = {
    type: 'object',
    properties: { total: { type: 'number' }, due_date: { type: 'string' } },
    required: ['total', 'due_date'],
  };
  const runner = createLocalRunner(given(env));
  after(() => runner.stop());

  test('it fills a schema, its words are streamed, its tokens are counted, and it costs nothing', async () => {
    const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
      config: { text: '${text}', model: 'local', output_schema: schema, trust: { check: false } },
    });
    const jobId = await startJob(org, id, { text: 'Invoice 118. Total: 1250.00 EUR. Due date: 2026-06-30.' });
    const { events, ended } = await readEvents(`${harness.baseUrl}/v1/agents/jobs/${jobId}/events/`, {
      headers: { authorization: `Bearer ${org.apiKey}` },
    });
    await ended;
    const job = await untilFinal(org, jobId);
    assert.equal(job.status_code, 3, job.error_message);
    const value = JSON.parse(job.outputs[0].value);
    assert.equal(typeof value.total, 'number');
    assert.equal(typeof value.due_date, 'string');
    const words = events.filter(({ event }) => event === 'delta').map(({ data }) => data.text);
    assert.ok(words.length > 1, `${words.length} deltas`);
    const [call] = job.models;
    assert.equal(call.model, 'local');
    assert.equal(call.cost, 0);
    assert.ok(call.input_tokens > 20 && call.output_tokens > 5 && call.first_token_ms > 0, JSON.stringify(call));
    assert.equal(job.cost, 0);
  });

  test('a text above its context is refused, not cut', async () => {
    const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
      config: {
        text: '${text}',
        model: 'local',
        models: [{ model: 'baseline', when: ['too_long'] }],
        output_schema: { type: 'object', properties: { total: { type: 'number' } } },
      },
    });
    const text = `${'A line of words that fill the window of the model.\n'.repeat(200)}Total: 12.50 EUR`;
    const job = await untilFinal(org, await startJob(org, id, { text }));
    assert.equal(job.status_code, 3, job.error_message);
    assert.equal(job.models.at(-1).reason, 'too_long');
  });

  test('a call that is cancelled frees the process, and the next one is answered', async () => {
    const history = [{ type: 'user' as const, text: 'Count from one to a thousand, in words.' }];
    const controller = new AbortController();
    const call = runner.ask({ history }, () => controller.abort(new Error('enough')), controller.signal);
    await assert.rejects(call, /enough/);
    let text = '';
    const schema = { type: 'boolean' };
    const over = await runner.ask({ history, schema }, (delta) => {
      text += delta;
    });
    assert.ok(text === 'true' || text === 'false', text);
    assert.ok(over.inputTokens > 5 && over.outputTokens >= 1);
  });

  test('a process that is killed fails its call and starts again; one that needs too much memory is ended', async () => {
    const small = createLocalRunner({ ...given(env), memoryBytesMax: 64 * 1024 ** 2 });
    await assert.rejects(small.load(), /MB of memory, more than ERRAND_LOCAL_MEMORY_MB allows|cannot be loaded/);
    await runner.stop();
    const history = [{ type: 'user' as const, text: 'Yes or no?' }];
    let text = '';
    await runner.ask({ history, schema: { type: 'boolean' } }, (delta) => {
      text += delta;
    });
    assert.ok(text === 'true' || text === 'false', text);
  });
});
