import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startHarness, until } from '../../../test/harness.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { answerMessage } from '../../../test/models/mcp-answers.ts';
import { createAgent, runSync, startJob, untilFinal } from '../../../test/runs.ts';
import { readConfig } from '../../config/config.ts';
import { loadEngineModules } from '../engine-modules.ts';

/** The same tools behind an address, with a session that ends when `session` changes. */
let session = 'one';
let waiting = 0;
const remote = createServer(async (request, response) => {
  const known = request.headers['mcp-session-id'];
  if (request.headers.authorization !== 'Bearer Greenwich') return void response.writeHead(401).end();
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const message = JSON.parse(await text(request));
  if (message.method !== 'initialize' && known !== session)
    return void response.writeHead(known === undefined ? 400 : 404).end();
  const answer = answerMessage(message, session);
  if (answer === undefined && message.params?.name === 'wait') {
    waiting += 1;
    return void response.on('close', () => (waiting -= 1));
  }
  response.writeHead(answer === undefined ? 202 : 200, {
    'content-type': 'application/json',
    'mcp-session-id': session,
  });
  response.end(answer && JSON.stringify(answer));
});

await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
const folder = await mkdtemp(join(tmpdir(), 'errand-tools-'));
const server = await startModelServer();
const script = fileURLToPath(new URL('../../../test/models/mcp-server.ts', import.meta.url));
await writeFile(
  join(folder, 'mcp.json'),
  JSON.stringify({
    mcpServers: {
      sky: { command: process.execPath, args: [script], env: { WEATHER_STATION: '${STATION}' } },
      sea: {
        url: `http://127.0.0.1:${(remote.address() as { port: number }).port}/mcp`,
        headers: { Authorization: 'Bearer ${STATION}' },
      },
      // Nobody listens there: only who asks for its tools notices.
      gone: { url: 'http://127.0.0.1:9/mcp' },
    },
  }),
);
const harness = await startHarness({
  env: {
    ...server.env,
    STATION: 'Greenwich',
    ERRAND_MCP_FILE: join(folder, 'mcp.json'),
    ERRAND_ENGINE_MODULES: fileURLToPath(new URL('../../../../../docs/examples/shout-engine.ts', import.meta.url)),
  },
});
const org = await harness.org();
after(async () => {
  await harness.stop();
  await server.stop();
  remote.closeAllConnections();
  remote.close();
  await rm(folder, { recursive: true, force: true });
});

test('a model may use the tools of an MCP server; each use is a step', async () => {
  await server.script(
    'curious',
    { tools: [{ name: 'sky_weather', input: { city: 'Rome' } }] },
    { tools: [{ name: 'sky_fail', input: {} }] },
    { json: { answer: 'sunny' } },
  );
  const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
    config: {
      model: 'curious',
      text: '$text',
      tools: ['sky_weather', 'sky_fail'],
      output_schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
    },
  });
  const job = await untilFinal(org, await startJob(org, id, { text: 'How is the weather in Rome?' }));
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(
    job.steps.map((step: any) => [step.kind, step.name]),
    [
      ['model', 'extract'],
      ['tool', 'extract, sky_weather 1.1'],
      ['model', 'extract, turn 2'],
      ['tool', 'extract, sky_fail 2.1'],
      ['model', 'extract, turn 3'],
      ['compute', 'check values'],
    ],
  );
  const last = JSON.stringify((await server.calls('curious')).at(-1)!.body);
  assert.match(last, /Sunny in Rome, says Greenwich/);
  assert.match(last, /It rains too much/);
});

const answerSchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };

async function startWithTools(model: string): Promise<string> {
  const config = { model, text: '$text', tools: ['sea_weather', 'sea_wait'], output_schema: answerSchema };
  const { id } = await createAgent(org, 'MultimodalExtractionEngine', { config });
  return startJob(org, id, { text: 'How is the sea?' });
}

test('an MCP server at an address is asked with its headers, and anew when it has forgotten the session', async () => {
  const asked = { tools: [{ name: 'sea_weather', input: { city: 'Rome' } }] };
  await server.script('sailor', asked, { json: { answer: 'calm' } });
  const first = await untilFinal(org, await startWithTools('sailor'));
  assert.equal(first.status_code, 3, first.error_message);
  assert.match(JSON.stringify((await server.calls('sailor')).at(-1)!.body), /Sunny in Rome, says one/);
  session = 'two';
  await server.script('sailor', asked, { json: { answer: 'calm' } });
  const job = await untilFinal(org, await startWithTools('sailor'));
  assert.equal(job.status_code, 3, job.error_message);
  assert.match(JSON.stringify((await server.calls('sailor')).at(-1)!.body), /Sunny in Rome, says two/);
  assert.equal(job.attempt, 1);
});

test('cancelling ends the use of a tool that gives no answer', async () => {
  await server.script('patient', { tools: [{ name: 'sea_wait', input: {} }] });
  const jobId = await startWithTools('patient');
  await until(async () => waiting === 1, 'the use of the tool');
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`)).status, 204);
  await until(async () => waiting === 0, 'the end of it');
});

test('an investigation may use the tools that its sources name, and no others; what they say is evidence', async () => {
  const content = {
    guidelines: { categories: [{ title: 'Weather', rules: [{ title: 'Rain', description: 'It rains.' }] }] },
  };
  const policy = await org.request('POST', '/v1/policies/', { name: 'Weather', content });
  await server.script(
    'detective',
    { tools: [{ name: 'sky_weather', input: { city: 'Oslo' } }] },
    { text: 'Done.' },
    {},
  );
  const { id } = await createAgent(org, 'FraudInvestigationEngine', {
    config: {
      policy_version_id: policy.body.id,
      model: 'detective',
      enable_planning: false,
      context_sources: ['tool:sky_weather'],
    },
  });
  const job = await untilFinal(org, await startJob(org, id, { alert_data: 'A claim for storm damage.' }), 60_000);
  const [gather, , decide] = await server.calls('detective');
  assert.deepEqual(
    gather!.body.tools.map((tool: any) => tool.function.name),
    ['sky_weather'],
  );
  assert.match(JSON.stringify(decide!.body), /Sunny in Oslo, says Greenwich/);
  assert.ok(job.steps.some((step: any) => step.kind === 'tool' && /sky_weather/.test(step.name)));
  const missing = await createAgent(org, 'FraudInvestigationEngine', {
    config: { policy_version_id: policy.body.id, model: 'detective', context_sources: ['tool:sky_tide'] },
  });
  const failed = await untilFinal(org, await startJob(org, missing.id, { alert_data: 'x' }), 60_000);
  assert.match(failed.error_message, /Unknown tool 'sky_tide' in context_sources/);
});

test('a tool that is not configured fails the job and says which there are', async () => {
  const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: 'a', tools: ['sea_tide'], output_schema: { type: 'object' } },
  });
  assert.match(
    (await untilFinal(org, await startJob(org, id, { text: '-' }))).error_message,
    /Unknown tool 'sea_tide'.*sea_weather/,
  );
});

test('the engine of the worked example is offered and runs', async () => {
  const { body } = await org.request('GET', '/v1/agents/types/');
  assert.ok(body.engine_types.includes('ShoutEngine'));
  const { id } = await createAgent(org, 'ShoutEngine', { config: { times: '2' } });
  const answer = await runSync(org, id, { text: 'hello' });
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.text, /HELLO!HELLO!/);
});

test('a module that is none, and files that are wrong, stop the start with one line that says what', async () => {
  const bad = join(folder, 'bad.ts');
  await writeFile(bad, 'export default { id: "X" };');
  await assert.rejects(loadEngineModules([bad]), /ERRAND_ENGINE_MODULES.*bad\.ts/);
  await assert.rejects(loadEngineModules([join(folder, 'none.ts')]), /cannot be loaded/);
  const file = join(folder, 'file.json');
  const refused: [variable: string, content: string, message: RegExp][] = [
    ['ERRAND_MCP_FILE', '{"mcpServers": {"a": {}}}', /either url or command is required/],
    ['ERRAND_MCP_FILE', '{"mcpServers": {"a": {"url": "http://x", "headers": {"a": "${NOT_SET}"}}}}', /NOT_SET/],
    ['ERRAND_MCP_FILE', '{', /cannot be read as JSON/],
    ['ERRAND_MODELS_FILE', '{"models": [{"id": "a", "provider": "nobody"}]}', /nobody/],
    ['ERRAND_MODELS_FILE', '{"models": [{"id": "a"}]}', /id and provider are required/],
    ['ERRAND_MODELS_FILE', '{"providers": {"a": {"concurrency": 0, "base_url": "http://x"}}}', /'concurrency' must be/],
    ['ERRAND_MODELS_FILE', '{"providers": {"a": {"api_key_env": "NOT_SET", "base_url": "http://x"}}}', /NOT_SET/],
    ['ERRAND_MODELS_FILE', '{"provider": {}}', /unknown member 'provider'/],
    ['ERRAND_MODELS_FILE', '{"providers": {"a": {}}}', /base_url is required/],
  ];
  for (const [variable, content, message] of refused) {
    await writeFile(file, content);
    assert.throws(() => readConfig({ [variable]: file }), message);
  }
  assert.throws(() => readConfig({ OPENAI_BASE_URL: 'nonsense' }), /OPENAI_BASE_URL/);
});
