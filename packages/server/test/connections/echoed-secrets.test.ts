import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { providerTypes } from '../../src/connections/drivers/model-providers.ts';
import { createConnectors } from '../../src/connections/registry.ts';
import { type Answer, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { createHook } from '../webhooks/fixtures.ts';
import { type Echo, SIGNED_MCP, startEchoingApi, startEchoingDatabase, startEchoingMail } from './echoing-systems.ts';
import { startSystem } from './systems.ts';

// Every driver with every kind of authentication, against systems that repeat the credentials in the form in which they
// got them. Nothing that anybody can read has them: responses, jobs, steps, logs, case files, webhooks, tables.

/** Has characters that each encoding writes differently. */
const CANARY = `canary"9f3e/71+&'(${crypto.randomUUID().slice(0, 8)})~ü`;
const PLAIN = 'canary-5c0d7e21-header';

const logged: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
const model = stopAtEnd(await startModelServer());
const api = stopAtEnd(await startEchoingApi());
const hooked = stopAtEnd(await startSystem(() => ({})));
const harness = stopAtEnd(
  await startHarness({
    env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', ...model.env, OPENAI_BASE_URL: model.url },
    log: pino({ level: 'debug' }, sink) as never,
  }),
);
const org = await harness.org();
const mails = await Promise.all(['PLAIN', 'LOGIN', 'CRAM-MD5'].map((one) => startEchoingMail(one)));
const databases = await Promise.all((['clear', 'md5', 'scram'] as const).map((one) => startEchoingDatabase(one)));
for (const one of [...mails, ...databases]) stopAtEnd(one);

type Sample = { config: object; auth: Record<string, string>; echo: Echo };
type Calls = { tool: string; input: object }[];

const httpKinds: Record<string, Record<string, string>> = {
  bearer: { token: PLAIN },
  basic: { username: 'ada', password: CANARY },
  header: { header: 'X-Key', value: PLAIN },
  oauth2_client_credentials: { token_url: `${api.url}/token`, client_id: 'c', client_secret: CANARY },
};
const ofHttp = (config: object): Record<string, Sample> =>
  Object.fromEntries(
    Object.entries(httpKinds).map(([type, auth]) => [type, { config, auth: { type, ...auth }, echo: api }]),
  );

/** By driver, then by kind: the values of `type`, or the names of secret members. */
const samples: Record<string, Record<string, Sample>> = {
  custom_api: {
    ...ofHttp({ base_url: api.url, test_path: '/error' }),
    'a refused client': {
      config: { base_url: api.url },
      auth: {
        ...httpKinds.oauth2_client_credentials,
        type: 'oauth2_client_credentials',
        token_url: `${api.url}/refusing-token`,
      },
      echo: api,
    },
  },
  custom_mcp: {
    ...ofHttp({ url: `${api.url}/mcp` }),
    oauth2_authorization_code: {
      config: { url: `${api.url}${SIGNED_MCP}` },
      auth: { type: 'oauth2_authorization_code', client_id: 'c', client_secret: CANARY },
      echo: api,
    },
  },
  s3: {
    secret_access_key: {
      config: { bucket: 'bucket', endpoint: api.url },
      auth: { access_key_id: 'AKIA', secret_access_key: CANARY },
      echo: api,
    },
  },
  slack: {
    webhook_url: { config: {}, auth: { webhook_url: `${api.url}/services/T0000000/B0000000/${PLAIN}` }, echo: api },
    bot_token: { config: { api_url: `${api.url}/api`, channel: '#a' }, auth: { bot_token: PLAIN }, echo: api },
  },
  smtp: Object.fromEntries(
    mails.map((echo, at) => [
      at === 0 ? 'password' : `password ${at}`,
      {
        config: { host: '127.0.0.1', port: (echo as { port: number }).port, require_tls: false, from: 'a@example.com' },
        auth: { username: 'ada', password: CANARY },
        echo,
      },
    ]),
  ),
  postgres: Object.fromEntries(
    databases.map((echo, at) => [
      at === 0 ? 'password' : `password ${at}`,
      {
        config: { host: '127.0.0.1', port: (echo as { port: number }).port, database: 'd', ssl_mode: 'disable' },
        auth: { username: 'ada', password: CANARY },
        echo,
      },
    ]),
  ),
};

/** What a model asks for, by driver, and what a post action does. */
const calls: Record<string, Calls> = {
  custom_api: ['/body', '/headers', '/redirect', '/error', '/cut/10', '/cut/25', '/cut/40'].map((path) => ({
    tool: 'request',
    input: { method: 'GET', path },
  })),
  custom_mcp: ['tell', 'fail'].map((tool) => ({ tool, input: {} })),
  s3: [
    { tool: 'list', input: { prefix: 'a' } },
    ...['body', 'headers', 'redirect', 'error'].map((path) => ({ tool: 'read', input: { path } })),
  ],
  postgres: [{ tool: 'query', input: { source: 'orders' } }],
  slack: [],
  smtp: [],
};
const actions: Record<string, object> = {
  custom_api: { operation: 'request', param_mappings: { path: '/redirect' } },
  s3: { operation: 'put_object', param_mappings: { path: 'error', content: 'x' } },
  slack: { operation: 'post_message', param_mappings: { text: 'x' } },
  smtp: { operation: 'send_mail', param_mappings: { to: 'b@example.com', subject: 'x', text: 'y' } },
};

const all = createConnectors()
  .list()
  .filter(({ available }) => available);
/** Providers of models are called by every job of their organization, so each has one of its own. */
const isProvider = (id: string): boolean => (providerTypes as readonly string[]).includes(id);
const drivers = all.filter(({ id }) => !isProvider(id));
const membersOf = (schema: unknown): Record<string, { enum?: string[]; writeOnly?: boolean }> =>
  (schema as { properties: Record<string, { enum?: string[]; writeOnly?: boolean }> }).properties;

function assertClean(where: string, content: string, { auth, echo }: Sample): void {
  const secrets = [auth.token, auth.password, auth.value, auth.client_secret, auth.secret_access_key, auth.bot_token];
  const forms = [...echo.leaves, ...secrets.flatMap((one) => (one === undefined ? [] : [one, btoaText(one)]))];
  for (const form of forms.filter((one) => one.length >= 8))
    for (const written of [form, JSON.stringify(form).slice(1, -1), encodeURIComponent(form), form.slice(0, 12)])
      assert.ok(!content.includes(written), `${where} has ${written}: ${around(content, written)}`);
}
const btoaText = (text: string): string => Buffer.from(text).toString('base64');
const around = (content: string, found: string): string => content.substr(content.indexOf(found) - 100, 300);

test('every driver and every kind of authentication has a case here', () => {
  for (const { id, auth_schema: schema, supports_delivery: delivers } of drivers) {
    const members = membersOf(schema);
    const secret = Object.keys(members).filter((name) => members[name]!.writeOnly);
    const kinds = members.type?.enum?.filter((kind) => kind !== 'none') ?? secret;
    assert.deepEqual(
      kinds.filter((kind) => samples[id]?.[kind] === undefined),
      [],
      id,
    );
    assert.ok(calls[id] !== undefined && (actions[id] !== undefined) === delivers, id);
  }
});

for (const { id } of drivers) {
  describe(id, () => {
    for (const [kind, sample] of Object.entries(samples[id] ?? {}))
      test(`${kind}: whatever comes back, the credentials are in nothing that can be read`, () =>
        follow(id, kind, sample));
  });
}

describe('a provider of models that refuses a key and repeats it', () => {
  for (const { id } of all.filter((one) => isProvider(one.id)))
    test(`${id}: the key is in nothing that can be read`, () => followProvider(id));
});

async function followProvider(id: string): Promise<void> {
  const own = await harness.org();
  const sample = { config: {}, auth: { token: PLAIN }, echo: api };
  const connection = await own.expect(201, 'POST', '/v1/connections/', {
    connector_type: id,
    name: id,
    config: { base_url: `${api.url}/denied`, ...(id === 'openai_compatible' && { models: 'mine' }) },
    auth_config: { api_key: PLAIN },
  });
  const tested = await own.request('POST', `/v1/connections/${connection.id}/test/`);
  const { results } = await own.expect(200, 'GET', '/v1/models/?page_size=100');
  const { id: offered } = results.find((one: { where: string }) => one.where === 'organization');
  api.leaves.clear();
  const agent = await createAgent(own, 'MultimodalExtractionEngine', {
    config: { model: offered, text: '$text', output_schema: { type: 'object', properties: {} } },
  });
  const jobId = await startJob(own, agent.id, { text: 'Ask.' });
  const job = await untilFinal(own, jobId);
  assert.equal(job.status_code, 4, job.error_message);
  assert.ok(api.leaves.has(PLAIN), 'the key was used');
  assertClean('the test', tested.text, sample);
  for (const path of ['', 'result/', 'events/', 'steps/', 'case-file/'])
    assertClean(path, (await own.request('GET', `/v1/agents/jobs/${jobId}/${path}`)).text, sample);
  assertClean('the connection', (await own.request('GET', `/v1/connections/${connection.id}/`)).text, sample);
  assertClean('the log', logged.join('\n'), sample);
  await assertTables(sample);
}

async function follow(id: string, kind: string, sample: Sample): Promise<void> {
  const name = `${id} ${kind}`;
  const made: Answer = await org.request('POST', '/v1/connections/', {
    connector_type: id,
    name,
    config: sample.config,
    auth_config: sample.auth,
    ...(id === 'custom_mcp' && { policy: { read_tools: ['tell', 'fail'] } }),
  });
  assert.equal(made.status, 201, made.text);
  const connection = made.body.id as string;
  if (sample.auth.type === 'oauth2_authorization_code') await signIn(connection);
  const tested = await org.request('POST', `/v1/connections/${connection}/test/`);

  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const asked = calls[id]!.map(({ tool, input }) => ({ tools: [{ name: `${slug}_${tool}`, input }] }));
  await model.script(name, ...asked, { json: { answer: 'done' } });
  const agent = await createAgent(org, 'MultimodalExtractionEngine', {
    config: {
      model: name,
      text: '$text',
      connections: asked.length > 0 ? [name] : [],
      output_schema: { type: 'object', properties: { answer: { type: 'string' } } },
    },
  });
  const action = actions[id];
  if (action !== undefined)
    await org.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, {
      post_actions: [{ name: 'Act', connection_id: connection, trigger_on: [3, 4], ...action }],
    });
  await createHook(org, [agent.id], { url: `${hooked.url}/${agent.id}` });
  const jobId = await startJob(org, agent.id, { text: 'Ask.' });
  const job = await untilFinal(org, jobId);
  assert.equal(job.status_code, 3, job.error_message);
  if (action !== undefined)
    await until(
      async () => (await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body.post_actions[0]?.message != null,
      'the post action',
    );
  await until(async () => hooked.seen.some(({ url }) => url.endsWith(agent.id)), 'the webhook');

  assert.ok(sample.echo.leaves.size > 0, 'the credentials were used');
  assertClean('the test', tested.text, sample);
  for (const path of ['', 'result/', 'events/', 'steps/', 'case-file/'])
    assertClean(path, (await org.request('GET', `/v1/agents/jobs/${jobId}/${path}`)).text, sample);
  const said = await model.calls(name);
  assertClean('the prompts', JSON.stringify(said), sample);
  if (asked.length > 0) assert.match(JSON.stringify(said), /\*{8}/, 'it came back, and was hidden');
  assertClean('the webhook', hooked.seen.map(({ body }) => body).join('\n'), sample);
  assertClean('the log', logged.join('\n'), sample);
  await assertTables(sample);
}

async function signIn(connection: string): Promise<void> {
  const { url } = await org.expect(200, 'POST', `/v1/connections/${connection}/sign-in/`);
  const state = new URL(url).searchParams.get('state');
  await org.expect(200, 'POST', '/v1/connections/complete-sign-in/', { code: PLAIN, state });
}

async function assertTables(sample: Sample): Promise<void> {
  const tables = await harness.database.system.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  for (const { name } of tables) {
    const rows = await harness.database.system.query<{ text: string }>(`select t::text as text from "${name}" t`);
    assertClean(`the table ${name}`, rows.map((row) => row.text).join('\n'), sample);
  }
}
