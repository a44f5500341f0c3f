import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { testEngines } from '../engines.ts';
import { callsWith, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { startWorkerProcess } from '../worker-process.ts';
import type { Assault } from './attacker.ts';
import { besides, findFault, type Outcome, quietly, type Seen } from './neighbour.ts';

// One tenant, or a stranger, against a real server process, with a neighbour beside them. The neighbour's requests may
// take three times as long as in quiet moments of the same run, and are never refused. The main thread of the server
// computes only for so long before it looks for other work.

/** A fault comes again; what other programs on the machine do, does not. */
const TRIES = 3;

const model = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_ROLE: 'api' } }));
const port = await findPort();
const meterPort = await findPort();
const origin = `http://127.0.0.1:${port}`;
await startWorkerProcess(harness, new URL('./server-child.ts', import.meta.url), {
  PORT: String(port),
  METER_PORT: String(meterPort),
  HOST: '127.0.0.1',
  ERRAND_ROLE: 'all',
  ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
  ERRAND_SIGN_IN_TRIES: '1000',
  ...model.env,
});
const greedy = await harness.org({ name: 'Greedy' });
const modest = callsWith(() => origin, (await harness.org({ name: 'Modest' })).apiKey);
const viewer = { authorization: `Bearer ${await greedy.keyWithRole('viewer')}`, 'content-type': 'application/json' };
const admin = { authorization: `Bearer ${greedy.apiKey}`, 'content-type': 'application/json' };
const meter = `http://127.0.0.1:${meterPort}`;
const neighbour = { look: () => modest.request('GET', '/v1/agents/?page_size=5'), meter };

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An object with so many members of different names. */
const members = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]));
/** As large as an object may be: 4,900 names, 19,600 members. */
const largest = { one: members(4_900), two: members(4_900), three: members(4_900), four: members(4_900) };
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const post = (path: string, value: unknown, headers: Record<string, string> = admin) => ({
  method: 'POST',
  path,
  headers,
  body: bytes(value),
});
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const mcp = { ...viewer, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
const get = (path: string, headers = viewer) => ({ method: 'GET', path, headers });

const echo = await createAgent(greedy, 'EchoEngine');
for (let at = 0; at < 12; at += 1)
  await createAgent(greedy, 'EchoEngine', {
    config: { output_schema: { type: 'object', properties: largest } },
  });
const trigger = await greedy.expect(201, 'POST', '/v1/triggers/', {
  name: 'Open',
  kind: 'http',
  agent_id: echo.id,
  mapping: { text: '${event.body.text}' },
  verify: { kind: 'none' },
});
const hook = new URL(trigger.url).pathname;
const attacks: Record<string, Assault['requests']> = {
  'agents with more members than are accepted': [
    post('/v1/agents/', { name: 'Larger', engine_class_id: 'EchoEngine', engine_config: members(290_000) }),
    post('/v1/agents/', { name: 'Larger', engine_class_id: 'EchoEngine', engine_config: members(60_000) }),
  ],
  'agents as large as is accepted': [
    post('/v1/agents/', { name: 'Large', engine_class_id: 'EchoEngine', engine_config: { output_schema: largest } }),
  ],
  'inputs as large as is accepted': [post(`/v1/agents/run/${echo.id}/async/`, { inputs: { text: members(9_900) } })],
  'large messages of A2A, by a viewer': [
    post(
      `/a2a/${echo.id}/`,
      rpc('SendMessage', { message: { messageId: 'x', role: 'ROLE_USER', parts: [{ data: members(4_900) }] } }),
      viewer,
    ),
  ],
  'large calls over MCP, by a viewer': [
    post('/mcp', rpc('tools/call', { name: 'agent_of_echoengine', arguments: members(4_900) }), mcp),
  ],
  'lists of tools over MCP, by a viewer': [post('/mcp', rpc('tools/list', {}), mcp)],
  'lists of large agents, by a viewer': [get('/v1/agents/'), get(`/v1/agents/?page_size=100`)],
  'the cards of A2A, by a viewer': [
    get('/.well-known/agent-card.json'),
    get(`/a2a/${echo.id}/.well-known/agent-card.json`),
  ],
  'large events at a trigger address, without a credential': [
    post(hook, { text: 'x', more: members(4_900) }, { 'content-type': 'application/json' }),
  ],
  'addresses of triggers that do not exist, without a credential': [
    post(`/hooks/${'x'.repeat(43)}/`, { more: members(4_900) }, { 'content-type': 'application/json' }),
  ],
  'sign-ins without a credential': [
    post(
      '/v1/auth/login/',
      { email: 'nobody@example.com', password: 'x'.repeat(60_000) },
      { 'content-type': 'application/json' },
    ),
    post(
      '/v1/auth/login/',
      { email: 'nobody@example.com', password: 'guess', more: members(3_000) },
      { 'content-type': 'application/json' },
    ),
  ],
};

await until(async () => (await neighbour.look()).status === 200, 'the server process');
await quietly(neighbour);

/** Returns what is wrong each time, with what was seen last. */
async function judge(
  act: () => Promise<Seen & Partial<Outcome>>,
): Promise<{ fault?: string | undefined; told: string }> {
  for (let before = await quietly(neighbour), tries = 1; ; tries += 1) {
    const seen = await act();
    const after = await quietly(neighbour);
    const fault = findFault(seen, [before, after]);
    if (fault === undefined || tries === TRIES) return { fault, told: JSON.stringify({ fault, seen, before, after }) };
    before = after;
  }
}

for (const [name, requests] of Object.entries(attacks)) {
  test(`${name}: a neighbour hardly notices`, async (t) => {
    const { fault, told } = await judge(() => besides(neighbour, { origin, atOnce: 4, requests }));
    t.diagnostic(told);
    assert.equal(fault, undefined, told);
  });
}

test('the judge notices a handler that computes for 300 ms', async () => {
  const requests = [{ method: 'GET', path: '/stay/300', headers: {} }];
  const { fault } = await judge(() => besides(neighbour, { origin: meter, atOnce: 1, requests }));
  assert.match(String(fault), /main thread was away for [3-9]\d\d ms/);
});

/** A backtracking engine would try more ways than there are seconds in a year. */
const PATTERN = `/${'*a'.repeat(10)}b`;

test('jobs whose path patterns were made to backtrack end, and a neighbour hardly notices', async (t) => {
  const { name } = await greedy.expect(201, 'POST', '/v1/connections/', {
    connector_type: 'custom_api',
    name: 'Stars',
    config: { base_url: 'http://127.0.0.1:9' },
    policy: { methods: ['GET'], paths: [PATTERN] },
  });
  const call = { tools: [{ name: 'stars_request', input: { method: 'GET', path: `/${'a'.repeat(80)}` } }] };
  const { id } = await createAgent(greedy, 'MultimodalExtractionEngine', {
    config: {
      model: 'stars',
      text: '$text',
      connections: [{ connection: name, methods: ['GET'], paths: [PATTERN] }],
      output_schema: { type: 'object', properties: { answer: { type: 'string' } } },
    },
  });
  const run = async (): Promise<Seen> => {
    await model.script('stars', call, { json: { answer: 'done' } });
    const jobId = await startJob(greedy, id, { text: 'Go.' });
    const seen = await quietly(neighbour);
    const job = await untilFinal(greedy, jobId);
    assert.equal(job.status_code, 3, job.error_message);
    assert.match(JSON.stringify((await model.calls('stars')).at(-1)!.body), /not allow|may not/);
    return seen;
  };
  const { fault, told } = await judge(run);
  t.diagnostic(told);
  assert.equal(fault, undefined, told);
});
