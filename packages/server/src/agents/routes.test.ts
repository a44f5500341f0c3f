import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createConnectors } from '#connections/registry.ts';
import { createApp } from '#http/app.ts';
import { createIdentity } from '#orgs/identity.ts';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { service } from './routes.ts';
import { findAgent } from './store.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();
const other = await harness.org({ name: 'Other' });

const template = { name: 'Greeter', engine_class_id: 'TemplateEngine' };
async function createAgent(body: Record<string, unknown> = template, owner = org) {
  return owner.expect(201, 'POST', '/v1/agents/', body);
}
const current = async (id: string) => (await org.request('GET', `/v1/agents/${id}/versions/current/`)).body;
const audit = (targetId: string) =>
  harness.database.system.query<{ action: string; detail: Record<string, unknown> }>(
    'select action, detail from audit_log where target_id = $1 order by id',
    [targetId],
  );

let connections = 0;
async function createConnection(): Promise<string> {
  const config = { base_url: `https://127.0.0.1/${++connections}` };
  const body = { connector_type: 'custom_api', name: `Connection ${connections}`, config };
  return (await org.request('POST', '/v1/connections/', body)).body.id;
}

test('PUT and PATCH change what is given, keep the rest and move updated_at', async () => {
  for (const method of ['PUT', 'PATCH']) {
    const agent = await createAgent();
    const named = await org.expect(200, method, `/v1/agents/${agent.id}/`, {
      name: 'New',
      engine_class_id: 'FixedEngine',
    });
    assert.deepEqual([named.name, named.engine_class_id], ['New', 'TemplateEngine']);
    assert.ok(named.updated_at > agent.updated_at);
    const flags = await org.request(method, `/v1/agents/${agent.id}/`, {
      disable_cache: true,
      cache_failed_jobs: true,
    });
    assert.deepEqual([flags.body.name, flags.body.disable_cache, flags.body.cache_failed_jobs], ['New', true, true]);
    const described = await org.request(method, `/v1/agents/${agent.id}/`, { description: 'Says hello.' });
    assert.equal('description' in described.body, false);
    assert.equal((await current(agent.id)).description, 'Says hello.');
    assert.deepEqual((await audit(agent.id)).map((row) => [row.action, row.detail]).slice(1), [
      ['agent.updated', { name: 'New' }],
      ['agent.updated', { disable_cache: true, cache_failed_jobs: true }],
      ['agent.updated', { description: 'Says hello.' }],
    ]);
  }
});

test('an update that changes nothing leaves updated_at and the audit log alone', async () => {
  const agent = await createAgent();
  for (const body of [undefined, {}, { name: agent.name, disable_cache: false }, { unknown: 1 }]) {
    const answer = await org.expect(200, 'PATCH', `/v1/agents/${agent.id}/`, body);
    assert.deepEqual(answer, agent);
  }
  assert.equal((await audit(agent.id)).length, 1);
});

test('an update with a wrong field is refused and changes nothing', async () => {
  const agent = await createAgent();
  for (const [field, value] of [
    ['name', ''],
    ['name', '  '],
    ['name', null],
    ['name', 'x'.repeat(201)],
    ['description', 5],
    ['disable_cache', 'yes'],
    ['cache_failed_jobs', null],
    ['cache_max_age_seconds', 0],
    ['cache_max_age_seconds', 1.5],
    ['cache_max_age_seconds', '60'],
  ] as const) {
    const answer = await org.expect(400, 'PUT', `/v1/agents/${agent.id}/`, { disable_cache: true, [field]: value });
    assert.deepEqual(Object.keys(answer), [field]);
  }
  assert.deepEqual((await org.request('GET', `/v1/agents/${agent.id}/`)).body, agent);
});

test('a deleted agent is gone with its versions, cached results and tags; its rows stay for its jobs', async () => {
  const agent = await createAgent();
  const tag = (await org.request('POST', '/v1/agents/tags/', { name: 'doomed' })).body;
  await org.request('PUT', `/v1/agents/${agent.id}/tags/`, { tag_ids: [tag.id] });
  await harness.database.system.run('insert into job_cache (key, org_id, version_id, job_id) values ($1, $2, $3, $4)', [
    Buffer.from(agent.id),
    org.orgId,
    agent.current_version_id,
    randomUUID(),
  ]);
  const answer = await org.request('DELETE', `/v1/agents/${agent.id}/`);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  for (const path of ['/', '/versions/', '/versions/current/', `/versions/${agent.current_version_id}/`]) {
    assert.equal((await org.request('GET', `/v1/agents/${agent.id}${path}`)).status, 404);
    assert.equal((await other.request('GET', `/v1/agents/${agent.id}${path}`)).status, 404);
  }
  assert.equal((await org.request('DELETE', `/v1/agents/${agent.id}/`)).status, 404);
  const listed = (await org.request('GET', '/v1/agents/?page_size=100')).body.results;
  assert.equal(
    listed.some((item: { id: string }) => item.id === agent.id),
    false,
  );
  const tags = (await org.request('GET', '/v1/agents/tags/')).body;
  assert.equal(tags.find((item: { id: string }) => item.id === tag.id).usage_count, 0);
  const [left] = await harness.database.system.query<{ agents: number; cached: number }>(
    `select (select count(*) from agents where id = $1) as agents,
       (select count(*) from job_cache where version_id = $2) as cached`,
    [agent.id, agent.current_version_id],
  );
  assert.deepEqual(left, { agents: 1, cached: 0 });
  assert.deepEqual((await audit(agent.id)).at(-1)!.action, 'agent.deleted');
});

test('deleting an agent has its jobs cancelled once it is gone; if that fails, the agent stays deleted', async () => {
  const { database } = harness;
  const told: unknown[] = [];
  const app = await createApp({
    log: harness.log,
    identity: await createIdentity({ database }),
    bodyBytesMax: 1_000,
    requestTimeoutMs: 10_000,
  });
  const { routes } = service({
    database,
    engineRuntime: { offer: { find: () => undefined, list: () => [] } },
    box: { seal: async () => '', open: async () => '' },
    connectors: createConnectors(),
    gate: {
      exists: async () => false,
      check: async () => ({}),
      admit: async () => ({}),
      refuseAlone: async () => {},
      dropProposals: async () => {},
    },
    forgetResults: async () => undefined,
    async onAgentDeleted(orgId, agentId) {
      told.push([orgId, agentId, await findAgent(database.tenant(orgId), orgId, agentId)]);
      throw new Error('The queue is away.');
    },
  });
  routes?.(app);
  const agent = await createAgent();
  const url = `/v1/agents/${agent.id}/`;
  const answer = await app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${org.apiKey}` } });
  assert.equal(answer.statusCode, 204);
  assert.deepEqual(told, [[org.orgId, agent.id, undefined]]);
  await app.close();
});

test('a duplicate has the current version and flags of the original, but no jobs and no tags', async () => {
  const name = 'n'.repeat(198);
  const agent = await createAgent({ ...template, name, engine_config: { template: 'one' } });
  await org.request('PATCH', `/v1/agents/${agent.id}/`, { cache_failed_jobs: true });
  const post_actions = [
    {
      name: 'p',
      connection_id: await createConnection(),
      operation: 'request',
      trigger_on: [3],
      param_mappings: { path: '/' },
    },
  ];
  await org.request('POST', `/v1/agents/${agent.id}/versions/`, { engine_config: { template: 'two' }, post_actions });
  const tag = (await org.request('POST', '/v1/agents/tags/', { name: 'original' })).body;
  await org.request('PUT', `/v1/agents/${agent.id}/tags/`, { tag_ids: [tag.id] });

  const answer = await org.expect(201, 'POST', `/v1/agents/${agent.id}/duplicate/`, '');
  const copy = answer.base_agent;
  assert.notEqual(copy.id, agent.id);
  assert.equal(copy.name, `${name} (`);
  assert.deepEqual([copy.disable_cache, copy.cache_failed_jobs, copy.job_count, copy.tags], [false, true, 0, []]);
  assert.equal(answer.id, copy.current_version_id);
  assert.deepEqual(answer.engine_config, { template: 'two' });
  assert.deepEqual(answer.post_actions, post_actions);
  assert.deepEqual((await org.request('GET', `/v1/agents/${copy.id}/`)).body, copy);
  assert.equal((await org.request('GET', `/v1/agents/${copy.id}/versions/`)).body.length, 1);
  assert.equal((await audit(copy.id))[0]!.action, 'agent.duplicated');
});

const routes: [method: string, path: string, body?: unknown][] = [
  ['GET', ''],
  ['PUT', '', {}],
  ['PATCH', '', {}],
  ['DELETE', ''],
  ['POST', 'duplicate/'],
  ['GET', 'versions/'],
  ['POST', 'versions/', {}],
  ['GET', 'versions/current/'],
  ['GET', 'versions/VERSION/'],
  ['PUT', 'versions/VERSION/', {}],
  ['PATCH', 'versions/VERSION/', {}],
  ['DELETE', 'versions/VERSION/'],
  ['PATCH', 'set-current-version/VERSION/'],
  ['PUT', 'tags/', { tag_ids: [] }],
];

for (const [method, path, body] of routes) {
  test(`${method} /v1/agents/ID/${path}: 401, 403 and 404 as the contract says, whatever the body`, async () => {
    const agent = await createAgent(template, other);
    const url = (id: string) => `/v1/agents/${id}/${path.replace('VERSION', agent.current_version_id)}`;
    const detail = async (answer: Promise<{ status: number; body: Record<string, unknown> }>, status: number) => {
      const { status: got, body: error } = await answer;
      assert.deepEqual([got, Object.keys(error)], [status, ['detail', 'code']]);
    };
    await detail(request(harness.baseUrl, undefined, method, url(agent.id), body), 401);
    await detail(org.request(method, url(agent.id), body), 403);
    await detail(org.request(method, url(randomUUID()), body), 404);
    await detail(org.request(method, url('not-a-uuid'), body), 404);
    if (method !== 'GET') await detail(org.request(method, url(randomUUID()), '{not json'), 404);
    await detail(other.request(method, `${url(agent.id)}?organization_id=${org.orgId}`, body), 403);
    const bad = await other.request(method, `${url(agent.id)}?organization_id=x`, body);
    assert.deepEqual([bad.status, typeof bad.body.organization_id], [400, 'string']);
    if (method !== 'GET') {
      const viewer = await other.keyWithRole('viewer');
      await detail(request(harness.baseUrl, viewer, method, url(agent.id), body), 403);
      await detail(request(harness.baseUrl, viewer, method, url(randomUUID()), body), 404);
    }
  });
}

test('without the Agents feature every agent route answers 403', async () => {
  const disabled = await harness.org({ agentsEnabled: false });
  for (const path of [
    '/v1/agents/',
    '/v1/agents/job-stats/',
    '/agents/job-stats/',
    '/v1/agents/tags/',
    `/v1/agents/${randomUUID()}/`,
  ]) {
    assert.equal((await disabled.request('GET', path)).status, 403, path);
  }
  assert.equal((await disabled.request('POST', '/v1/agents/', template)).status, 403);
});

test('a viewer may read, but not create', async () => {
  const viewer = await org.keyWithRole('viewer');
  assert.equal((await request(harness.baseUrl, viewer, 'GET', '/v1/agents/')).status, 200);
  assert.equal((await request(harness.baseUrl, viewer, 'POST', '/v1/agents/', template)).status, 403);
  assert.equal((await request(harness.baseUrl, undefined, 'POST', '/v1/agents/', template)).status, 401);
});

test('ids are found in any case, and paths without their final slash', async () => {
  const agent = await createAgent();
  const answer = await org.request('GET', `/v1/agents/${agent.id.toUpperCase()}`);
  assert.deepEqual([answer.status, answer.body.id], [200, agent.id]);
});
