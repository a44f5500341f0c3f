import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { addMember, changeMemberRole } from './members.ts';
import { hashPassword } from './passwords.ts';

const UNKNOWN = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const PASSWORD = 'correct horse battery staple';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_TRUST_PROXY: 'true' } }));
const ours = await harness.org({ name: 'Ours', credits: 12.5 });
const theirs = await harness.org({ name: 'Theirs' });
const home = `/v1/organizations/${ours.orgId}/`;
const passwordHash = await hashPassword(PASSWORD);
await addMember(
  harness.database.system,
  { orgId: ours.orgId, email: 'Owner@example.com', role: 'owner', passwordHash, firstName: 'Olga', lastName: 'Own' },
  'operator',
);

const as = (credential: string | undefined, method: string, path: string, body?: unknown) =>
  request(harness.baseUrl, credential, method, path, body);
const login = (email: unknown, password: unknown, headers = {}) =>
  request(harness.baseUrl, undefined, 'POST', '/v1/auth/login/', { email, password }, headers);
const isDetail = (body: object) => assert.deepEqual(Object.keys(body), ['detail', 'code']);
const owner: string = (await login('owner@EXAMPLE.com', PASSWORD)).body.token;

test('sign-in gives a token, its end and the user', async () => {
  const { status, body, headers } = await login('owner@example.com', PASSWORD);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['token', 'expires_at', 'user']);
  assert.ok(Date.parse(body.expires_at) > Date.now());
  assert.equal(body.user.display_name, 'Olga Own');
  assert.equal(body.user.is_first_login, false);
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('sign-in: wrong password, unknown user and user without password all get the same 401', async () => {
  const answers = [
    await login('owner@example.com', 'wrong'),
    await login('nobody@example.com', PASSWORD),
    await login((await ours.request('GET', '/v1/users/current_user/')).body.email, PASSWORD),
  ];
  for (const { status, body, headers } of answers) {
    assert.equal(status, 401);
    assert.deepEqual(body, answers[0]!.body);
    assert.equal(headers.get('www-authenticate'), 'Bearer');
  }
});

test('sign-in: bad bodies are 400 with the fields that are wrong', async () => {
  assert.deepEqual(Object.keys((await login(7, undefined)).body).sort(), ['email', 'password']);
  assert.equal((await login('a@example.com', 'x'.repeat(1001))).status, 400);
  assert.equal((await as(undefined, 'POST', '/v1/auth/login/', '{"email": ')).status, 400);
  assert.equal((await as(undefined, 'POST', '/v1/auth/login/', '[]')).status, 400);
  assert.equal((await as(undefined, 'GET', '/v1/auth/login/')).status, 405);
});

test('sign-in: a hundred wrong passwords from elsewhere do not lock the owner out', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  await addMember(
    harness.database.system,
    { orgId: ours.orgId, email: 'calm@example.com', role: 'member', passwordHash },
    'operator',
  );
  assert.equal((await login('calm@example.com', PASSWORD, from('192.0.2.1'))).status, 200);
  const guesses = Array.from({ length: 100 }, (_, index) =>
    login('calm@example.com', `guess ${index}`, from(`198.51.100.${index % 3}`)),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  assert.ok(statuses.includes(429) && !statuses.includes(200));
  assert.equal((await login('calm@example.com', PASSWORD, from('192.0.2.1'))).status, 200, 'where they were before');
  assert.equal((await login('calm@example.com', PASSWORD, from('192.0.2.99'))).status, 200, 'at a new place too');
});

test('sign-in: guessing ends in 429 with Retry-After, for that address and e-mail only', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const tries = await Promise.all(
    Array.from({ length: 14 }, () => login('victim@example.com', 'guess', from('192.0.2.1'))),
  );
  assert.equal(tries.filter(({ status }) => status === 401).length, 10);
  const refused = tries.filter(({ status }) => status === 429);
  assert.equal(refused.length, 4);
  isDetail(refused[0]!.body);
  assert.ok(Number(refused[0]!.headers.get('retry-after')) > 0);
  assert.equal((await login('VICTIM@example.com', 'guess', from('192.0.2.1'))).status, 429);
  assert.equal((await login('victim@example.com', 'guess', from('192.0.2.2'))).status, 401);
  assert.equal((await login('owner@example.com', PASSWORD, from('192.0.2.1'))).status, 200);
});

test('the current user has every member, by token and by key', async () => {
  const { status, body } = await as(owner, 'GET', '/v1/users/current_user/');
  assert.equal(status, 200);
  const { id, date_joined, ...rest } = body;
  assert.ok(Number.isInteger(id));
  assert.match(date_joined, /^\d{4}-.*Z$/);
  assert.deepEqual(rest, {
    email: 'Owner@example.com',
    first_name: 'Olga',
    last_name: 'Own',
    display_name: 'Olga Own',
    is_staff: false,
    is_superuser: false,
    is_active: true,
    is_first_login: false,
    is_email_verified: true,
    is_mfa_enabled: false,
  });
  const byKey = await ours.request('GET', '/v1/users/current_user/');
  assert.match(byKey.body.email, /^owner\+[0-9a-f]{12}@errand\.local$/);
  const unauthenticated = await as(undefined, 'GET', '/v1/users/current_user/');
  assert.equal(unauthenticated.status, 401);
  isDetail(unauthenticated.body);
});

test('organizations: a key sees its own, a user those of their memberships', async () => {
  const byKey = await ours.request('GET', '/v1/organizations/');
  assert.equal(byKey.body.count, 1);
  const { created_at, ...rest } = byKey.body.results[0];
  assert.match(created_at, /Z$/);
  const shown = { name: 'Ours', agents_enabled: true, credits: 12.5, paused_at: null, public_agent_cards: false };
  assert.deepEqual(rest, { id: ours.orgId, ...shown, role: 'admin' });
  const byUser = await as(owner, 'GET', '/v1/organizations/');
  assert.deepEqual(byUser.body.results, [{ ...byKey.body.results[0], role: 'owner' }]);
  assert.equal((await as(owner, 'GET', '/v1/organizations/?page=2')).status, 404);
  assert.equal((await as(undefined, 'GET', '/v1/organizations/')).status, 401);
  assert.equal((await theirs.request('GET', `/v1/organizations/${theirs.orgId}/`)).body.credits, null);
});

test('renaming is for admins; the switch and the credits are for operators', async () => {
  const renamed = await ours.request('PATCH', home, { name: 'Renamed', unknown: 1 });
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'Renamed']);
  assert.equal((await as(owner, 'PATCH', home, { name: 'Ours' })).body.name, 'Ours');
  assert.equal((await ours.request('PATCH', home, {})).body.name, 'Ours');
  for (const body of [{ name: '' }, { name: '  ' }, { name: 'x'.repeat(201) }, { name: null }, { name: 7 }]) {
    const { status, body: answer } = await ours.request('PATCH', home, body);
    assert.deepEqual([status, Object.keys(answer)], [400, ['name']], JSON.stringify(body));
  }
  for (const field of ['agents_enabled', 'credits']) {
    const { status, body } = await as(owner, 'PATCH', home, { name: 'Sly', [field]: 1 });
    assert.equal(status, 403);
    assert.match(body.detail, new RegExp(`errand org update ${ours.orgId} --${field.replace('_', '-')}`));
  }
  assert.equal((await ours.request('GET', home)).body.name, 'Ours');
  const member = await as(await ours.keyWithRole('member'), 'PATCH', home, { name: 'x' });
  assert.equal(member.status, 403);
});

test('members: add, list, change, remove', async () => {
  const body = {
    email: 'new@example.com',
    role: 'member',
    first_name: 'Nora',
    organization_id: UNKNOWN,
  };
  const added = await ours.expect(201, 'POST', `${home}members/`, body);
  const { user_id, created_at, ...rest } = added;
  assert.ok(created_at);
  const named = { email: 'new@example.com', first_name: 'Nora', last_name: '', display_name: 'Nora' };
  assert.deepEqual(rest, { ...named, role: 'member', source: 'local', is_active: true });
  const again = await ours.request('POST', `${home}members/`, { email: 'NEW@example.com', role: 'admin' });
  assert.deepEqual([again.status, Object.keys(again.body)], [409, ['error', 'code']]);

  await harness.database.system.run('update users set password_hash = $1 where id = $2', [passwordHash, user_id]);
  const { token, user } = (await login('new@example.com', PASSWORD)).body;
  assert.equal(user.is_first_login, true);
  const listed = await as(token, 'GET', `${home}members/`);
  assert.ok(listed.body.results.some((member: { user_id: number }) => member.user_id === user_id));
  assert.equal((await as(token, 'POST', `${home}members/`, body)).status, 403);

  const promoted = await ours.request('PATCH', `${home}members/${user_id}/`, { role: 'admin' });
  assert.deepEqual([promoted.status, promoted.body.role], [200, 'admin']);
  assert.equal((await as(token, 'GET', `${home}api-keys/`)).status, 200, 'seen by the very next request');
  assert.equal((await ours.request('DELETE', `${home}members/${user_id}/`)).status, 204);
  assert.equal((await as(token, 'GET', home)).status, 403);
  assert.equal((await ours.request('DELETE', `${home}members/${user_id}/`)).status, 404);
});

test('members: bad bodies, bad ids and missing rights', async () => {
  const bad = [
    [{}, ['email', 'role']],
    [{ email: 'nonsense', role: 'member' }, ['email']],
    [{ email: 'a@b.c1', role: 'member' }, ['email']],
    [{ email: `${'a'.repeat(250)}@b.de`, role: 'member' }, ['email']],
    [{ email: 'x@example.com', role: 'king' }, ['role']],
    [{ email: 'x@example.com', role: 'member', password: 'short' }, ['password']],
    [{ email: 'x@example.com', role: 'member', password: PASSWORD }, ['password']],
    [{ email: 'Owner@example.com', role: 'member', password: PASSWORD }, ['password']],
    [{ email: 'x@example.com', role: 'member', first_name: 'x'.repeat(151) }, ['first_name']],
  ] as const;
  for (const [body, fields] of bad) {
    const answer = await ours.request('POST', `${home}members/`, body);
    assert.deepEqual([answer.status, Object.keys(answer.body).sort()], [400, fields], JSON.stringify(body));
  }
  assert.equal((await ours.request('POST', `${home}members/`, { email: 'x@example.com', role: 'owner' })).status, 403);
  for (const id of ['0', '-1', '99999999999', '2147483648', '2147483647', 'nobody', '1e3', UNKNOWN]) {
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await ours.request(
        method,
        `${home}members/${id}/`,
        method === 'PATCH' ? { role: 'x' } : undefined,
      );
      assert.equal(answer.status, 404, `${method} ${id}`);
      isDetail(answer.body);
    }
  }
});

test('the last owner can neither be demoted nor removed', async () => {
  const org = await harness.org();
  const path = `/v1/organizations/${org.orgId}/members/`;
  const [first] = (await org.request('GET', path)).body.results;
  assert.equal((await org.request('DELETE', `${path}${first.user_id}/`)).status, 403, 'an admin is no owner');
  const { database } = harness;
  const deputy = {
    orgId: org.orgId,
    email: 'deputy@example.com',
    role: 'owner',
    passwordHash: await hashPassword(PASSWORD),
  };
  const { user_id } = await addMember(database.system, deputy as never, 'operator');
  const { token } = (await login('deputy@example.com', PASSWORD)).body;
  assert.equal((await as(token, 'DELETE', `${path}${first.user_id}/`)).status, 204);
  for (const [method, body] of [['DELETE'], ['PATCH', { role: 'viewer' }]] as const) {
    const answer = await as(token, method, `${path}${user_id}/`, body);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error', 'code']]);
  }
  await assert.rejects(
    changeMemberRole(database.system, org.orgId, user_id, 'admin', 'operator'),
    /at least one owner/,
  );
});

test('API keys: create, use, list without the secret, revoke with immediate effect', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const created = await ours.expect(201, 'POST', `${home}api-keys/`, { name: 'nightly', role: 'viewer', expires_at });
  const { api_key, ...shown } = created;
  assert.match(api_key, /^errand_[0-9A-Za-z]{40}_[0-9A-Za-z]{6}$/);
  assert.equal(shown.prefix, api_key.slice(0, 13));
  assert.deepEqual(
    [shown.name, shown.role, shown.expires_at, shown.last_used_at],
    ['nightly', 'viewer', expires_at, null],
  );
  assert.equal((await as(api_key, 'GET', home)).status, 200);
  assert.equal((await as(api_key, 'GET', `${home}api-keys/`)).status, 403);

  const listed = await until(async () => {
    const { text, body } = await ours.request('GET', `${home}api-keys/`);
    assert.ok(!text.includes(api_key));
    const found = body.results.find(({ id }: { id: string }) => id === shown.id);
    return found.last_used_at !== null && found;
  }, 'the use to be shown');
  assert.deepEqual({ ...listed, last_used_at: null }, shown);

  assert.equal((await theirs.request('DELETE', `/v1/organizations/${theirs.orgId}/api-keys/${shown.id}/`)).status, 404);
  const path = `${home}api-keys/${shown.id}/`;
  assert.equal((await as(await ours.keyWithRole('member'), 'DELETE', path)).status, 403);
  const revoked = await ours.request('DELETE', path);
  assert.deepEqual([revoked.status, revoked.text], [204, '']);
  assert.equal((await as(api_key, 'GET', home)).status, 401);
  assert.equal((await ours.request('DELETE', path)).status, 404);
  assert.equal((await ours.request('DELETE', `${home}api-keys/nonsense/`)).status, 404);
});

test('API keys: bad bodies, and nobody makes a key above their own role', async () => {
  const bad = [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'x', role: 'owner' }, 'role'],
    [{ name: 'x', expires_at: 'tomorrow' }, 'expires_at'],
    [{ name: 'x', expires_at: '2016-12-31T23:59:60Z' }, 'expires_at'],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ] as const;
  for (const [body, field] of bad) {
    const answer = await ours.request('POST', `${home}api-keys/`, body);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], JSON.stringify(body));
  }
  for (const role of ['viewer', 'member'] as const) {
    const answer = await as(await ours.keyWithRole(role), 'POST', `${home}api-keys/`, { name: 'x', role: 'admin' });
    assert.equal(answer.status, 403);
  }
  const byOwner = await as(owner, 'POST', `${home}api-keys/`, { name: 'x', role: 'admin', expires_at: null });
  assert.deepEqual([byOwner.status, byOwner.body.role, byOwner.body.expires_at], [201, 'admin', null]);
});

test('audit: who did it, with every filter; for admins', async () => {
  const { body: made } = await as(owner, 'POST', `${home}api-keys/`, { name: 'audited' });
  const { body } = await ours.request('GET', `${home}audit/?action=api_key.created&target_id=${made.id}`);
  assert.equal(body.count, 1);
  const [entry] = body.results;
  assert.deepEqual(Object.keys(entry).sort(), [
    'action',
    'actor',
    'created_at',
    'detail',
    'hash',
    'id',
    'previous_hash',
    'seq',
    'target_id',
    'target_type',
  ]);
  assert.deepEqual([entry.actor.kind, entry.actor.email], ['person', 'Owner@example.com']);
  assert.equal(entry.detail.name, 'audited');
  assert.ok(!JSON.stringify(body).includes(made.api_key));

  const at = `created_from=${entry.created_at}&created_to=${entry.created_at}`;
  assert.ok((await ours.request('GET', `${home}audit/?${at}&target_id=${made.id}`)).body.count === 1);
  assert.equal((await ours.request('GET', `${home}audit/?created_from=2100-01-01T00:00:00Z`)).body.count, 0);
  for (const [query, field] of [
    ['created_from=yesterday', 'created_from'],
    ['created_to=2016-12-31T23:59:60Z', 'created_to'],
    ['action=%00', 'action'],
  ]) {
    const answer = await ours.request('GET', `${home}audit/?${query}`);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]]);
  }
  assert.equal((await ours.request('GET', `${home}audit/?created_to=2020-01-01T00:00:00%2B23:00`)).status, 200);
  assert.equal((await as(await ours.keyWithRole('member'), 'GET', `${home}audit/`)).status, 403);
  const paged = await ours.request('GET', `${home}audit/?page_size=1`);
  assert.match(paged.body.next, /page=2/);
});

test('every path: 401 without a credential, 403 for another organization, 404 for an unknown one', async () => {
  const operations = ['', 'members/', 'api-keys/', 'credits/', 'audit/'].map((path) => ['GET', path] as const);
  const writes = [
    ['PATCH', ''],
    ['POST', 'members/'],
    ['PATCH', 'members/1/'],
    ['DELETE', 'members/1/'],
    ['POST', 'api-keys/'],
    ['DELETE', `api-keys/${UNKNOWN}/`],
  ] as const;
  for (const [method, path] of [...operations, ...writes]) {
    const at = (orgId: string) => `/v1/organizations/${orgId}/${path}`;
    const answers = [
      [401, await as(undefined, method, at(ours.orgId))],
      [403, await theirs.request(method, at(ours.orgId))],
      [403, await as(owner, method, at(theirs.orgId))],
      [404, await as(owner, method, at(UNKNOWN))],
      [404, await as(owner, method, at('nonsense'))],
      [404, await ours.request(method, at('nonsense'))],
    ] as const;
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status, `${method} ${path}`);
      isDetail(answer.body);
    }
  }
});
