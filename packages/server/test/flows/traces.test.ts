import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { Type } from 'typebox';
import { defineEngine, EngineFailure } from '#engines/engine/engine.ts';
import { startTelemetry } from '#platform/telemetry.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { startBatchProviders } from '../models/batch-providers.ts';
import { createAskEngine, writeModelsFile } from '../models/fixtures.ts';
import { createAgent, getJob, startJob, untilFinal } from '../runs.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type ReceivedSpan, startTraceReceiver } from './trace-receiver.ts';

// One trace from a request to its webhook, as a collector that knows only OTLP receives it.

const collector = stopAtEnd(await startTraceReceiver());
const models = stopAtEnd(await startModelServer());
const file = await writeModelsFile({
  providers: { own: { base_url: `${models.url}/v1` } },
  models: [{ id: 'chat', provider: 'own', prices: { input: 1, output: 2 } }],
});
Object.assign(process.env, {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '50',
});
const telemetry = (await startTelemetry())!;
stopAtEnd({ stop: async () => file.remove() });
const flaky = defineEngine({
  id: 'FirstFailsEngine',
  name: 'First fails',
  description: 'Fails at its first attempt.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'Anything.' }],
  configSchema: Type.Object({}),
  async run({ attempt }) {
    if (attempt === 1) throw new EngineFailure('Not yet.', { code: 'errand.tools.failed', retry: true });
    return { outputs: [{ key: 'text', data_type: 'text/plain', value: 'done' }] };
  },
});
const harness = stopAtEnd(
  await startHarness({
    telemetry,
    env: {
      ...models.env,
      ERRAND_MODELS_FILE: file.path,
      ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
      ERRAND_BATCH_POLL_SECONDS: '1',
      ERRAND_TRACE_URL: 'https://traces.example.com/trace/{trace_id}',
    },
    engines: [createAskEngine(), flaky],
  }),
);
const org = await harness.org();
const known = new Set<string>(Object.values(conventions).filter((name) => typeof name === 'string'));

const traceId = (): string => crypto.randomUUID().replaceAll('-', '');
const parentOf = (id: string): string => `00-${id}-b7ad6b7169203331-01`;
const named = (spans: ReceivedSpan[], name: string | RegExp): ReceivedSpan[] =>
  spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));

test('one trace leads from the request through queue, steps, model and tool to the webhook', async () => {
  const receiver = stopAtEnd(await startReceiver());
  await models.script(
    'chat',
    { tools: [{ name: 'add', input: { a: 1, b: 2 } }], inputTokens: 20, outputTokens: 2 },
    { text: 'three', inputTokens: 30, outputTokens: 3 },
  );
  const agent = await createAgent(org, 'AskEngine', { config: { model: 'chat', tools: true } });
  await org.expect(201, 'POST', '/v1/webhooks/', { name: 'Hook', url: receiver.url, agent_ids: [agent.id] });
  const id = traceId();
  const headers = { traceparent: parentOf(id), tracestate: 'vendor=7' };
  const answer = await org.request('POST', `/v1/agents/run/${agent.id}/async/`, { text: 'Add.' }, headers);
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('traceparent')!, new RegExp(`^00-${id}-`));
  const jobId = answer.body;
  const job = await untilFinal(org, jobId);
  assert.equal(job.trace_id, id);
  assert.equal(job.trace_url, `https://traces.example.com/trace/${id}`);
  await until(async () => receiver.received.length > 0, 'the webhook');
  const spans = await until(async () => {
    const found = collector.ofTrace(id);
    return named(found, 'webhook.deliver').length > 0 && named(found, 'job.attempt').length > 0 && found;
  }, 'the spans');

  const [request] = named(spans, /^POST /);
  assert.equal(request!.parentSpanId, 'b7ad6b7169203331');
  assert.equal(request!.attributes['http.response.status_code'], answer.status);
  const [accept] = named(spans, 'job.accept');
  assert.equal(accept!.parentSpanId, request!.spanId);
  const [waiting] = named(spans, 'job.wait');
  const [attempt] = named(spans, 'job.attempt');
  assert.deepEqual([waiting!.parentSpanId, attempt!.parentSpanId], [accept!.spanId, accept!.spanId]);
  assert.equal(attempt!.attributes['errand.job.id'], jobId);
  assert.equal(attempt!.attributes['gen_ai.usage.input_tokens'], 50);
  assert.equal(attempt!.attributes['errand.cost.usd'], job.cost);
  const steps = named(spans, /^step /);
  assert.equal(steps.length, job.steps.length);
  assert.ok(steps.every((span) => span.parentSpanId === attempt!.spanId));
  const calls = named(spans, 'chat chat');
  assert.equal(calls.length, 2);
  const { attributes } = calls[0]!;
  assert.deepEqual(
    {
      operation: attributes['gen_ai.operation.name'],
      provider: attributes['gen_ai.provider.name'],
      model: attributes['gen_ai.request.model'],
      input: attributes['gen_ai.usage.input_tokens'],
      output: attributes['gen_ai.usage.output_tokens'],
      finish: attributes['gen_ai.response.finish_reasons'],
    },
    { operation: 'chat', provider: 'own', model: 'chat', input: 20, output: 2, finish: ['tool-calls'] },
  );
  const [tool] = named(spans, 'execute_tool add');
  assert.equal(tool!.attributes['gen_ai.tool.name'], 'add');
  assert.equal(tool!.parentSpanId, steps.find((step) => step.attributes['errand.step.kind'] === 'tool')!.spanId);
  for (const span of spans)
    for (const name of Object.keys(span.attributes))
      assert.ok(name.startsWith('errand.') || known.has(name), `${name} is no attribute of the conventions`);
  assert.ok(!JSON.stringify(spans).includes('Add.'), 'content is shown only if asked for');

  const [asked] = await models.calls('chat');
  const sent = asked!.headers.traceparent!;
  assert.equal(sent.slice(3, 35), id);
  assert.ok(calls.some((span) => span.spanId === sent.slice(36, 52)));
  assert.equal(asked!.headers.tracestate, 'vendor=7');
  const [delivery] = named(spans, 'webhook.deliver');
  assert.equal(receiver.received[0]!.headers.traceparent, `00-${id}-${delivery!.spanId}-01`);
});

test('attempts of a job are in one trace, linked, and a failure has an error status', async () => {
  const agent = await createAgent(org, 'FirstFailsEngine');
  const id = traceId();
  const jobId = await startJob(org, agent.id, { text: 'x' }, { traceparent: parentOf(id) });
  await untilFinal(org, jobId, 60_000);
  const spans = await until(async () => {
    const found = named(collector.ofTrace(id), 'job.attempt');
    return found.length >= 2 && found;
  }, 'both attempts');
  assert.equal(spans[1]!.links[0]!.spanId, spans[0]!.spanId);
  assert.equal(spans[0]!.status.code, 2);
  assert.match(String(spans[0]!.attributes['error.type']), /^errand\./);
  assert.equal((await getJob(org, jobId)).trace_id, id);
});

test('jobs that a query, a batch or the end of a job starts are in the trace of the request', async () => {
  await models.script('chat', { text: 'done' });
  const agent = await createAgent(org, 'AskEngine', { config: { model: 'chat' } });
  const next = await createAgent(org, 'AskEngine', { config: { model: 'chat' }, settings: { disable_cache: true } });
  await org.expect(201, 'POST', '/v1/triggers/', {
    name: 'After it',
    kind: 'agent',
    source_agent_id: agent.id,
    agent_id: next.id,
    mapping: { text: 'next' },
  });
  const query = `select run_agent_sync('${agent.id}', map('text', 'of a query'))`;
  for (const [path, body] of [
    ['/v1/database/query/async/', { query }],
    [`/v1/agents/run/${agent.id}/batches/`, { inputs: [{ text: 'of a batch' }] }],
  ] as const) {
    const id = traceId();
    const { status, text } = await org.request('POST', path, body, { traceparent: parentOf(id) });
    assert.ok(status < 300, text);
    const attempts = await until(async () => {
      const found = named(collector.ofTrace(id), 'job.attempt');
      return found.length >= 2 && found;
    }, `the jobs of ${path}`);
    assert.deepEqual(
      attempts.map(({ attributes }) => attributes['gen_ai.agent.id']),
      [agent.id, next.id],
    );
  }
});

test('a step that waits for a batch of its provider has not failed, and its answer is a call with its tokens', async () => {
  const providers = stopAtEnd(await startBatchProviders());
  const owner = await harness.org();
  await owner.expect(201, 'POST', '/v1/connections/', {
    name: 'My OpenAI',
    connector_type: 'openai',
    config: { base_url: `${providers.url}/openai/v1` },
    auth_config: { api_key: 'sk-test' },
  });
  const agent = await createAgent(owner, 'AskEngine', { config: { model: 'gpt-4.1-2025-04-14' } });
  const id = traceId();
  const given = { text: 'word-1', lane: 'batch' };
  const job = await untilFinal(owner, await startJob(owner, agent.id, given, { traceparent: parentOf(id) }), 30_000);
  assert.equal(job.models[0].lane, 'batch');
  const spans = await until(async () => {
    const found = collector.ofTrace(id);
    return named(found, 'job.attempt').length >= 2 && found;
  }, 'both attempts');
  const [parked, answered] = named(spans, /^step /);
  assert.deepEqual([parked!.status.code ?? 0, parked!.events.map(({ name }) => name)], [0, ['parked']]);
  const [call] = named(spans, 'chat gpt-4.1-2025-04-14');
  assert.equal(call!.parentSpanId, answered!.spanId);
  assert.deepEqual(
    ['errand.lane', 'gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'].map((name) => call!.attributes[name]),
    ['batch', 1_000, 200],
  );
  assert.ok(spans.every(({ status }) => status.code !== 2));
});

test('an error names its trace, and metrics reach the collector', async () => {
  const id = traceId();
  const answer = await org.request('GET', `/v1/jobs/${crypto.randomUUID()}/`, undefined, { traceparent: parentOf(id) });
  assert.equal(answer.status, 404);
  assert.equal(answer.body.trace_id, id);
  const [span] = await until(async () => {
    const found = collector.ofTrace(id);
    return found.length > 0 && found;
  }, 'the span');
  assert.equal(span!.attributes['http.response.status_code'], 404);
  await telemetry.stop();
  assert.ok(collector.metrics.has('errand_jobs_accepted_total'));
});
