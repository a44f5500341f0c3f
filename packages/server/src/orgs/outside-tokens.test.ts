import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createOrganization } from '#credits/create-organization.ts';
import { openDatabase } from '#platform/db.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { startLyingProvider } from '../../test/lying-provider.ts';
import { rolesOfGroups } from './group-roles.ts';
import { createIdentity } from './identity.ts';
import { createOutsideTokens } from './outside-tokens.ts';
import { findLinkedUser, insertLink } from './outside-users.ts';

// An issuer on loopback with one ES256 key and one RS256 key. The user of the tests has the number of the subject "1", so
// that a service which takes a subject for a number would let it in.

let requests: string[] = [];
const ec = await generateKeyPair('ES256');
const rsa = await generateKeyPair('RS256', { extractable: true });

const created = await createTestDatabase();
const drop = created.drop;
const database = openDatabase({ url: created.url });
const { id: orgId, userId } = await createOrganization(database.system, { name: 'Acme' });
const keys = [
  { ...(await exportJWK(ec.publicKey)), kid: 'ec', alg: 'ES256' },
  { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256' },
];
const issuer = createServer((request, response) => {
  requests.push(request.url!);
  const isDiscovery = request.url === '/.well-known/openid-configuration';
  response.end(JSON.stringify(isDiscovery ? { issuer: base, jwks_uri: `${base}/keys` } : { keys }));
});
await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
const oidc = {
  issuer: base,
  audience: 'errand',
  jwksUrl: `${base}/keys`,
  createsUsers: false,
  authorizedParties: [],
  groupsClaim: 'groups',
  groupRoles: [],
  signIn: undefined,
};
await insertLink(database.system, { userId, issuer: base, subject: 'ada' });
after(async () => {
  issuer.closeAllConnections();
  issuer.close();
  await database.close();
  await drop();
});

const now = (): number => Math.floor(Date.now() / 1000);

type Signed = { alg?: string; kid?: string; key?: never; typ?: string };
function token(
  claims: object = {},
  { alg = 'ES256', kid = 'ec', key = ec.privateKey as never, typ }: Signed = {},
): Promise<string> {
  return new SignJWT({ sub: 'ada', iss: base, aud: 'errand', exp: now() + 60, ...claims })
    .setProtectedHeader({ alg, kid, ...(typ !== undefined && { typ }) })
    .sign(key);
}

test('a token of the issuer for this application is its linked user; our own tokens stay valid', async () => {
  const identity = await createIdentity({ database, oidc });
  const user = { kind: 'user', userId, sessionId: null };
  assert.deepEqual(await identity.authenticate(await token()), user);
  assert.deepEqual(await identity.authenticate(await token({ aud: ['other', 'errand'], sid: 'theirs' })), user);
  const inRsa = await token({}, { alg: 'RS256', kid: 'rsa', key: rsa.privateKey as never });
  assert.deepEqual(await identity.authenticate(inRsa), user);
  const own = await identity.openSession({ userId, hours: 1, userAgent: 'test' });
  assert.equal((await identity.authenticate(own.token))?.userId, userId);
});

test('every other token is refused, whatever its subject says', async () => {
  const identity = await createIdentity({ database, oidc });
  const stranger = await generateKeyPair('ES256');
  const publicPem = new TextEncoder().encode(await exportSPKI(rsa.publicKey));
  const publicJwk = new TextEncoder().encode(JSON.stringify(await exportJWK(rsa.publicKey)));
  const claims = { sub: 'ada', iss: base, aud: 'errand', exp: now() + 60 };
  const refused = {
    'wrong issuer': await token({ iss: 'https://elsewhere.example.com' }),
    'issuer with a slash more': await token({ iss: `${base}/` }),
    'no issuer': await token({ iss: undefined }),
    'for another application': await token({ aud: 'billing' }),
    'for several others': await token({ aud: ['billing', 'mail'] }),
    'no audience': await token({ aud: undefined }),
    expired: await token({ exp: now() - 31 }),
    'without an end': await token({ exp: undefined }),
    'not yet valid': await token({ nbf: now() + 60 }),
    'issued in the future': await token({ iat: now() + 600 }),
    'unknown subject': await token({ sub: 'eve' }),
    'the number of a user': await token({ sub: String(userId) }),
    'no subject': await token({ sub: undefined }),
    'empty subject': await token({ sub: '' }),
    'long subject': await token({ sub: 'x'.repeat(256) }),
    'unknown key': await token({}, { kid: 'none' }),
    'key of a stranger': await token({}, { key: stranger.privateKey as never }),
    'algorithm of another key': await token({}, { alg: 'ES256', kid: 'rsa' }),
    'alg none': new UnsecuredJWT(claims).encode(),
    'HS256 with the public key as PEM': await token({}, { alg: 'HS256', kid: 'rsa', key: publicPem as never }),
    'HS256 with the public key as JWK': await token({}, { alg: 'HS256', kid: 'rsa', key: publicJwk as never }),
    'HS512 with the public key': await token({}, { alg: 'HS512', kid: 'rsa', key: publicPem as never }),
  };
  for (const [what, text] of Object.entries(refused)) {
    assert.equal(await identity.authenticate(text), undefined, what);
  }
});

test('a token of another kind, or that was issued to another application, is refused', async () => {
  const identity = await createIdentity({ database, oidc: { ...oidc, authorizedParties: ['desktop'] } });
  const works = async (claims: object, typ?: string): Promise<boolean> =>
    (await identity.authenticate(await token(claims, { ...(typ !== undefined && { typ }) }))) !== undefined;
  for (const typ of ['JWT', 'at+jwt', 'application/at+jwt']) assert.equal(await works({}, typ), true, typ);
  for (const typ of ['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'x']) assert.equal(await works({}, typ), false, typ);
  for (const azp of ['errand', 'desktop']) assert.equal(await works({ azp }), true, azp);
  for (const azp of ['billing', '', 7, ['errand']]) assert.equal(await works({ azp }), false, String(azp));
  assert.equal(await works({ aud: ['billing', 'errand'], azp: 'billing' }), false);
});

test('clocks may differ by seconds, not by minutes', async () => {
  const identity = await createIdentity({ database, oidc });
  assert.ok(await identity.authenticate(await token({ exp: now() - 5, iat: now() + 5, nbf: now() + 5 })));
  assert.equal(await identity.authenticate(await token({ nbf: now() + 120 })), undefined);
});

test('without settings for an issuer, none of its tokens is accepted and none of its keys is asked for', async () => {
  requests = [];
  const identity = await createIdentity({ database });
  assert.equal(await identity.authenticate(await token({ sub: String(userId) })), undefined);
  assert.deepEqual(requests, []);
});

test('keys are found by discovery, once; a document of another issuer is not trusted', async () => {
  requests = [];
  const identity = await createIdentity({ database, oidc: { ...oidc, jwksUrl: undefined } });
  assert.ok(await identity.authenticate(await token()));
  assert.ok(await identity.authenticate(await token({ jti: '2' })));
  assert.deepEqual(requests, ['/.well-known/openid-configuration', '/keys']);
  const wrong = await createIdentity({ database, oidc: { ...oidc, issuer: `${base}/tenant`, jwksUrl: undefined } });
  await assert.rejects(async () => wrong.authenticate(await token({ iss: `${base}/tenant` })), { code: 'unavailable' });
});

test('an issuer that does not answer turns nobody away for good', async () => {
  const identity = await createIdentity({ database, oidc: { ...oidc, jwksUrl: 'http://127.0.0.1:1/keys' } });
  await assert.rejects(async () => identity.authenticate(await token()), { code: 'unavailable' });
});

test('a new person becomes a user only if the settings say so, and never an existing one by e-mail', async () => {
  const closed = await createIdentity({ database, oidc });
  const claims = { sub: 'grace', email: 'grace@example.com', given_name: 'Grace', family_name: 'Hopper' };
  assert.equal(await closed.authenticate(await token(claims)), undefined);

  const open = await createIdentity({ database, oidc: { ...oidc, createsUsers: true } });
  const both = await Promise.all([
    open.authenticate(await token(claims)),
    open.authenticate(await token({ ...claims, jti: '2' })),
  ]);
  assert.equal(both[0]!.userId, both[1]!.userId);
  assert.equal(await findLinkedUser(database.system, base, 'grace'), both[0]!.userId);
  for (const [what, other] of Object.entries({
    'an address that is taken': { sub: 'mallory', email: 'grace@example.com' },
    'no address': { sub: 'mallory', email: undefined },
    'an address that is none': { sub: 'mallory', email: 'x' },
    'an unverified address': { sub: 'mallory', email: 'm@example.com', email_verified: false },
  })) {
    assert.equal(await open.authenticate(await token(other)), undefined, what);
  }
  assert.equal(await findLinkedUser(database.system, base, 'mallory'), undefined);
});

test('groups give roles in the organizations of the settings, and take them away', async () => {
  const groupRoles = [
    { group: 'staff', orgId, role: 'viewer' as const },
    { group: 'leads', orgId, role: 'admin' as const },
  ];
  const settings = { ...oidc, createsUsers: true, groupRoles };
  const see = async (groups: unknown) => {
    const identity = await createIdentity({ database, oidc: settings });
    const found = await identity.authenticate(await token({ sub: 'lin', email: 'lin@example.com', groups }));
    const access = await identity.findAccess(found!.userId!, orgId);
    return access.kind === 'member' ? access.role : access.kind;
  };
  assert.equal(await see(['other']), 'not-member');
  assert.equal(await see(['staff']), 'viewer');
  assert.equal(await see(['staff', 'leads']), 'admin');
  assert.equal(await see('staff'), 'viewer');
  assert.equal(await see({ staff: true }), 'not-member');
  assert.equal(rolesOfGroups(() => ['leads', 'staff'], groupRoles).get(orgId), 'admin');
});

test('a membership that an administrator gave stays without a group', async () => {
  const settings = { ...oidc, groupRoles: [{ group: 'staff', orgId, role: 'viewer' as const }] };
  const identity = await createIdentity({ database, oidc: settings });
  const found = await identity.authenticate(await token({ groups: [] }));
  assert.deepEqual(await identity.findAccess(found!.userId!, orgId), {
    kind: 'member',
    role: 'owner',
    agentsEnabled: true,
  });
});

test('keys that the issuer has changed are fetched again, at most once in half a minute', async (t) => {
  const provider = await startLyingProvider('errand');
  t.after(() => provider.stop());
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const tokens = createOutsideTokens({ issuer: provider.issuer, jwksUrl: undefined, audience: 'errand' });
  const ask = async () => 'subject' in (await tokens.verify(await provider.sign({ sub: 'ada' })));
  const fetches = () => provider.requests.filter((path) => path === '/keys').length;
  assert.ok(await ask());
  await provider.rotateKeys();
  for (let count = 0; count < 5; count += 1) assert.equal(await ask(), false);
  assert.equal(fetches(), 1, 'tokens with unknown keys make nobody ask more often');
  t.mock.timers.tick(31_000);
  assert.ok(await ask());
  assert.equal(fetches(), 2);
});
