import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { signWebhook } from '@errand/sdk/webhook-signature';
import { type Engine, EngineFailure } from '#engines/engine/engine.ts';
import { createEngineRegistry } from '#engines/registry.ts';
import { createBrowser } from '#engines/web/browser/browser.ts';
import { readWebSettings } from '#engines/web/settings.ts';
import { createWebEngines } from '#engines/web/web-engines.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { makePdf } from '../../../documents/test/pdf.ts';
import { type Harness, startHarness, type TestOrg, until } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { writeModelsFile } from '../models/fixtures.ts';
import { createAgent, getJob, runSync, startJob, untilFinal, uploadFile } from '../runs.ts';
import { type EngineSample, engineSamples, type SampleKit } from './engine-samples.ts';

// What every engine owes: a description that is true, outputs in one shape, an end when it is told to stop, no second
// payment, no step beyond the budget, and no request that the operator does not allow.

const SECRET = 'a secret for this suite';
const requests: string[] = [];
/** Requests with a word of `asking`: how often they came, and how many wait for an answer. */
const asked = new Map<string, { times: number; open: number }>();
const countOf = (word: string) => asked.get(word) ?? { times: 0, open: 0 };
/** Everything outside at once: a page, a remote agent, a search service, and what knows maps, social media and shops. */
const outside = createServer(async (request, response) => {
  requests.push(request.url!);
  const { host = '' } = request.headers;
  const [word] = /(?:hang|again)-\w+/.exec(`${request.url} ${await text(request)}`) ?? [];
  if (word !== undefined) {
    const count = countOf(word);
    asked.set(word, count);
    count.times += 1;
    count.open += 1;
    response.on('close', () => (count.open -= 1));
    if (word.startsWith('hang')) return;
  }
  if (request.url!.startsWith('/search')) {
    const path = request.url!.includes('forbidden') ? '/forbidden' : '/page';
    const results = request.url!.includes('pageno=1')
      ? [{ url: `http://${host}${path}`, title: 'Tea', content: 'A shop.' }]
      : [];
    return void response.writeHead(200).end(JSON.stringify({ results }));
  }
  if (request.url === '/service') {
    const known = { entities: [], profile: {}, posts: [], storefront: { name: 'Tea shop' } };
    return void response.writeHead(200).end(JSON.stringify(known));
  }
  const id = String(request.headers['webhook-id']);
  const body = JSON.stringify({
    outputs: [{ key: 'output', data_type: 'text/plain', value: 'Hello', description: 'A greeting.' }],
  });
  const timestamp = Math.floor(Date.now() / 1_000);
  response.writeHead(200, {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signWebhook({ id, timestamp, body }, [SECRET]),
  });
  response.end(body);
});
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
const outsideUrl = `http://127.0.0.1:${(outside.address() as { port: number }).port}`;
const webEnv = {
  ERRAND_SEARCH_URL: outsideUrl,
  ERRAND_MAPS_URL: `${outsideUrl}/service`,
  ERRAND_SOCIAL_URL: `${outsideUrl}/service`,
  ERRAND_STOREFRONT_URL: `${outsideUrl}/service`,
};
const webEngines = createWebEngines({
  settings: readWebSettings(webEnv),
  allow: [parseNetwork('127.0.0.0/8')!],
});
const hasBrowser = createBrowser({ path: undefined, allow: [] }).executable !== undefined;
const engines = createEngineRegistry(webEngines)
  .list()
  // Where there is no Chromium it cannot be tried.
  .filter(({ id }) => hasBrowser || id !== 'InteractiveWebExtractionEngine');
const ids = [...engines.map(({ id }) => id), 'HttpEngine'];

let server: ModelServer;
let file: Awaited<ReturnType<typeof writeModelsFile>>;
let open: { harness: Harness; org: TestOrg; kit: SampleKit };
let closed: typeof open;

/** Runs to its end and then fails once: the next attempt has everything in its journal. */
const again = (engine: Engine): Engine => ({
  ...engine,
  id: `${engine.id}Again`,
  async run(context, run) {
    const result = await engine.run(context, run);
    if (context.attempt === 1) throw new EngineFailure('Once more.', { retry: true });
    return result;
  },
});

before(async () => {
  server = await startModelServer();
  file = await writeModelsFile({
    providers: { own: { base_url: `${server.url}/v1` } },
    models: ids.flatMap((id) =>
      ['run', 'hang', 'budget', 'again', 'tools'].map((use) => ({
        id: `${id}-${use}`,
        provider: 'own',
        prices: { input: 1_000, output: 1_000 },
      })),
    ),
  });
  const env = {
    ...webEnv,
    ERRAND_MODELS_FILE: file.path,
    ERRAND_DEFAULT_MODEL: 'baseline',
    ERRAND_MODEL_LAST_WORD_SECONDS: '1',
  };
  open = await prepare({ ...env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' }, '/page');
  closed = await prepare(env, '/forbidden');
});
after(async () => {
  await open.harness.stop();
  await closed.harness.stop();
  await server.stop();
  outside.close();
  await file.remove();
});

async function prepare(env: NodeJS.ProcessEnv, path: string): Promise<typeof open> {
  const harness = await startHarness({ env, engines: engines.map(again) });
  const org = await harness.org();
  const content = {
    guidelines: {
      categories: [{ title: 'Sales', rules: [{ title: 'No knives', description: 'No knives may be sold.' }] }],
    },
  };
  const policy = await org.expect(201, 'POST', '/v1/policies/', { name: 'A policy', content });
  const kit = {
    fileId: `file_${await uploadFile(org, makePdf([{ lines: ['Ada owes 12.50 EUR.'] }]), 'a.pdf')}`,
    policyId: policy.id,
    url: `${outsideUrl}${path}`,
    remoteUrl: `${outsideUrl}/agent`,
    remoteSecret: SECRET,
  };
  return { harness, org, kit };
}

function sampleOf(id: string, { kit }: typeof open = open): EngineSample {
  const make = engineSamples[id];
  assert.ok(make, `say in test/conformance/engine-samples.ts how an agent of ${id} looks`);
  return make(kit);
}

type StartOptions = {
  use?: string;
  engine?: string;
  config?: Record<string, unknown>;
  body?: Record<string, unknown>;
  place?: typeof open;
};

async function prepareRun(id: string, { use, engine = id, config, body, place = open }: StartOptions) {
  const sample = sampleOf(id, place);
  const { id: agentId } = await createAgent(place.org, engine, {
    config: { ...(config ?? sample.config), ...(use !== undefined && { model: `${id}-${use}` }) },
    ...(sample.definitions && { inputs: sample.definitions }),
  });
  return { org: place.org, agentId, body: { inputs: sample.inputs, ...body } };
}

async function start(id: string, options: StartOptions = {}): Promise<string> {
  const { org, agentId, body } = await prepareRun(id, options);
  return startJob(org, agentId, body);
}

async function run(id: string, options: StartOptions = {}): Promise<any> {
  const { org, agentId, body } = await prepareRun(id, options);
  return runToEnd(org, agentId, body);
}

/** Answered at the end of the job: that many callers asking again and again would cost more than the jobs. */
async function runToEnd(org: TestOrg, agentId: string, body: unknown): Promise<any> {
  const answer = await runSync(org, agentId, body);
  const jobId = answer.headers.get('x-agent-job-id');
  assert.ok(jobId, answer.text);
  const job = await getJob(org, jobId);
  assert.ok(job.status_code >= 3, answer.text);
  return job;
}

const hostileSchemas: [schema: unknown, message: RegExp][] = [
  [`${'{"properties":{"a":'.repeat(10_000)}{}${'}}'.repeat(10_000)}`, /output_schema.*deep/],
  [JSON.parse(`${'{"items":'.repeat(500)}{}${'}'.repeat(500)}`), /levels deep/],
  [JSON.parse(`${'{"items":'.repeat(60)}{}${'}'.repeat(60)}`), /output_schema.*levels deep/],
  [{ $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#' }] } } }, /leads back to itself/],
  [{ type: 'string', pattern: '^(?=(a+)+$)b' }, /pattern/],
  [{ type: 'string', pattern: '(((x{99}){99}){99}){99}' }, /pattern/],
];

/** Cancels a job while it waits; what it waits for must be let go. The design says 2 s, a loaded machine more. */
async function cancelWhileOpen(jobId: string, countOpen: () => Promise<number>): Promise<number> {
  await until(async () => (await countOpen()) > 0, 'the job to wait', 60_000);
  const cancelledAt = performance.now();
  assert.equal((await open.org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`)).status, 204);
  await until(async () => (await countOpen()) === 0, 'the end of what it waited for', 10_000);
  assert.equal((await untilFinal(open.org, jobId)).status_code, 5);
  return Math.round(performance.now() - cancelledAt);
}

test('every engine is in the catalog with a description, inputs and a schema of its configuration', async () => {
  const { body } = await open.org.request('GET', '/v1/agents/types/');
  for (const id of ids) {
    const engine = body.engines.find((one: any) => one.engine_class_id === id);
    assert.ok(engine, id);
    assert.ok(engine.description.length > 20 && engine.engine_name !== '', id);
    assert.deepEqual(findSchemaProblems(engine.config_schema), [], id);
    for (const input of engine.input_schema)
      assert.ok(input.key && /^[*\w-]+\/[*\w.+-]+$/.test(input.data_type) && input.description, id);
    for (const [key, own] of Object.entries<any>(engine.config_schema.properties))
      assert.ok(own.description || own.enum || own.default !== undefined, `${id}: ${key} has no description`);
  }
});

// Side by side: most of the time goes by with waiting for the second attempts.
describe('every engine', { concurrency: 4 }, () => {
  for (const id of ids) {
    describe(id, { concurrency: true }, () => {
      test('gives one output, with the type it says, and its steps are on record', async () => {
        const { asksModel } = sampleOf(id);
        const job = await run(id, asksModel ? { use: 'run' } : {});
        assert.equal(job.status_code, 3, job.error_message);
        assert.equal(job.outputs.length, 1);
        const [output] = job.outputs;
        assert.equal(output.key, 'output');
        assert.notEqual(output.description, '');
        if (output.data_type === 'application/json') JSON.parse(output.value);
        else assert.equal(output.data_type, 'text/plain');
        const asked = job.steps.filter((step: any) => step.kind === 'model');
        assert.equal(asked.length > 0, asksModel);
        for (const step of asked) assert.ok(step.model && step.cost > 0 && step.input_tokens > 0, JSON.stringify(step));
        assert.equal(job.cost, asked.reduce((sum: number, step: any) => sum + Math.round(step.cost * 1e8), 0) / 1e8);
      });

      test('refuses values of the wrong type when the agent is made', async () => {
        const engine = engines.find((one) => one.id === id);
        const typed = Object.entries<any>(engine?.configSchema.properties ?? {}).find(([, own]) =>
          ['integer', 'number', 'boolean'].includes(own.type),
        );
        if (typed === undefined) return;
        const engine_config = { ...sampleOf(id).config, [typed[0]]: 'neither' };
        const answer = await open.org.request('POST', '/v1/agents/', { name: 'x', engine_class_id: id, engine_config });
        assert.equal(answer.status, 400, answer.text);
        assert.match(answer.body.engine_config.join(), new RegExp(typed[0]));
      });

      test('refuses a hostile output schema when the agent is made', async () => {
        if (engines.find((one) => one.id === id)?.configSchema.properties.output_schema === undefined) return;
        for (const [output_schema, message] of hostileSchemas) {
          const engine_config = { ...sampleOf(id).config, output_schema };
          const answer = await open.org.request('POST', '/v1/agents/', {
            name: 'x',
            engine_class_id: id,
            engine_config,
          });
          assert.equal(answer.status, 400, answer.text.slice(0, 500));
          assert.match(answer.text, message);
        }
      });

      test('stops what it is doing when the job is cancelled', async (context) => {
        const { asksModel, asking } = sampleOf(id);
        // A template is filled at once; every other engine waits for something.
        assert.equal(asksModel || asking !== undefined, id !== 'TemplateEngine');
        if (asking) {
          const word = `hang-${id}`;
          const jobId = await start(id, { config: asking(word) });
          context.diagnostic(
            `let go of the service in ${await cancelWhileOpen(jobId, async () => countOf(word).open)} ms`,
          );
        }
        if (asksModel) {
          const model = `${id}-hang`;
          await server.script(model, { fault: 'hang' });
          const jobId = await start(id, { use: 'hang' });
          context.diagnostic(`let go of the model in ${await cancelWhileOpen(jobId, () => server.open(model))} ms`);
        }
      });

      test('a later attempt asks neither model nor service again', async () => {
        const { asksModel, asking } = sampleOf(id);
        if (asking && !asksModel && id !== 'HttpEngine') {
          const config = asking(`again-${id}`);
          const again = await run(id, { config, engine: `${id}Again` });
          assert.deepEqual([again.status_code, again.attempt], [3, 2], again.error_message);
          assert.equal(countOf(`again-${id}`).times, 1);
        }
        if (!asksModel) return;
        const job = await run(id, { use: 'again', engine: `${id}Again` });
        assert.equal(job.status_code, 3, job.error_message);
        assert.equal(job.attempt, 2);
        const asked = job.steps.filter((step: any) => step.kind === 'model');
        assert.equal((await server.calls(`${id}-again`)).length, asked.length);
      });

      test('stops at its cost limit before the next call', async () => {
        if (!sampleOf(id).asksModel) return;
        await server.script(`${id}-budget`, { text: 'This is no JSON.' });
        const job = await run(id, { use: 'budget', body: { max_cost: 0.0001 } });
        assert.equal(job.status_code, 4);
        assert.match(job.error_message, /cost limit/);
        assert.equal((await server.calls(`${id}-budget`)).length, 1);
      });

      test('reaches nothing that the operator does not allow', async () => {
        const { fetching, fetchMayFail, usesTools, inputs, definitions = [] } = sampleOf(id, closed);
        if (usesTools) {
          const model = `${id}-tools`;
          const tools = [{ name: 'fetch_page', input: { url: closed.kit.url } }];
          await server.script(model, { tools }, { text: 'It cannot be read.' }, {});
          await run(id, { use: 'tools', config: usesTools, place: closed });
          assert.match(JSON.stringify((await server.calls(model))[1]?.body), /private network/);
        }
        if (fetching) {
          const answer = await closed.org.request('POST', '/v1/agents/', {
            name: 'x',
            engine_class_id: id,
            engine_config: fetching,
            ...(definitions.length > 0 && {
              input_definitions: definitions.map((one) => ({ ...one, data_type: 'text/plain' })),
            }),
          });
          if (answer.status !== 400) {
            assert.equal(answer.status, 201, answer.text);
            const job = await runToEnd(closed.org, answer.body.id, { inputs });
            assert.equal(job.status_code, fetchMayFail ? 3 : 4, job.error_message);
            if (!fetchMayFail) assert.match(job.error_message, /private network/);
          } else assert.match(answer.text, /private network/);
        }
        assert.ok(!requests.some((url) => url.startsWith('/forbidden')));
      });
    });
  }
});
