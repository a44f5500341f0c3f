import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { testEngines } from '../../test/engines.ts';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { createAgent } from '../../test/runs.ts';

// What keys are held to, and how their secrets are replaced.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org({ name: 'Acme' });
const other = await harness.org({ name: 'Other' });
const home = `/v1/organizations/${org.orgId}/`;
const agent = await createAgent(org, 'EchoEngine');

const as = (key: string, method: string, path: string, body?: unknown) =>
  request(harness.baseUrl, key, method, path, body);
const make = (given: object) => org.expect(201, 'POST', `${home}api-keys/`, { name: 'robot', ...given });
const rotate = (id: string, body = {}, key = org.apiKey) => as(key, 'POST', `${home}api-keys/${id}/rotate/`, body);
const works = async (key: string) => (await as(key, 'GET', home)).status === 200;
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

test('a key is held to its scopes, at every door', async () => {
  const { api_key: key, scopes } = await make({ role: 'admin', scopes: ['run'] });
  assert.deepEqual(scopes, ['run']);
  const run = `/v1/agents/run/${agent.id}/`;
  assert.equal((await as(key, 'POST', run, { text: 'Ada' })).status, 200);
  const lacks = [403, 'errand.access.insufficient_scope'];
  for (const [method, path, body] of [
    ['GET', '/v1/agents/', undefined],
    ['PATCH', `/v1/agents/${agent.id}/`, { name: 'renamed' }],
    ['GET', `${home}api-keys/`, undefined],
    ['POST', `${home}api-keys/`, { name: 'more' }],
    // A statement reads what it names.
    ['POST', '/v1/database/query/', { query: 'select * from errand.outputs' }],
    ['POST', '/v1/database/query/async/', { query: 'select * from errand.outputs' }],
  ] as const) {
    assert.deepEqual(codeOf(await as(key, method, path, body)), lacks, `${method} ${path}`);
  }
  const reader = (await make({ role: 'member', scopes: ['read'] })).api_key;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_agent', arguments: {} } };
  const refused = await as(reader, 'POST', '/mcp', call);
  assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [403, null]);
  assert.equal((await as(reader, 'POST', '/mcp', { ...call, method: 'tools/list', params: {} })).status, 200);
  const chat = { model: agent.id, messages: [{ role: 'user', content: 'Ada' }] };
  assert.equal((await as(reader, 'POST', '/openai/v1/chat/completions', chat)).status, 403);
  assert.equal((await as(reader, 'GET', `/v1/agents/${agent.id}/`)).status, 200);
});

test('a process that knows no scopes does not find a key that has some, nor its new secret', async () => {
  // How every release before scopes looks for a key.
  const found = async (key: string): Promise<boolean> =>
    (
      await harness.database.system.query('select 1 from api_keys where hash = $1::bytea', [
        createHash('sha256').update(key).digest(),
      ])
    ).length > 0;
  const [narrow, wide] = [await make({ role: 'admin', scopes: ['read'] }), await make({ role: 'admin' })];
  assert.deepEqual([await found(narrow.api_key), await found(wide.api_key)], [false, true]);
  const [renewed, other] = [(await rotate(narrow.id)).body.api_key, (await rotate(wide.id)).body.api_key];
  assert.deepEqual([await found(renewed), await found(other)], [false, true]);
  for (const key of [narrow.api_key, wide.api_key, renewed, other]) assert.ok(await works(key));
});

test('nobody hands on a scope that they lack, and no role gets one beyond it', async () => {
  const { api_key: keeper } = await make({ role: 'admin', scopes: ['admin', 'read'] });
  const made = await as(keeper, 'POST', `${home}api-keys/`, { name: 'x', role: 'admin' });
  assert.deepEqual([made.status, made.body.scopes], [201, ['read', 'admin']], 'inherited');
  const wider = await as(keeper, 'POST', `${home}api-keys/`, { name: 'x', role: 'admin', scopes: ['build'] });
  assert.equal(wider.status, 403);
  assert.equal((await rotate((await make({ role: 'member' })).id, {}, keeper)).status, 403, 'nor by its new secret');
  assert.equal((await rotate((await make({ role: 'viewer' })).id, {}, keeper)).status, 201);

  const login = await as(org.apiKey, 'POST', '/v1/auth/device/', { client_name: 'errand on laptop' });
  const approval = { user_code: login.body.user_code, approve: true, role: 'admin' };
  assert.equal((await as(keeper, 'POST', '/v1/auth/device/decision/', approval)).status, 200);
  const taken = await as(org.apiKey, 'POST', '/v1/auth/device/key/', { device_code: login.body.device_code });
  assert.equal((await as(taken.body.api_key, 'GET', '/v1/agents/')).status, 200);
  assert.equal((await as(taken.body.api_key, 'PATCH', `/v1/agents/${agent.id}/`, { name: 'x' })).status, 403);

  for (const [scopes, role] of [
    [['run'], 'viewer'],
    [['admin'], 'member'],
    [[], 'member'],
    [['everything'], 'member'],
    [['run', 'run'], 'member'],
  ] as const) {
    const answer = await org.request('POST', `${home}api-keys/`, { name: 'x', role, scopes });
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['scopes']], JSON.stringify(scopes));
  }
});

test('a rotated key keeps its id and rights, and its secret of before works until the overlap ends', async () => {
  const first = await make({ role: 'member', scopes: ['read'] });
  const { status, body: second } = await rotate(first.id);
  assert.equal(status, 201);
  assert.deepEqual(
    [second.id, second.name, second.role, second.scopes, second.created_at],
    [first.id, first.name, first.role, first.scopes, first.created_at],
  );
  assert.notEqual(second.api_key, first.api_key);
  assert.equal(second.prefix, second.api_key.slice(0, 13));
  const left = Date.parse(second.previous_until) - Date.parse(second.rotated_at);
  assert.equal(left, 24 * 3_600_000);
  assert.deepEqual([await works(first.api_key), await works(second.api_key)], [true, true]);
  assert.equal((await as(first.api_key, 'PATCH', `/v1/agents/${agent.id}/`, { name: 'x' })).status, 403);

  const { body: third } = await rotate(first.id, { overlap_hours: 1 });
  assert.deepEqual(
    [await works(first.api_key), await works(second.api_key), await works(third.api_key)],
    [false, true, true],
    'only one secret before the newest',
  );
  const { body: fourth } = await rotate(first.id, { overlap_hours: 0 });
  assert.deepEqual([await works(third.api_key), await works(fourth.api_key)], [false, true]);
  assert.equal(fourth.previous_until, null);

  const { text } = await org.request('GET', `${home}audit/?action=api_key.rotated&target_id=${first.id}`);
  for (const { api_key: secret } of [first, second, third, fourth]) assert.ok(!text.includes(secret));
  assert.equal(JSON.parse(text).count, 3);
  await org.expect(204, 'DELETE', `${home}api-keys/${first.id}/`);
  assert.deepEqual([await works(fourth.api_key), (await rotate(first.id)).status], [false, 404]);
});

test('a secret of before ends with the key', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const first = await make({ expires_at });
  const { body: second } = await rotate(first.id, { expires_at: null });
  assert.deepEqual([second.expires_at, second.previous_until], [null, expires_at], 'it does not outlive its own end');
  await harness.database.system.run(
    `update api_keys set previous_until = now() - interval '1 second' where id = $1::uuid`,
    [first.id],
  );
  await rotate((await make({})).id);
  assert.deepEqual([await works(first.api_key), await works(second.api_key)], [false, true]);
});

test('rotation: refused for keys of people, expired ones without a new end, others and strangers', async () => {
  const person = await createPerson(harness, org, 'admin');
  await person.personalKey();
  const { results } = await org.expect(200, 'GET', `${home}api-keys/`);
  const personal = results.find((key: { personal: boolean }) => key.personal);
  assert.equal((await rotate(personal.id)).status, 409);

  const { id } = await make({});
  await harness.database.system.run(`update api_keys set expires_at = now() - interval '1 hour' where id = $1::uuid`, [
    id,
  ]);
  assert.equal((await rotate(id)).status, 409);
  const renewed = await rotate(id, { expires_at: null });
  assert.deepEqual([renewed.status, await works(renewed.body.api_key)], [201, true]);

  for (const body of [{ overlap_hours: -1 }, { overlap_hours: 169 }, { expires_at: '2020-01-01T00:00:00Z' }])
    assert.equal((await rotate(id, body)).status, 400, JSON.stringify(body));
  assert.equal((await rotate(id, {}, await org.keyWithRole('member'))).status, 403);
  const theirs = `/v1/organizations/${other.orgId}/api-keys/${id}/rotate/`;
  assert.equal((await as(other.apiKey, 'POST', theirs, {})).status, 404);
  assert.equal((await as('errand_unknown', 'POST', `${home}api-keys/${id}/rotate/`, {})).status, 401);
});
