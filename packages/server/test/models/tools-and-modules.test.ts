import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadEngineModules } from '#engines/engine-modules.ts';
import { readConfig } from '../../src/config.ts';
import { type Harness, startHarness, type TestOrg } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent, runSync, startJob, untilFinal } from '../runs.ts';

let harness: Harness;
let org: TestOrg;
let server: ModelServer;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-tools-'));
  server = await startModelServer();
  const script = fileURLToPath(new URL('mcp-server.ts', import.meta.url));
  await writeFile(
    join(folder, 'mcp.json'),
    JSON.stringify({
      mcpServers: { sky: { command: process.execPath, args: [script], env: { WEATHER_STATION: '${STATION}' } } },
    }),
  );
  harness = await startHarness({
    env: {
      ...server.env,
      STATION: 'Greenwich',
      ERRAND_MCP_FILE: join(folder, 'mcp.json'),
      ERRAND_ENGINE_MODULES: fileURLToPath(new URL('../../../../docs/examples/shout-engine.ts', import.meta.url)),
    },
  });
  org = await harness.org();
});
after(async () => {
  await harness.stop();
  await server.stop();
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
      tools: ['*'],
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
    ],
  );
  const last = JSON.stringify((await server.calls('curious')).at(-1)!.body);
  assert.match(last, /Sunny in Rome, says Greenwich/);
  assert.match(last, /It rains too much/);
});

test('a tool that is not configured fails the job and says which there are', async () => {
  const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: 'a', tools: ['sea_tide'], output_schema: { type: 'object' } },
  });
  assert.match(
    (await untilFinal(org, await startJob(org, id, { text: '-' }))).error_message,
    /no tool 'sea_tide'.*sky_weather/,
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
    ['ERRAND_MCP_FILE', '{"mcpServers": {"a": {}}}', /either a url or a command/],
    ['ERRAND_MCP_FILE', '{"mcpServers": {"a": {"url": "http://x", "headers": {"a": "${NOT_SET}"}}}}', /NOT_SET/],
    ['ERRAND_MCP_FILE', '{', /cannot be read as JSON/],
    ['ERRAND_MODELS_FILE', '{"models": [{"id": "a", "provider": "nobody"}]}', /nobody/],
    ['ERRAND_MODELS_FILE', '{"models": [{"id": "a"}]}', /an id and a provider/],
    ['ERRAND_MODELS_FILE', '{"providers": {"a": {"concurrency": 0, "base_url": "http://x"}}}', /'concurrency' takes/],
    ['ERRAND_MODELS_FILE', '{"providers": {"a": {"api_key_env": "NOT_SET", "base_url": "http://x"}}}', /NOT_SET/],
    ['ERRAND_MODELS_FILE', '{"provider": {}}', /has 'provider'/],
    ['ERRAND_MODELS_FILE', '{"providers": {"a": {}}}', /needs a base_url/],
  ];
  for (const [variable, content, message] of refused) {
    await writeFile(file, content);
    assert.throws(() => readConfig({ [variable]: file }), message);
  }
  assert.throws(() => readConfig({ OPENAI_BASE_URL: 'nonsense' }), /OPENAI_BASE_URL/);
});
