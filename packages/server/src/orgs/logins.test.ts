import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Harness, request, startHarness, type TestOrg, until } from '../../test/harness.ts';
import { addWithPassword } from '../../test/people.ts';
import { announceAccess } from './announce-access.ts';
import { addMember } from './members.ts';

describe('a program that asks for a key', () => {
  let harness: Harness;
  let org: TestOrg;
  let ada: { userId: number; token: string };
  const password = 'correct horse battery';
  before(async () => {
    harness = await startHarness({ env: { ERRAND_SIGN_IN_TRIES: '30' } });
    org = await harness.org();
    const member = { email: 'ada@example.com', password, role: 'member' };
    const userId = await addWithPassword(harness, org.orgId, member);
    const { body } = await ask(undefined, 'POST', '/v1/auth/login/', member);
    ada = { userId, token: body.token };
  });
  after(() => harness.stop());

  const ask = (credential: string | undefined, method: string, path: string, body?: unknown, headers = {}) =>
    request(harness.baseUrl, credential, method, path, body, headers);
  const start = async () =>
    (await ask(undefined, 'POST', '/v1/auth/device/', { client_name: 'errand on laptop' })).body;
  const take = (device_code: string) => ask(undefined, 'POST', '/v1/auth/device/key/', { device_code });
  const decide = (credential: string, body: object) =>
    ask(credential, 'POST', '/v1/auth/device/decision/', body, { 'x-organization-id': org.orgId });
  const works = async (key: string): Promise<boolean> => (await ask(key, 'GET', '/v1/agents/')).status === 200;
  const audited = async (action: string) =>
    (await org.request('GET', `/v1/organizations/${org.orgId}/audit/?action=${action}`)).body.results;

  test('waits until a person confirms its code, and takes a key of that person once', async () => {
    const login = await start();
    assert.match(login.user_code, /^[B-Z]{4}-[B-Z]{4}$/);
    assert.equal(login.verification_url, `${harness.baseUrl}/login?code=${login.user_code}`);
    assert.deepEqual((await take(login.device_code)).body.status, 'pending');
    const typed = login.user_code.toLowerCase().replace('-', ' ');
    const seen = await ask(ada.token, 'GET', `/v1/auth/device/?user_code=${encodeURIComponent(typed)}`);
    assert.deepEqual([seen.status, seen.body.client_name, seen.body.address], [200, 'errand on laptop', '127.0.0.1']);
    assert.equal((await decide(ada.token, { user_code: typed, approve: true })).status, 200);
    assert.equal((await decide(ada.token, { user_code: typed, approve: true })).status, 404, 'decided once');

    const answers = await Promise.all([take(login.device_code), take(login.device_code), take(login.device_code)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
    const { body, headers } = answers.find(({ status }) => status === 200)!;
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual([body.status, body.role], ['approved', 'member']);
    assert.ok(Date.parse(body.expires_at) > Date.now() + 89 * 86_400_000);
    assert.ok(await works(body.api_key));
    assert.equal((await ask(body.api_key, 'GET', '/v1/users/current_user/')).body.email, 'ada@example.com');
    const [approved] = await audited('login.approved');
    assert.deepEqual([approved.actor.email, approved.detail.client_name], ['ada@example.com', 'errand on laptop']);
    const { results } = (await org.request('GET', `/v1/organizations/${org.orgId}/api-keys/`)).body;
    const listed = results.find((one: { personal: boolean }) => one.personal);
    assert.deepEqual([listed.name, listed.user_id, listed.role], ['errand on laptop', ada.userId, 'member']);
    const [created] = await audited('api_key.created');
    assert.deepEqual([created.target_id, created.actor.email], [listed.id, 'ada@example.com']);
    const secrets = JSON.stringify(await harness.database.system.query('select * from audit_log'));
    assert.ok(!secrets.includes(body.api_key) && !secrets.includes(login.device_code));

    assert.equal((await ask(body.api_key, 'POST', '/v1/auth/logout/')).status, 204);
    assert.equal(await works(body.api_key), false, 'signing out revokes it');
    assert.equal((await ask(org.apiKey, 'POST', '/v1/auth/logout/')).status, 403, 'other keys cannot end themselves');
  });

  test('learns that it was refused, and gets nothing for an unknown or expired code', async () => {
    const login = await start();
    assert.deepEqual((await decide(ada.token, { user_code: login.user_code, approve: false })).body.status, 'denied');
    assert.deepEqual((await take(login.device_code)).body, {
      ...{ status: 'denied', api_key: null, organization_name: null, role: null, expires_at: null },
    });
    assert.equal((await take(login.device_code)).status, 401);
    assert.equal((await take('x')).status, 401);
    assert.equal((await audited('login.denied')).length, 1);
    const old = await start();
    await harness.database.system.run(`update login_requests set expires_at = now() - interval '1 second'`);
    assert.equal((await ask(ada.token, 'GET', `/v1/auth/device/?user_code=${old.user_code}`)).status, 404);
    assert.equal((await decide(ada.token, { user_code: old.user_code, approve: true })).status, 404);
    assert.equal((await take(old.device_code)).status, 401);
    await start();
    const left = await harness.database.system.query('select from login_requests');
    assert.equal(left.length, 1, 'what expired is removed');
  });

  test('gets at most what the person may, sinks with their role and ends with the membership', async () => {
    const login = await start();
    const { user_code } = login;
    assert.equal((await decide(ada.token, { user_code, approve: true, role: 'admin' })).status, 400);
    assert.equal((await decide(ada.token, { user_code, approve: true, valid_days: null })).status, 200);
    const { api_key: key, expires_at } = (await take(login.device_code)).body;
    assert.equal(expires_at, null);
    const create = () => ask(key, 'POST', '/v1/agents/tags/', { name: `t${Math.random()}` });
    assert.equal((await create()).status, 201);
    const member = `/v1/organizations/${org.orgId}/members/${ada.userId}/`;
    await org.request('PATCH', member, { role: 'viewer' });
    assert.equal((await create()).status, 403);
    assert.ok(await works(key));
    const open = await start();
    await decide(ada.token, { user_code: open.user_code, approve: true });
    assert.equal((await org.request('DELETE', member)).status, 204);
    assert.equal(await works(key), false);
    assert.equal((await take(open.device_code)).status, 401, 'confirmed by somebody who left');
    const back = { orgId: org.orgId, email: 'ada@example.com', role: 'admin' } as const;
    await addMember(harness.database.system, back, 'operator');
    await announceAccess(harness.database.system);
    await until(async () => (await decide(ada.token, { user_code: 'x', approve: true })).status === 404, 'she is back');
    assert.equal(await works(key), false, 'it was revoked');
  });

  test('is confirmed with an API key by admins only, and never for another organization', async () => {
    const { user_code, device_code } = await start();
    assert.equal((await decide(await org.keyWithRole('member'), { user_code, approve: true })).status, 403);
    assert.equal((await decide(org.apiKey, { user_code, approve: true, role: 'viewer' })).status, 200);
    const { body } = await take(device_code);
    assert.equal(body.role, 'viewer');
    assert.ok(await works(body.api_key));
    const other = await harness.org({ name: 'Other' });
    const login = await start();
    const path = '/v1/auth/device/decision/';
    const foreign = { 'x-organization-id': other.orgId };
    const refused = await ask(ada.token, 'POST', path, { user_code: login.user_code, approve: true }, foreign);
    assert.equal(refused.status, 403, refused.text);
  });

  test('codes cannot be guessed, and an address cannot ask without end', async () => {
    const person = await harness.org({ name: 'Guesser' });
    const guesses = await Promise.all(
      Array.from({ length: 35 }, () => person.request('GET', '/v1/auth/device/?user_code=BBBBBBBB')),
    );
    const statuses = guesses.map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].sort(), [404, 429]);
    const answers = await Promise.all(
      Array.from({ length: 35 }, () => ask(undefined, 'POST', '/v1/auth/device/', { client_name: 'x' })),
    );
    const limited = answers.find(({ status }) => status === 429);
    assert.ok(Number(limited?.headers.get('retry-after')) > 0);
    assert.equal((await ask(undefined, 'POST', '/v1/auth/device/', { client_name: '' })).status, 400);
  });
});
