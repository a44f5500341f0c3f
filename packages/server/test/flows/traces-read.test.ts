import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTelemetry } from '#platform/telemetry.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAskEngine, writeModelsFile } from '../models/fixtures.ts';
import { preparePython } from '../python.ts';
import { createAgent, untilFinal } from '../runs.ts';

// Spans and metrics as a receiver of others reads them: Python, with the published protobuf packages of OTLP, judges them
// by the published conventions. What the spans say in detail is in traces.test.ts.

type Span = {
  service: string;
  trace: string;
  id: string;
  parent: string;
  name: string;
  failed: boolean;
  attributes: Record<string, unknown>;
  links: string[];
};
type Told = { spans: Span[]; metrics: string[]; faults: string[]; known: number };

const python = await preparePython(['opentelemetry-proto==1.45.2', 'opentelemetry-semantic-conventions==0.66b2']);

test('a receiver of others reads traces and metrics, and finds nothing against the conventions', {
  skip: python.skip,
}, async () => {
  const url = await startReceiver();
  const tell = async (): Promise<Told> => (await (await fetch(url)).json()) as Told;
  await until(async () => tell().catch(() => undefined), 'the receiver', 60_000);
  const models = stopAtEnd(await startModelServer());
  const file = await writeModelsFile({
    providers: { own: { base_url: `${models.url}/v1` } },
    models: [{ id: 'chat', provider: 'own', prices: { input: 1, output: 2 } }],
  });
  stopAtEnd({ stop: async () => file.remove() });
  // The SDK reads its settings from the environment of the process.
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_METRIC_EXPORT_TIMEOUT: '400',
  });
  const telemetry = (await startTelemetry())!;
  const harness = stopAtEnd(
    await startHarness({
      telemetry,
      env: { ...models.env, ERRAND_MODELS_FILE: file.path },
      engines: [createAskEngine()],
    }),
  );
  const org = await harness.org();
  const agent = await createAgent(org, 'AskEngine', { config: { model: 'chat', tools: true } });
  const runIn = async (trace: string) => {
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const { body } = await org.request('POST', `/v1/agents/run/${agent.id}/async/`, { text: trace }, headers);
    return untilFinal(org, body, 60_000);
  };
  await models.script('chat', { tools: [{ name: 'add', input: { a: 1, b: 2 } }] }, { text: 'three' });
  const good = 'a'.repeat(32);
  const job = await runIn(good);
  assert.equal(job.status_code, 3, job.error_message);
  await models.script('chat', { status: 400, errorBody: { error: { message: 'No.' } } });
  const bad = 'b'.repeat(32);
  assert.equal((await runIn(bad)).status_code, 4);
  const hasCome = ({ spans, metrics }: Told): boolean =>
    [good, bad].every((trace) => spans.some((span) => span.trace === trace && span.name === 'job.attempt')) &&
    metrics.includes('errand_jobs_accepted_total');
  await until(async () => hasCome(await tell()), 'spans and metrics', 60_000);
  await telemetry.stop();

  const { spans, faults, known } = await tell();
  assert.deepEqual(faults, []);
  assert.ok(known > 500, 'the conventions were read');
  assert.ok(spans.every(({ service }) => service === 'errand'));
  const ofGood = spans.filter(({ trace }) => trace === good);
  const names = ofGood.map(({ name }) => name);
  for (const name of ['job.accept', 'job.wait', 'job.attempt', 'chat chat', 'execute_tool add'])
    assert.ok(names.includes(name), `${name} is in ${names.join(', ')}`);
  const ids = new Set([...ofGood.map(({ id }) => id), 'b7ad6b7169203331']);
  for (const { name, parent } of ofGood) assert.ok(ids.has(parent), `the parent of ${name} was sent`);
  const attempt = ofGood.find(({ name }) => name === 'job.attempt')!;
  assert.equal(attempt.attributes['errand.cost.usd'], job.cost);
  const failed = spans.filter((span) => span.trace === bad && span.failed).map(({ name }) => name);
  assert.ok(failed.includes('job.attempt') && failed.includes('chat chat'), failed.join(', '));
});

async function startReceiver(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const child = spawn('python3', [join(import.meta.dirname, 'otlp_receiver.py'), String(port)], {
    env: { ...process.env, PYTHONPATH: python.folder, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  stopAtEnd({
    async stop() {
      child.kill();
      await exited;
    },
  });
  return `http://127.0.0.1:${port}`;
}
