import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck, request, startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const [org, other] = [await harness.org(), await harness.org({ name: 'Other' })];

const put = (name: string, value: unknown, who = org) => who.request('PUT', `/v1/secrets/${name}/`, { value });
const url = 'https://agents.example.com/run';

const createRemote = (engineConfig: object, key = org.apiKey) =>
  request(harness.baseUrl, key, 'POST', '/v1/agents/', {
    name: 'Remote',
    engine_class_id: 'HttpEngine',
    engine_config: engineConfig,
  });

test('a secret is created, replaced, listed without its value, and deleted', async () => {
  const created = await put('TOKEN_1', 'first value');
  assert.deepEqual([created.status, created.body.name, created.body.used_by], [201, 'TOKEN_1', []]);
  assert.equal((await put('TOKEN_1', 'second value')).status, 200);
  const { body } = await org.request('GET', '/v1/secrets/');
  assert.deepEqual(Object.keys(body.results[0]), ['name', 'created_at', 'updated_at', 'last_used_at', 'used_by']);
  assert.equal(body.count, 1);
  const [row] = await harness.database.system.query<{ text: string }>(
    'select row_to_json(s)::text as text from secrets s',
  );
  assert.doesNotMatch(row!.text, /value/);
  assert.equal((await org.request('DELETE', '/v1/secrets/TOKEN_1/')).status, 204);
  assert.equal((await org.request('DELETE', '/v1/secrets/TOKEN_1/')).status, 404);
  const audit = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=TOKEN_1`);
  assert.deepEqual(pluck(audit.body.results, 'action'), ['secret.deleted', 'secret.replaced', 'secret.created']);
  assert.doesNotMatch(audit.text, /value/);
});

test('names and values have limits', async () => {
  for (const name of ['1A', 'a-b', 'a.b', 'x'.repeat(65), '%00']) {
    const refused = await put(name, 'value');
    assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['name']], name);
    assert.equal((await org.request('DELETE', `/v1/secrets/${name}/`)).status, 404, name);
  }
  for (const value of ['', 'x'.repeat(8_193), 'ö'.repeat(4_097), 5, null]) {
    const refused = await put('OK', value);
    assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['value']]);
  }
  assert.equal((await put(`x${'y'.repeat(63)}`, 'x'.repeat(8_192))).status, 201);
});

test('another organization has secrets of its own, under the same names', async () => {
  await put('SHARED', 'ours');
  assert.equal((await other.request('DELETE', '/v1/secrets/SHARED/')).status, 404);
  assert.equal((await put('SHARED', 'theirs', other)).status, 201);
  assert.equal((await other.request('GET', '/v1/secrets/')).body.count, 1);
});

test('a secret that a version refers to cannot be deleted, until its agent is', async () => {
  await put('USED', 'a used value');
  const { body: agent } = await createRemote({ url, secret: '${secret.USED}' });
  const refused = await org.expect(409, 'DELETE', '/v1/secrets/USED/');
  assert.deepEqual(refused.used_by, [agent.id]);
  assert.equal(typeof refused.error, 'string');
  await org.request('DELETE', `/v1/agents/${agent.id}/`);
  assert.equal((await org.request('DELETE', '/v1/secrets/USED/')).status, 204);
});

test('references are written by admins, to secrets there are, where the engine does not show them', async () => {
  await put('KEY', 'the value of the key');
  const member = await org.keyWithRole('member');
  assert.equal((await createRemote({ url, secret: '${secret.KEY}' }, member)).status, 403);
  const unknown = await createRemote({ url, secret: '${secret.NOPE}' });
  assert.deepEqual(
    [unknown.status, unknown.body.engine_config],
    [400, ['There is no secret NOPE in this organization.']],
  );
  await put('THEIRS', 'a foreign value', other);
  assert.equal((await createRemote({ url, secret: '${secret.THEIRS}' })).status, 400);
  const shown = await org.expect(400, 'POST', '/v1/agents/', {
    name: 'Shows',
    engine_class_id: 'TemplateEngine',
    engine_config: { template: { deep: ['${secret.KEY}'] } },
  });
  assert.match(shown.engine_config[0], /'template' cannot refer to the secret KEY/);

  const { body: agent } = await createRemote({ url, secret: '${secret.KEY}', config: { token: '${secret.KEY}' } });
  const versions = `/v1/agents/${agent.id}/versions/`;
  const asMember = (body: object) => request(harness.baseUrl, member, 'POST', versions, body);
  assert.equal((await asMember({ version_name: 'copy' })).status, 201, 'an unchanged copy is no new reference');
  const moved = await asMember({
    engine_config: { url: 'https://evil.example.com/', secret: '${secret.KEY}', config: { token: '${secret.KEY}' } },
  });
  assert.equal(moved.status, 403);
});

test('a secret key of an engine is masked for every role, kept by its mask, and encrypted', async () => {
  const literal = 'a literal secret value';
  const { body: agent } = await createRemote({ url, secret: literal });
  const versions = `/v1/agents/${agent.id}/versions/`;
  const read = (key: string) => request(harness.baseUrl, key, 'GET', `${versions}current/`);
  for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
    const answer = await read(await org.keyWithRole(role));
    assert.equal(answer.body.engine_config.secret, '********', role);
    assert.deepEqual(answer.body.config_warnings, []);
  }
  await org.expect(201, 'POST', versions, { engine_config: { url, secret: '********', timeout_seconds: 9 } });
  const copy = await org.request('POST', `/v1/agents/${agent.id}/duplicate/`);
  assert.equal(copy.body.engine_config.secret, '********');
  const rows = await harness.database.system.query<{ engine_config: any; sealed_config: any }>(
    'select engine_config, sealed_config from agent_versions where agent_id = any ($1::uuid[])',
    [[agent.id, copy.body.base_agent.id]],
  );
  assert.equal(rows.length, 3);
  for (const row of rows) {
    assert.equal(row.engine_config.secret, '********');
    assert.match(row.sealed_config.secret, /^v1\./);
  }
  const none = await createRemote({ url, secret: '********' });
  assert.deepEqual([none.status, Object.keys(none.body)], [400, ['engine_config']]);
  const short = await createRemote({ url, secret: 'tooshort' });
  assert.equal(short.status, 400);
  assert.doesNotMatch(short.text, /tooshort/);
  const member = await org.keyWithRole('member');
  const moved = await request(harness.baseUrl, member, 'POST', versions, {
    engine_config: { url: 'https://evil.example.com/', secret: '********' },
  });
  assert.equal(moved.status, 403, 'a member cannot lead a kept secret elsewhere');
});
