import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { pluck, startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

async function createAgent() {
  const body = { name: 'A', engine_class_id: 'TemplateEngine', version_name: 'v1', engine_config: { template: '1' } };
  return (await org.request('POST', '/v1/agents/', body)).body;
}
async function createVersion(agentId: string, body: Record<string, unknown> = {}) {
  return org.expect(201, 'POST', `/v1/agents/${agentId}/versions/`, body);
}
const getAgent = async (id: string) => (await org.request('GET', `/v1/agents/${id}/`)).body;
const listVersions = async (id: string, query = '') =>
  (await org.request('GET', `/v1/agents/${id}/versions/${query}`)).body;
const actions = async (targetId: string) =>
  (
    await harness.database.system.query<{ action: string; detail: unknown }>(
      'select action, detail from audit_log where target_id = $1 order by id',
      [targetId],
    )
  ).map((row) => [row.action, row.detail]);

let connections = 0;
async function createConnection(): Promise<string> {
  const config = { base_url: `https://127.0.0.1/${++connections}` };
  const body = { connector_type: 'custom_api', name: `Connection ${connections}`, config };
  return (await org.request('POST', '/v1/connections/', body)).body.id;
}

test('a version has every member, and its base_agent is the complete agent', async () => {
  const agent = await createAgent();
  const version = await createVersion(agent.id, { version_name: 'v2', description: null });
  assert.deepEqual(Object.keys(version).sort(), [
    'approval',
    'base_agent',
    'config_warnings',
    'created_at',
    'creator',
    'description',
    'engine_class_id',
    'engine_config',
    'engine_name',
    'id',
    'input_definitions',
    'is_draft',
    'name',
    'organization_id',
    'post_actions',
    'readonly',
    'supports_memory',
    'version_name',
  ]);
  assert.deepEqual(version.base_agent, await getAgent(agent.id));
  assert.deepEqual([version.name, version.version_name, version.description], ['A', 'v2', '']);
  assert.deepEqual([version.readonly, version.supports_memory, version.post_actions], [false, false, []]);
  assert.equal(version.creator.id, agent.creator.id);
  const read = await org.request('GET', `/v1/agents/${agent.id}/versions/${version.id}/`);
  assert.deepEqual(read.body, version);
});

test('supports_eval is only told when asked for', async () => {
  const agent = await createAgent();
  for (const which of ['current', agent.current_version_id]) {
    const path = `/v1/agents/${agent.id}/versions/${which}/`;
    assert.equal((await org.request('GET', `${path}?get_supports_eval=True`)).body.supports_eval, false);
    assert.equal('supports_eval' in (await org.request('GET', `${path}?get_supports_eval=0`)).body, false);
    assert.deepEqual(Object.keys((await org.request('GET', `${path}?get_supports_eval=maybe`)).body), [
      'get_supports_eval',
    ]);
  }
});

test('a new version is current at once, takes over what is left out and moves updated_at', async () => {
  const agent = await createAgent();
  const action = {
    name: 'p',
    connection_id: await createConnection(),
    operation: 'request',
    trigger_on: [3, 6],
    param_mappings: { path: '/done' },
  };
  const second = await createVersion(agent.id, { post_actions: [action] });
  assert.deepEqual([second.version_name, second.engine_config], ['unnamed version', { template: '1' }]);
  const third = await createVersion(agent.id, {
    engine_config: { template: '3' },
    input_definitions: [{ key: 'a', data_type: 'text/plain' }],
  });
  assert.deepEqual(third.post_actions, [action]);
  const fourth = await createVersion(agent.id, { post_actions: [], input_definitions: null });
  assert.deepEqual([fourth.post_actions, fourth.engine_config], [[], { template: '3' }]);
  assert.equal(fourth.input_definitions[0].key, 'a');
  const now = await getAgent(agent.id);
  assert.equal(now.current_version_id, fourth.id);
  assert.ok(now.updated_at > agent.updated_at);
  assert.deepEqual(await actions(fourth.id), [
    ['agent_version.created', { agent_id: agent.id, from: third.id, to: fourth.id }],
  ]);
});

test('wrong fields of a version are refused under their name and create nothing', async () => {
  const agent = await createAgent();
  const action = {
    name: 'p',
    connection_id: await createConnection(),
    operation: 'request',
    trigger_on: [3],
    param_mappings: { path: '/' },
  };
  const cases: [string, unknown][] = [
    ['version_name', ''],
    ['version_name', ' '],
    ['version_name', 'x'.repeat(256)],
    ['version_name', null],
    ['description', 5],
    ['engine_config', []],
    ['engine_config', 'text'],
    ['input_definitions', [{ key: 'metadata', data_type: 'text/plain' }]],
    ['input_definitions', 'text'],
    ['post_actions', {}],
    ['post_actions', null],
    ['post_actions', [{ ...action, name: '' }]],
    ['post_actions', [{ ...action, connection_id: 'x' }]],
    ['post_actions', [{ ...action, trigger_on: ['3'] }]],
    ['post_actions', [{ ...action, param_mappings: { a: 1 } }]],
    ['post_actions', [{ name: 'p' }]],
    ['post_actions', [{ ...action, connection_id: randomUUID() }]],
    ['post_actions', [{ ...action, operation: 'nothing' }]],
    ['post_actions', [{ ...action, param_mappings: {} }]],
    ['post_actions', [{ ...action, param_mappings: { path: '/', more: 'x' } }]],
    ['engine_config', { template: '', connections: ['not there'] }],
  ];
  for (const [field, value] of cases) {
    const answer = await org.request('POST', `/v1/agents/${agent.id}/versions/`, { [field]: value });
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], `${field}: ${JSON.stringify(value)}`);
  }
  const long = `{"post_actions":[{"name":"p","connection_id":"${randomUUID()}","operation":"o","trigger_on":[],"param_mappings":12345678901234567890}]}`;
  assert.equal((await org.request('POST', `/v1/agents/${agent.id}/versions/`, long)).status, 400);
  assert.equal((await org.request('POST', `/v1/agents/${agent.id}/versions/`, '[]')).status, 400);
  assert.equal((await listVersions(agent.id)).length, 1);
  assert.deepEqual(await getAgent(agent.id), agent);
});

test('versions are a bare array, newest first, and an envelope as soon as paging is asked for', async () => {
  const agent = await createAgent();
  const created = [agent.current_version_id];
  for (let count = 0; count < 4; count += 1) created.unshift((await createVersion(agent.id)).id);
  const ids = (versions: { id: string }[]) => versions.map((version) => version.id);
  assert.deepEqual(ids(await listVersions(agent.id)), created);
  const first = await listVersions(agent.id, '?page_size=2');
  assert.deepEqual([first.count, first.previous, ids(first.results)], [5, null, created.slice(0, 2)]);
  assert.ok(first.next.endsWith(`/v1/agents/${agent.id}/versions/?page_size=2&page=2`));
  const last = await listVersions(agent.id, '?page=3&page_size=2');
  assert.deepEqual([last.next, ids(last.results)], [null, created.slice(4)]);
  assert.equal((await listVersions(agent.id, '?page=1')).results.length, 5);
  for (const query of ['?page=0', '?page=2', '?page=x', '?page=4&page_size=2']) {
    assert.equal((await org.request('GET', `/v1/agents/${agent.id}/versions/${query}`)).status, 404, query);
  }
});

test('only the name and the description of a version can change', async () => {
  const agent = await createAgent();
  const path = `/v1/agents/${agent.id}/versions/${agent.current_version_id}/`;
  for (const [method, body] of [
    ['PUT', { version_name: 'renamed', description: 'said', engine_config: { template: 'other' } }],
    ['PATCH', { description: 'changed' }],
    ['PATCH', {}],
  ] as const) {
    const answer = await org.expect(200, method, path, body);
    assert.deepEqual(Object.keys(answer), ['message']);
  }
  const version = (await org.request('GET', path)).body;
  assert.deepEqual([version.version_name, version.description], ['renamed', 'changed']);
  assert.deepEqual(version.engine_config, { template: '1' });
  for (const body of [
    { version_name: '' },
    { version_name: ' ' },
    { description: '' },
    { description: null },
    { version_name: 1 },
  ]) {
    const answer = await org.request('PUT', path, body);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, Object.keys(body)]);
  }
  assert.deepEqual(
    (await actions(version.id)).map(([action]) => action),
    ['agent_version.updated', 'agent_version.updated'],
  );
});

test('promoting and rolling back switch the current version, and the audit log tells from where to where', async () => {
  const agent = await createAgent();
  const second = await createVersion(agent.id);
  const before = await getAgent(agent.id);
  const back = await org.expect(
    200,
    'PATCH',
    `/v1/agents/${agent.id}/set-current-version/${agent.current_version_id}/`,
  );
  assert.equal(back.current_version_id, agent.current_version_id);
  assert.ok(back.updated_at > before.updated_at);
  const again = await org.request(
    'PATCH',
    `/v1/agents/${agent.id}/set-current-version/${agent.current_version_id}/`,
    {},
  );
  assert.deepEqual(again.body, back);
  await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${second.id}`);
  assert.equal((await org.request('GET', `/v1/agents/${agent.id}/versions/current/`)).body.id, second.id);
  assert.deepEqual((await actions(agent.id)).slice(1), [
    ['agent.version_promoted', { from: second.id, to: agent.current_version_id }],
    ['agent.version_promoted', { from: agent.current_version_id, to: second.id }],
  ]);
});

test('a version of another agent is not found under this one', async () => {
  const [agent, stranger] = [await createAgent(), await createAgent()];
  const path = `versions/${stranger.current_version_id}/`;
  for (const [method, tail] of [
    ['GET', path],
    ['PUT', path],
    ['PATCH', path],
    ['DELETE', path],
    ['PATCH', `set-current-version/${stranger.current_version_id}/`],
    ['GET', 'versions/not-a-uuid/'],
    ['GET', `versions/${randomUUID()}/`],
  ] as const) {
    const answer = await org.request(method, `/v1/agents/${agent.id}/${tail}`, method === 'GET' ? undefined : {});
    assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['detail', 'code']]);
  }
  assert.equal((await getAgent(stranger.id)).current_version_id, stranger.current_version_id);
});

test('deleting the current version makes the newest remaining one current; the only one stays', async () => {
  const agent = await createAgent();
  const [second, third] = [await createVersion(agent.id), await createVersion(agent.id)];
  await harness.database.system.run('insert into job_cache (key, org_id, version_id, job_id) values ($1, $2, $3, $4)', [
    Buffer.from(third.id),
    org.orgId,
    third.id,
    randomUUID(),
  ]);
  const remove = (id: string) => org.request('DELETE', `/v1/agents/${agent.id}/versions/${id}/`);
  assert.equal((await remove(third.id)).status, 204);
  assert.equal((await getAgent(agent.id)).current_version_id, second.id);
  assert.equal((await remove(third.id)).status, 404);
  assert.equal((await remove(agent.current_version_id)).status, 204);
  assert.equal((await getAgent(agent.id)).current_version_id, second.id);
  const only = await remove(second.id);
  assert.deepEqual([only.status, Object.keys(only.body)], [400, ['error', 'code']]);
  assert.deepEqual(pluck(await listVersions(agent.id), 'id'), [second.id]);
  assert.equal(
    (await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${third.id}/`)).status,
    404,
    'a deleted version cannot come back',
  );
  const cached = await harness.database.system.query<object>('select 1 from job_cache where version_id = $1', [
    third.id,
  ]);
  assert.equal(cached.length, 0);
});

test('20 versions created at once leave exactly one current: the newest', async () => {
  const agent = await createAgent();
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, n) => createVersion(agent.id, { version_name: `v${n}` })),
  );
  const versions = await listVersions(agent.id);
  assert.equal(versions.length, 21);
  assert.equal(new Set(created.map((version) => version.id)).size, 20);
  assert.equal((await getAgent(agent.id)).current_version_id, versions[0].id);
  const promoted = await harness.database.system.query<{ from: string; to: string }>(
    `select detail ->> 'from' as "from", detail ->> 'to' as "to" from audit_log
     where action = 'agent_version.created' and detail ->> 'agent_id' = $1 order by id`,
    [agent.id],
  );
  assert.deepEqual(
    promoted.slice(1).map((row) => row.from),
    promoted.slice(0, -1).map((row) => row.to),
    'each took over from the one before',
  );
});

test('deleting all versions at once leaves one, and it is current', async () => {
  const agent = await createAgent();
  const ids = [agent.current_version_id];
  for (let count = 0; count < 5; count += 1) ids.push((await createVersion(agent.id)).id);
  const answers = await Promise.all(ids.map((id) => org.request('DELETE', `/v1/agents/${agent.id}/versions/${id}/`)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 204, 204, 204, 204, 400]);
  const left = await listVersions(agent.id);
  assert.deepEqual([left.length, left[0].id], [1, (await getAgent(agent.id)).current_version_id]);
});
