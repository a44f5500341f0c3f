import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { startTelemetry } from '#platform/telemetry.ts';
import { makeFolder, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { answerMessage } from '../models/mcp-answers.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { startTraceReceiver } from './trace-receiver.ts';

// Traces that go on at MCP servers and remote agents, and what models were asked and said, once an operator wants it.

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const heard: { path: string; traceparent: string | undefined; tracestate: string | undefined }[] = [];
const remote = createServer(async (request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const { traceparent, tracestate } = request.headers as Record<string, string | undefined>;
  const body = JSON.parse(await text(request));
  const path = request.url === '/mcp' ? `/mcp ${body.method}` : request.url!;
  heard.push({ path, traceparent, tracestate });
  if (request.url === '/mcp') {
    const answer = answerMessage(body, 'Greenwich');
    response.writeHead(answer === undefined ? 202 : 200, {
      'content-type': 'application/json',
      'mcp-session-id': 'one',
    });
    return void response.end(answer && JSON.stringify(answer));
  }
  const raw = JSON.stringify({ outputs: [{ key: 'output', data_type: 'text/plain', value: 'done elsewhere' }] });
  const [id, at] = [request.headers['webhook-id'] as string, new Date()];
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign(id, at, raw),
    })
    .end(raw);
});
await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
stopAtEnd({
  stop() {
    remote.closeAllConnections();
    remote.close();
  },
});
const address = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`;
const collector = stopAtEnd(await startTraceReceiver());
const models = stopAtEnd(await startModelServer());
Object.assign(process.env, {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '50',
});
/** It tells its model a secret, as an engine of an operator may. */
const secretive = defineEngine<{ note: string }>({
  id: 'SecretiveEngine',
  name: 'Secretive',
  description: 'Tells its model a note.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'The question.' }],
  configSchema: Type.Object({ note: Type.String({ 'x-accepts-secrets': true }) }),
  async run(context, { inputs, config }) {
    const { text: value } = await context.model('ask', {
      model: 'secretive',
      system: `The code is ${config.note}.`,
      prompt: [{ type: 'text', text: inputs.text! }],
    });
    return { outputs: [{ key: 'text', data_type: 'text/plain', value }] };
  },
});
const telemetry = (await startTelemetry(process.env, undefined, true))!;
const mcpFile = join(await makeFolder(), 'mcp.json');
await writeFile(mcpFile, JSON.stringify({ mcpServers: { sea: { url: `${address}/mcp` } } }));
const harness = stopAtEnd(
  await startHarness({
    telemetry,
    engines: [secretive],
    env: { ...models.env, ERRAND_MCP_FILE: mcpFile, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' },
  }),
);
stopAtEnd({ stop: () => telemetry.stop() });
const org = await harness.org();
const newTrace = () => {
  const id = crypto.randomUUID().replaceAll('-', '');
  return { id, headers: { traceparent: `00-${id}-b7ad6b7169203331-01`, tracestate: 'vendor=7' } };
};
const output_schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };

test('an MCP server gets the trace of the tool call', async () => {
  await models.script(
    'curious',
    { tools: [{ name: 'sea_weather', input: { city: 'Rome' } }] },
    { json: { answer: 'sunny' } },
  );
  const config = { model: 'curious', text: '${text}', tools: ['sea_weather'], output_schema };
  const agent = await createAgent(org, 'MultimodalExtractionEngine', { config });
  const { id, headers } = newTrace();
  const job = await untilFinal(org, await startJob(org, agent.id, { text: 'How is it in Rome?' }, headers));
  assert.equal(job.status_code, 3, job.error_message);
  const call = heard.find(({ path }) => path === '/mcp tools/call')!;
  assert.equal(call.traceparent?.slice(3, 35), id);
  assert.equal(call.tracestate, 'vendor=7');
  const tool = await until(
    async () => collector.ofTrace(id).find(({ name }) => name.startsWith('execute_tool')),
    'the span of the tool',
  );
  assert.equal(call.traceparent?.slice(36, 52), tool.spanId);
});

test('a remote agent gets the trace of its job', async () => {
  const agent = await createAgent(org, 'HttpEngine', { config: { url: `${address}/agent`, secret: SECRET } });
  const { id, headers } = newTrace();
  const job = await untilFinal(org, await startJob(org, agent.id, { text: 'x' }, headers));
  assert.equal(job.status_code, 3, job.error_message);
  const call = heard.find(({ path }) => path === '/agent')!;
  assert.equal(call.traceparent?.slice(3, 35), id);
  const spans = await until(async () => {
    const found = collector.ofTrace(id);
    return found.some(({ name }) => name === 'job.attempt') && found;
  }, 'the spans');
  assert.ok(spans.some(({ spanId }) => spanId === call.traceparent?.slice(36, 52)));
});

test('asked for, the content of calls is in the spans, without the secrets of the agent', async () => {
  await models.script('secretive', { text: 'The code is hush-hush-17.' });
  await org.expect(201, 'PUT', '/v1/secrets/CODE/', { value: 'hush-hush-17' });
  const agent = await createAgent(org, 'SecretiveEngine', { config: { note: '${secret.CODE}' } });
  const { id, headers } = newTrace();
  const job = await untilFinal(org, await startJob(org, agent.id, { text: 'What is the code?' }, headers));
  const chat = await until(
    async () => collector.ofTrace(id).find(({ name }) => name === 'chat secretive'),
    `the span of the call (${job.status_code} ${job.error_message})`,
  );
  const asked = JSON.parse(String(chat.attributes['gen_ai.input.messages']));
  assert.deepEqual(
    asked.map(({ role }: { role: string }) => role),
    ['system', 'user'],
  );
  assert.match(JSON.stringify(asked), /What is the code\?/);
  assert.match(String(chat.attributes['gen_ai.output.messages']), /The code is/);
  assert.ok(!JSON.stringify(chat).includes('hush-hush-17'), 'a secret is in the trace');
});
