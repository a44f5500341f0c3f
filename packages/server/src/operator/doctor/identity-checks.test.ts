import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OidcSettings } from '#orgs/oidc-settings.ts';
import { pluck } from '../../../test/pluck.ts';
import { identityChecks } from './identity-checks.ts';
import { tlsChecks } from './tls-checks.ts';

const checksOf = (oidc: OidcSettings | undefined) => identityChecks({} as never, { oidc, proxies: {} as never });

test('features that are not configured are not checked', () => {
  assert.deepEqual(pluck(checksOf(undefined), 'name'), ['Directory']);
  assert.deepEqual(
    checksOf({ issuer: 'https://idp.example/', groupRoles: [] } as unknown as OidcSettings).map(({ name }) => name),
    ['Identity provider', 'Directory'],
  );
  assert.deepEqual(tlsChecks({ tls: undefined }), []);
});

test('a certificate that cannot be read keeps new servers from starting, and the reason is reported', async () => {
  const files = { cert: '/nonexistent/cert.pem', key: '/nonexistent/key.pem', minVersion: '1.2' };
  const { fix } = await tlsChecks({ tls: { files } as never })[0]!.look();
  // Both files are read at once.
  assert.match(fix!, /(cert|key)\.pem/);
});
