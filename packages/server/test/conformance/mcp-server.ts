import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { defineEngine, type EngineContext, EngineFailure } from '#engines/engine/engine.ts';
import { type Harness, startHarness, type TestOrg } from '../harness.ts';

// A server whose agents are the tools that the conformance suites ask for, as far as an agent can be one. The suites send
// no credential, so a proxy adds it.

type Inputs = Record<string, string>;

const pause = async ({ signal }: EngineContext, given: string | undefined): Promise<void> => {
  // A little more than asked for: what lasts two seconds is a task there.
  if (Number(given) > 0) await delay(Number(given) * 1_000 + 1_700, undefined, { signal });
};

const ask = async (context: EngineContext, name: string, type: string): Promise<unknown> => {
  const answer_schema = { type: 'object', properties: { [name]: { type } } };
  return (await context.wait({ kind: 'question', title: `What is ${name}?`, answer_schema })).answer;
};

type Shown = { data_type: string; value: string };
type Fixture = { keys?: string[]; run(context: EngineContext, inputs: Inputs): Promise<string | Shown[]> };

const BYTES = 'iVBORw0KGgo=';
const picture: Shown = { data_type: 'image/png', value: BYTES };

const tools: Record<string, Fixture> = {
  test_image_content: { run: async () => [picture] },
  test_audio_content: { run: async () => [{ data_type: 'audio/wav', value: BYTES }] },
  test_embedded_resource: { run: async () => [{ data_type: 'application/xml', value: '<embedded/>' }] },
  test_multiple_content_types: {
    run: async () => [
      { data_type: 'text/plain', value: 'Multiple content types test:' },
      picture,
      { data_type: 'application/xml', value: '<test/>' },
    ],
  },
  greet: { keys: ['name'], run: async (_context, { name }) => `Hello, ${name}!` },
  test_simple_text: { run: async () => 'This is a simple text response for testing.' },
  test_error_handling: {
    async run() {
      throw new EngineFailure('This tool intentionally returns an error for testing');
    },
  },
  test_tool_with_progress: {
    async run(context) {
      for (const done of [0, 50, 100]) {
        context.progress({ done, of: 100 });
        await delay(700, undefined, { signal: context.signal });
      }
      return 'done';
    },
  },
  slow_compute: {
    keys: ['seconds', 'label'],
    async run(context, { seconds, label }) {
      await pause(context, seconds);
      return `computed ${label}`;
    },
  },
  protocol_error_job: {
    async run(context) {
      await pause(context, '1');
      throw new TypeError('broken');
    },
  },
  confirm_delete: {
    keys: ['filename'],
    async run(context) {
      await pause(context, '1');
      return JSON.stringify(await ask(context, 'confirm', 'boolean'));
    },
  },
  multi_input: {
    async run(context) {
      await pause(context, '1');
      return JSON.stringify(await Promise.all([ask(context, 'name', 'string'), ask(context, 'confirm', 'boolean')]));
    },
  },
  test_tool_with_task: {
    async run(context) {
      const answer = JSON.stringify(await ask(context, 'name', 'string'));
      await pause(context, '1');
      return `Hello, ${answer}!`;
    },
  },
  test_input_required_result_elicitation: {
    run: async (context) => `Hello, ${JSON.stringify(await ask(context, 'name', 'string'))}!`,
  },
  test_input_required_result_request_state: {
    run: async (context) => `state-ok ${JSON.stringify(await ask(context, 'ok', 'boolean'))}`,
  },
  test_input_required_result_tampered_state: {
    run: async (context) => JSON.stringify(await ask(context, 'ok', 'boolean')),
  },
  test_input_required_result_multi_round: {
    run: async (context) =>
      JSON.stringify([await ask(context, 'name', 'string'), await ask(context, 'color', 'string')]),
  },
  failing_job: {
    async run(context) {
      await pause(context, '1');
      throw new EngineFailure('The job failed as it was told to.');
    },
  },
};

const engines = Object.entries(tools).map(([name, { keys = [], run }]) =>
  defineEngine({
    id: name,
    name,
    description: `Fixture ${name}.`,
    inputs: keys.map((key) => ({ key, data_type: 'text/plain', description: key, required: false })),
    configSchema: Type.Object({}),
    async run(context, { inputs }) {
      const said = await run(context, inputs);
      const shown = typeof said === 'string' ? [{ data_type: 'text/plain', value: said }] : said;
      return {
        outputs: shown.map((output, index) => ({ key: index === 0 ? 'output' : `output_${index}`, ...output })),
      };
    },
  }),
);

export type ConformanceServer = { url: string; harness: Harness; org: TestOrg; stop(): Promise<void> };

export async function startConformanceServer(): Promise<ConformanceServer> {
  const harness = await startHarness({ engines, env: { ERRAND_MCP_TASK_SECONDS: '2' } });
  const org = await harness.org();
  for (const name of Object.keys(tools)) {
    const { status, text: said, body } = await org.request('POST', '/v1/agents/', { name, engine_class_id: name });
    if (status !== 201) throw new Error(said);
    await org.request('PATCH', `/v1/agents/${body.id}/`, { disable_cache: true });
  }
  const target = new URL(harness.baseUrl);
  const proxy: Server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${org.apiKey}` };
    const { method, url: path } = incoming;
    const outgoing = request(
      { host: target.hostname, port: target.port, path, method, headers, setHost: false },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`,
    harness,
    org,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await harness.stop();
    },
  };
}
