import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { signWebhook } from '@errand/sdk/webhook-signature';
import { Type } from 'typebox';
import { sealVersions } from '#agents/seal-versions.ts';
import { defineEngine, EngineFailure } from '#engines/engine/engine.ts';
import { createSecretBox } from '#secrets/box.ts';
import { createKeyring } from '#secrets/keyring.ts';
import { rotateSecrets } from '#secrets/rotate.ts';
import { sealedColumns } from '../../src/registry/domains.ts';
import { pluck, SECRET_KEY, startHarness, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { joinService } from '../services.ts';
import { createHook } from '../webhooks/fixtures.ts';

// A value that must never come out again, used in every way that an engine has. What the database, the storage and the
// answers hold is searched for it.

const CANARY = 'canary/9f"3e"&71%';
const LITERAL = 'literal-canary-5521';
const forms = [CANARY, JSON.stringify(CANARY).slice(1, -1), encodeURIComponent(CANARY), LITERAL];

/** Tells its secret to everybody it can. */
const gossip = defineEngine<{ token: string; url: string; mode?: string }>({
  id: 'GossipEngine',
  name: 'Gossip',
  description: 'Repeats its secrets wherever it can.',
  inputs: [{ key: 'mode', data_type: 'text/plain', description: 'How to end.' }],
  configSchema: Type.Object({
    token: Type.String({ writeOnly: true }),
    url: Type.String({ 'x-accepts-secrets': true }),
    mode: Type.Optional(Type.String()),
  }),
  defaultConfig: {},
  async run(context, { config: { token, url, mode } }) {
    const all = `${token} ${url}`;
    context.progress({ saying: all });
    await context.step(`step ${all}`, async () => ({ said: all, deep: [{ all }] }));
    await context.fetch('ask', url);
    await context.artifact('evidence', { all }, all);
    const reference = await context.reference(Buffer.from(`page ${all}`), {
      contentType: 'text/plain',
      extension: 'txt',
    });
    await context.model('prompt', { model: 'baseline', prompt: [{ type: 'text', text: `Repeat ${all}` }] });
    await context.step('fails', async () => Promise.reject(new EngineFailure(`No: ${all}`))).catch(() => undefined);
    if (mode === 'fail') throw new EngineFailure(`It failed with ${all}.`);
    if (mode === 'crash') throw new Error(`It crashed with ${all}.`);
    const value = JSON.stringify({ all, references: [reference] });
    return { outputs: [{ key: 'output', data_type: 'application/json', value }], uiFields: { verdict: all } };
  },
});

const asked: string[] = [];
const bodies: string[] = [];
const logged: string[] = [];

const server = createServer(async (request, response) => {
  asked.push(request.url!);
  bodies.push(await text(request));
  response.end(`you asked for ${request.url!}, which is ${CANARY}`);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
const harness = await startHarness({
  env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', ERRAND_JOB_ATTEMPTS: '1' },
  engines: [gossip],
});
for (const level of ['info', 'warn', 'error', 'fatal'] as const) {
  const write = harness.log[level].bind(harness.log) as (...args: unknown[]) => void;
  harness.log[level] = ((...args: unknown[]) => {
    const errors = args.map((one: any) => `${one?.err?.stack ?? ''} ${one?.err?.cause?.stack ?? ''}`);
    logged.push(JSON.stringify(args) + errors.join(' '));
    write(...args);
  }) as never;
}
const org = await harness.org();
await org.expect(201, 'PUT', '/v1/secrets/CANARY/', { value: CANARY });
after(async () => {
  await harness.stop();
  server.closeAllConnections();
  server.close();
});

const assertClean = (where: string, content: string): void => {
  for (const form of forms) assert.ok(!content.includes(form), `${where} has ${form}: ${content.slice(0, 300)}`);
};

test('the value of a secret reaches the address it is meant for, and nothing that can be read', async () => {
  const config = { token: LITERAL, url: `${base}/?key=\${secret.CANARY}`, mode: '${mode}' };
  const agent = await createAgent(org, 'GossipEngine', { config });
  await createHook(org, [agent.id], { url: `${base}/hook` });
  const jobs: any[] = [];
  for (const mode of ['', 'fail', 'crash']) {
    const job = await untilFinal(org, await startJob(org, agent.id, { mode }));
    assertClean(`the job that ends with '${mode}'`, JSON.stringify(job));
    jobs.push(job);
  }
  assert.deepEqual(pluck(jobs, 'status_code'), [3, 4, 4], JSON.stringify(jobs[0].error_message));
  assert.match(jobs[0].outputs[0].value, /\*{8} .*\[secret CANARY\]/);
  assert.match(jobs[1].error_message, /It failed with \*{8} .*\[secret CANARY\]/);
  assert.ok(
    asked.some((path) => path.includes('canary/9f')),
    'it was used',
  );
  await until(async () => bodies.filter((body) => body.includes('"job"')).length >= 3, 'the webhooks');
  assertClean('a webhook', bodies.filter((body) => body.includes('"job"')).join('\n'));

  const paths = jobs.flatMap(({ id }) => [
    `/v1/agents/jobs/${id}/`,
    `/v1/agents/jobs/${id}/result/`,
    `/v1/agents/jobs/${id}/events/`,
    `/v1/agents/jobs/${id}/artifacts/`,
    // Not compressed, so that the text of a secret would show.
    `/v1/agents/jobs/${id}/case-file/`,
  ]);
  const [reference] = JSON.parse(jobs[0].outputs[0].value).references;
  const artifacts = await org.request('GET', `/v1/agents/jobs/${jobs[0].id}/artifacts/`);
  const key = encodeURIComponent(artifacts.body.artifacts[0].artifact_key);
  for (const path of [
    ...paths,
    new URL(reference).pathname,
    `/v1/agents/jobs/${jobs[0].id}/artifacts/content/?artifact_key=${key}`,
    `/v1/agents/${agent.id}/`,
    `/v1/agents/${agent.id}/versions/`,
    `/v1/agents/${agent.id}/jobs/`,
    '/v1/secrets/',
    `/v1/organizations/${org.orgId}/audit/`,
  ])
    assertClean(path, (await org.request('GET', path)).text);
  assert.ok(
    logged.some((line) => line.includes('It crashed with ********')),
    'the crash is in the log',
  );
  assertClean('the log', logged.join('\n'));

  const tables = await harness.database.system.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  for (const { name } of tables) {
    const rows = await harness.database.system.query<{ text: string }>(`select t::text as text from "${name}" t`);
    assertClean(`the table ${name}`, rows.map((row) => row.text).join('\n'));
  }
  const { body: secrets } = await org.request('GET', '/v1/secrets/');
  assert.ok(secrets.results[0].last_used_at, 'the use is noted');
  assert.deepEqual(secrets.results[0].used_by, [agent.id]);
});

test('an input cannot ask for a secret', async () => {
  const inputs = [{ key: 'path' }, { key: 'mode', required: false }];
  const config = { token: LITERAL, url: `${base}/\${path}?\${secret.CANARY}` };
  const agent = await createAgent(org, 'GossipEngine', { config, inputs });
  asked.length = 0;
  await untilFinal(org, await startJob(org, agent.id, { path: '${secret.CANARY}' }));
  assert.match(asked[0]!, /^\/\$(\{|%7B)secret\.CANARY(\}|%7D)\?canary/);
});

test('a viewer cannot sign a callback, and a forged one is refused', async () => {
  const agent = await createAgent(org, 'HttpEngine', { config: { url: `${base}/wait`, secret: LITERAL } });
  server.once('request', (_request, response) => response.writeHead(202));
  const jobId = await startJob(org, agent.id, { text: 'x' });
  await until(async () => asked.includes('/wait'), 'the request');
  const [row] = await harness.database.system.query<{ secret: string }>(
    'select secret from engine_callbacks where job_id = $1',
    [jobId],
  );
  assert.match(row!.secret, /^v1\./, 'also the copy for the callback is encrypted');
  const body = JSON.stringify({
    job_id: jobId,
    outputs: [{ key: 'output', data_type: 'text/plain', value: 'forged' }],
  });
  const timestamp = Math.floor(Date.now() / 1000);
  for (const secret of ['********', row!.secret, 'a guess of sixteen']) {
    await org.expect(401, 'POST', '/v1/engine-callbacks/', body, {
      'webhook-id': `job_${jobId}`,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': await signWebhook({ id: `job_${jobId}`, timestamp, body }, [secret]),
    });
  }
  await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
});

test('secrets that an older release stored in plain text are encrypted at the next start, and still work', async () => {
  const agent = await createAgent(org, 'GossipEngine', { config: { token: LITERAL, url: base } });
  const db = harness.database.system;
  await db.run(
    `update agent_versions set sealed_config = null,
       engine_config = json_build_object('token', $2::text, 'url', $3::text, 'long', 12345678901234567890)
     where agent_id = $1`,
    [agent.id, LITERAL, base],
  );
  const path = `/v1/agents/${agent.id}/versions/current/`;
  assert.equal((await org.request('GET', path)).body.engine_config.token, '********', 'masked before, too');
  const keys = { secretKey: SECRET_KEY, previousKeys: [], jwtSecret: undefined, dataDir: harness.dataDir };
  const box = createSecretBox(db, createKeyring(keys));
  assert.equal(await sealVersions(db, box, [gossip]), 1);
  assert.equal(await sealVersions(db, box, [gossip]), 0);
  const [row] = await db.query<{ text: string }>('select v::text as text from agent_versions v where agent_id = $1', [
    agent.id,
  ]);
  assertClean('the version', row!.text);
  assert.match(row!.text, /12345678901234567890/);
  const job = await untilFinal(org, await startJob(org, agent.id, { mode: '' }));
  assert.equal(job.status_code, 3, job.error_message);
});

test('after a change of the key everything works with the new one; a process without it says so and waits', async () => {
  const config = { token: LITERAL, url: `${base}/?key=\${secret.CANARY}` };
  const agent = await createAgent(org, 'GossipEngine', { config });
  const connected = await org.expect(201, 'POST', '/v1/connections/', {
    connector_type: 'custom_api',
    name: 'Rotated',
    config: { base_url: base },
    auth_config: { type: 'bearer', token: LITERAL },
  });
  const next = 'another key of at least 32 characters';
  const keys = { secretKey: next, previousKeys: [SECRET_KEY], jwtSecret: undefined, dataDir: harness.dataDir };
  const rotated = await rotateSecrets(harness.database.system, createKeyring(keys), sealedColumns);
  assert.ok(rotated.moved.secrets! >= 1 && rotated.moved.versions! >= 1 && rotated.moved.connections === 1);
  await assert.rejects(
    rotateSecrets(harness.database.system, createKeyring(keys), sealedColumns),
    /encrypted with the key of/,
  );

  const waiting = await startJob(org, agent.id, { mode: '' });
  const said = await until(async () => {
    const { body } = await org.request('GET', `/v1/agents/jobs/${waiting}/`);
    return (
      /does not have the key/.test(JSON.stringify(body)) || logged.some((line) => /does not have the key/.test(line))
    );
  }, 'the reason');
  assert.ok(said);
  const unreadable = await org.request('POST', `/v1/connections/${connected.id}/test/`);
  assert.deepEqual([unreadable.status, typeof unreadable.body.error], [502, 'string']);
  const refused = await org.expect(503, 'PUT', '/v1/secrets/NEW/', { value: 'a value' });
  assert.match(refused.detail, /Set the same ERRAND_SECRET_KEY/);
  const env = { ERRAND_SECRET_KEY: next, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' };
  const companion = await joinService(harness, { role: 'api', engines: [gossip], env });
  try {
    assert.equal((await companion.request(org, 'PUT', '/v1/secrets/NEW/', { value: 'a value' })).status, 201);
  } finally {
    await companion.stop();
  }
});
