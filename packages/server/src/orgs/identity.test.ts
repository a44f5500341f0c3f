import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createOrganization } from '#credits/create-organization.ts';
import { openTestDatabase, until } from '../../test/harness.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { createIdentity } from './identity.ts';
import { addMember, removeMember } from './members.ts';
import { updateOrganization } from './organizations.ts';

const { database } = await openTestDatabase();
const { id: orgId, userId } = await createOrganization(database.system, { name: 'Acme' });

const newKey = (options: { apiKey?: string; expiresAt?: Date; role?: 'admin' | 'owner' } = {}) =>
  insertApiKey(database.system, { orgId, userId, role: options.role ?? 'member', name: 'test', ...options });

test('an API key shows its organization, role and owner', async () => {
  const identity = await createIdentity({ database });
  const { id, apiKey } = await newKey();
  assert.deepEqual(await identity.authenticate(apiKey), {
    kind: 'key',
    keyId: id,
    orgId,
    role: 'member',
    userId,
    agentsEnabled: true,
  });
  assert.equal(await identity.authenticate(`${apiKey}x`), undefined);
  const [stored] = await database.system.query<{ text: string }>(
    'select row_to_json(k)::text as text from api_keys k where id = $1',
    [id],
  );
  assert.ok(!stored!.text.includes(apiKey.slice(14)), 'only a hash is stored');
});

test('a key given at the first start is taken as it is, even with two dots', async () => {
  const identity = await createIdentity({ database });
  for (const apiKey of [`my.bootstrap.${'k'.repeat(30)}`, `${'~'.repeat(200)}`]) {
    await newKey({ apiKey });
    assert.equal((await identity.authenticate(apiKey))?.kind, 'key');
    await assert.rejects(newKey({ apiKey }), /already exists/);
  }
  await assert.rejects(newKey({ apiKey: 'too short' }), /32 to 200/);
});

test('no key is an owner', async () => {
  assert.equal((await newKey({ role: 'owner' })).role, 'admin');
});

test('an unknown organization gets no key', async () => {
  const unknown = { orgId: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', role: 'member', name: '' } as const;
  await assert.rejects(insertApiKey(database.system, unknown), /No organization/);
});

test('revoking, expiry and the Agents switch reach a busy process within 5 s', async () => {
  const identity = await createIdentity({ database });
  const revoked = await newKey();
  const expiring = await newKey({ expiresAt: new Date(Date.now() + 700) });
  const switched = await newKey();
  for (const { apiKey } of [revoked, expiring, switched]) assert.ok(await identity.authenticate(apiKey));

  const startedAt = Date.now();
  await revokeApiKey(database.system, orgId, revoked.id, 'operator');
  await updateOrganization(database.system, orgId, { agentsEnabled: false }, 'operator');
  await until(async () => (await identity.authenticate(revoked.apiKey)) === undefined, 'the revoked key to end', 5_000);
  await until(async () => (await identity.authenticate(expiring.apiKey)) === undefined, 'the key to expire', 5_000);
  await until(
    async () => {
      const credential = await identity.authenticate(switched.apiKey);
      return credential?.kind === 'key' && !credential.agentsEnabled;
    },
    'the switch to be seen',
    5_000,
  );
  assert.ok(Date.now() - startedAt < 5_000);
  await updateOrganization(database.system, orgId, { agentsEnabled: true }, 'operator');
  await assert.rejects(revokeApiKey(database.system, orgId, revoked.id, 'operator'), /No API key/);
});

test('the last use is noted in the background, at most once a minute', async () => {
  const { id, apiKey } = await newKey();
  const lastUsed = async () =>
    (await listApiKeys(database.system, orgId)).rows.find((key) => key.id === id)!.last_used_at ?? undefined;
  assert.equal(await lastUsed(), undefined);
  await (await createIdentity({ database })).authenticate(apiKey);
  const first = await until(lastUsed, 'the use to be noted');
  await (await createIdentity({ database })).authenticate(apiKey);
  await database.system.run(`update api_keys set last_used_at = last_used_at - interval '59 seconds' where id = $1`, [
    id,
  ]);
  await (await createIdentity({ database })).authenticate(apiKey);
  assert.equal((await lastUsed())!.getTime(), first.getTime() - 59_000);
  await database.system.run(`update api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, [id]);
  await (await createIdentity({ database })).authenticate(apiKey);
  await until(async () => (await lastUsed())!.getTime() > Date.now() - 30_000, 'the later use to be noted');
});

test('processes share one generated secret, and a configured one replaces it', async () => {
  const [one, two] = await Promise.all([createIdentity({ database }), createIdentity({ database })]);
  const { token, expiresAt } = await one.openSession({ userId, hours: 2, userAgent: 'test' });
  assert.ok(Math.abs(expiresAt.getTime() - Date.now() - 7_200_000) < 2_000);
  assert.partialDeepStrictEqual(await two.authenticate(token), { kind: 'user', userId });
  const configured = await createIdentity({ database, jwtSecret: 's'.repeat(32) });
  assert.equal(await configured.authenticate(token), undefined);
});

test('a token is refused unless HS256, signed by us, unexpired, and of an existing user', async () => {
  const jwtSecret = 'a secret of at least 32 characters';
  const identity = await createIdentity({ database, jwtSecret });
  const secret = new TextEncoder().encode(jwtSecret);
  const jwt = (claims: object = {}, alg = 'HS256', key = secret) =>
    new SignJWT({ sub: String(userId), exp: Date.now() / 1000 + 60, ...claims }).setProtectedHeader({ alg }).sign(key);
  assert.deepEqual(await identity.authenticate(await jwt()), { kind: 'user', userId, sessionId: null });

  const good = (await jwt()).split('.');
  const { privateKey } = await generateKeyPair('RS256');
  const refused = {
    'another secret': await jwt({}, 'HS256', new TextEncoder().encode('x'.repeat(32))),
    expired: await jwt({ exp: Math.floor(Date.now() / 1000) - 1 }),
    'without exp': await jwt({ exp: undefined }),
    'exp as text': await jwt({ exp: 'tomorrow' }).catch(() => 'a.b.c'),
    'not yet valid': await jwt({ nbf: Date.now() / 1000 + 60 }),
    'without sub': await jwt({ sub: undefined }),
    'unknown user': await jwt({ sub: '2000000000' }),
    'id beyond the column': await jwt({ sub: '99999999999' }),
    'sub that is no id': await jwt({ sub: 'ada' }),
    'sub as number': await jwt({ sub: userId }),
    'unknown session': await jwt({ sid: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' }),
    'session that is no id': await jwt({ sid: 'x' }),
    HS512: await jwt({}, 'HS512', new TextEncoder().encode('x'.repeat(64))),
    'HS512 with our secret': await jwt({}, 'HS512', secret).catch(() => 'a.b.c'),
    RS256: await new SignJWT({ sub: String(userId), exp: 9e9 }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    'alg none': new UnsecuredJWT({ sub: String(userId), exp: 9e9 }).encode(),
    'another payload': [good[0], Buffer.from('{"sub":"1","exp":9e9}').toString('base64url'), good[2]].join('.'),
    'no signature': `${good[0]}.${good[1]}.`,
    garbage: 'a.b.c',
    dots: '..',
    huge: `${good[0]}.${'a'.repeat(20_000)}.${good[2]}`,
  };
  for (const [what, token] of Object.entries(refused)) {
    assert.equal(await identity.authenticate(token), undefined, what);
  }
});

test('access of a user: member with role, not a member, unknown; a removal is seen within 5 s', async () => {
  const identity = await createIdentity({ database });
  const other = await createOrganization(database.system, { name: 'Other', agentsEnabled: false });
  assert.deepEqual(await identity.findAccess(userId, orgId), { kind: 'member', role: 'owner', agentsEnabled: true });
  assert.deepEqual(await identity.findAccess(other.userId, orgId), { kind: 'not-member' });
  const unknown = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  assert.deepEqual(await identity.findAccess(userId, unknown), { kind: 'unknown' });

  const guest = { orgId, email: 'guest@example.com', role: 'viewer' } as const;
  const { user_id } = await addMember(database.system, guest, 'operator');
  assert.deepEqual(await identity.findAccess(user_id, orgId), { kind: 'member', role: 'viewer', agentsEnabled: true });
  await removeMember(database.system, orgId, user_id, 'operator');
  const isGone = async () => (await identity.findAccess(user_id, orgId)).kind === 'not-member';
  await until(isGone, 'the removal to be seen', 5_000);
});

test('a change made in this process is seen by its next request', async () => {
  const identity = await createIdentity({ database });
  const { id, apiKey } = await newKey();
  assert.ok(await identity.authenticate(apiKey));
  await revokeApiKey(database.system, orgId, id, 'operator');
  identity.forget();
  assert.equal(await identity.authenticate(apiKey), undefined);
});
