import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder, startHarness, stopAtEnd } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { writeModelsFile } from '../models/fixtures.ts';
import { preparePython } from '../python.ts';

// OpenAI's own clients in Python and Go, unchanged; the one in TypeScript is in test/streams/openai.test.ts.

const run = promisify(execFile);
const FETCH_MS = 240_000;

const server = stopAtEnd(await startModelServer());
const file = await writeModelsFile({
  providers: { own: { base_url: `${server.url}/v1` } },
  models: [{ id: 'chat', provider: 'own' }],
});
after(() => file.remove());
const harness = stopAtEnd(await startHarness({ env: { ...server.env, ERRAND_MODELS_FILE: file.path } }));
const org = await harness.org();
const env = { OPENAI_BASE_URL: `${harness.baseUrl}/openai/v1`, OPENAI_API_KEY: org.apiKey };
const schema = { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] };
const text = JSON.stringify({ summary: 'Words that come one after the other, and that nobody gets twice.' });
await server.script('chat', { text, gapMs: 25, pieceSize: 3 });
await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Short Summary',
  engine_class_id: 'MultimodalExtractionEngine',
  engine_config: { text: '${text}', model: 'chat', output_schema: schema, trust: { check: false } },
});
await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Greeting',
  engine_class_id: 'TemplateEngine',
  engine_config: { template: 'Hello ${text}!' },
});
const python = await preparePython(['openai==3.51.0']);
const go = await buildGo();

const expected = {
  models: ['greeting', 'short-summary'],
  text: 'Hello Ada!',
  again: 'Hello Ada!',
  chunks: text,
  chat: 'Hello Grace!',
  cancelled: 'cancelled',
  cut: { text, twice: 0, stored: text },
};

test('in Python: models, responses, a stream cut ten times, chat, errors', { skip: python.skip }, async () => {
  const told = JSON.parse(await python.run([join(import.meta.dirname, 'client.py')], { env }));
  assert.deepEqual(told, {
    ...expected,
    unknown: [404, 'model_not_found', 'NotFoundError'],
    stranger: [401, told.stranger[1], 'AuthenticationError'],
  });
});

test('in Go: the same', { skip: go.skip }, async () => {
  const { stdout } = await run(go.program, [], { env: { ...process.env, ...env } });
  const told = JSON.parse(stdout);
  assert.deepEqual(told, {
    ...expected,
    unknown: [404, 'model_not_found'],
    stranger: [401, told.stranger[1]],
  });
});

/** Fetches what the program needs, and builds it. A machine without Go or its registry skips the test. */
async function buildGo(): Promise<{ program: string; skip: string | false }> {
  const folder = await makeFolder();
  await cp(join(import.meta.dirname, 'program'), folder, { recursive: true });
  const program = join(folder, 'program');
  const at = { cwd: folder, timeout: FETCH_MS, env: { ...process.env, GOFLAGS: '-mod=readonly' } };
  try {
    await run('go', ['mod', 'download'], at);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    return { program, skip: `Go's client could not be fetched: ${said || (error as Error).message}` };
  }
  await run('go', ['build', '-o', program, '.'], at);
  return { program, skip: false };
}
