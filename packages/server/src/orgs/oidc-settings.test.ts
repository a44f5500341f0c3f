import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOidcSettings } from './oidc-settings.ts';

const both = { ERRAND_OIDC_ISSUER: 'https://issuer.example.com', ERRAND_OIDC_AUDIENCE: 'errand' };
const orgId = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';

test('issuer and audience are both needed as soon as one setting of an issuer is there', () => {
  assert.equal(readOidcSettings({}), undefined);
  for (const env of [
    { ERRAND_JWKS_URL: 'https://issuer.example.com/keys' },
    { ERRAND_OIDC_ISSUER: 'https://issuer.example.com' },
    { ERRAND_OIDC_AUDIENCE: 'errand' },
    { ERRAND_OIDC_CREATE_USERS: 'true' },
    { ERRAND_OIDC_ROLES: `staff=${orgId}:viewer` },
    { ...both, ERRAND_OIDC_AUDIENCE: ' ' },
  ]) {
    assert.throws(() => readOidcSettings(env), /requires ERRAND_OIDC_ISSUER, and ERRAND_OIDC_AUDIENCE/);
  }
  assert.equal(readOidcSettings(both)!.jwksUrl, undefined);
});

test('groups are mapped to organizations and roles; what cannot be read stops the start', () => {
  const { groupRoles } = readOidcSettings({
    ...both,
    ERRAND_OIDC_ROLES: `staff=${orgId}:viewer, cn=leads=${orgId.toUpperCase()}:admin`,
  })!;
  assert.deepEqual(groupRoles, [
    { group: 'staff', orgId, role: 'viewer' },
    { group: 'cn=leads', orgId, role: 'admin' },
  ]);
  for (const roles of ['staff', `staff=${orgId}`, `staff=${orgId}:king`, 'staff=acme:viewer'])
    assert.throws(() => readOidcSettings({ ...both, ERRAND_OIDC_ROLES: roles }), /ERRAND_OIDC_ROLES/);
});

test('signing in needs an issuer and a client; an audience is for bearer tokens', () => {
  const client = { ERRAND_OIDC_ISSUER: 'https://issuer.example.com', ERRAND_OIDC_CLIENT_ID: 'console' };
  const read = readOidcSettings(client)!;
  assert.equal(read.audience, undefined);
  assert.deepEqual(read.signIn, {
    clientId: 'console',
    clientSecret: undefined,
    name: 'issuer.example.com',
    scope: 'openid profile email',
    only: false,
  });
  assert.equal(readOidcSettings(both)!.signIn, undefined);
  assert.throws(() => readOidcSettings({ ERRAND_OIDC_CLIENT_ID: 'console' }), /requires ERRAND_OIDC_ISSUER/);
  assert.throws(() => readOidcSettings({ ...both, ERRAND_OIDC_ONLY: 'true' }), /requires ERRAND_OIDC_CLIENT_ID/);
  assert.throws(() => readOidcSettings({ ...client, ERRAND_OIDC_SCOPES: 'email' }), /including openid/);
});
