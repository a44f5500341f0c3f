import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OidcSettings } from '#orgs/oidc-settings.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import type { Config } from '../../config/config.ts';
import { archiveChecks } from './archive-checks.ts';
import { identityChecks } from './identity-checks.ts';
import { secretChecks } from './secret-checks.ts';
import { tlsChecks } from './tls-checks.ts';

const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const oidc = (orgIds: string[]) =>
  ({
    issuer: 'https://idp.example/',
    groupRoles: orgIds.map((orgId) => ({ orgId, group: 'g', role: 'member' })),
  }) as unknown as OidcSettings;
const checksOf = (settings: OidcSettings | undefined, answers: Record<string, object[]> = {}) =>
  identityChecks(scriptedDatabase(scriptedDb(answers)), { oidc: settings, proxies: {} as never });
const look = (name: string, settings: OidcSettings | undefined, answers: Record<string, object[]>) =>
  checksOf(settings, answers)
    .find((check) => check.name === name)!
    .look();

test('what is not configured is not checked', () => {
  assert.deepEqual(
    checksOf(undefined).map(({ name }) => name),
    ['Directory'],
  );
  assert.deepEqual(
    checksOf(oidc([])).map(({ name }) => name),
    ['Identity provider', 'Directory'],
  );
  assert.deepEqual(tlsChecks({ tls: undefined }), []);
});

test('organizations that group roles name have to exist', async () => {
  const known = { 'from organizations': [{ id: 'o1' }] };
  assert.equal((await look('Groups', oidc(['o1', 'o1']), known)).fix, undefined);
  const { detail, fix } = await look('Groups', oidc(['o1', 'o2']), known);
  assert.match(detail, /o2/);
  assert.doesNotMatch(detail, /o1/);
  assert.ok(fix);
});

const directory = (...tokens: object[]) =>
  look('Directory', undefined, {
    'from scim_tokens': tokens.map((token) => ({
      prefix: 'scim_ab',
      expires_at: null,
      last_used_at: null,
      created_at: ago(0),
      ...token,
    })),
  });

test('a directory is fine without tokens, or while one of them is in use', async () => {
  assert.equal((await directory()).fix, undefined);
  assert.equal(
    (await directory({ created_at: ago(90), last_used_at: ago(1) }, { created_at: ago(90) })).fix,
    undefined,
  );
});

test('an expired token is named, and a week of silence is pointed out', async () => {
  const expired = await directory({ expires_at: ago(1), last_used_at: ago(0) });
  assert.match(expired.detail, /scim_ab/);
  assert.ok(expired.fix);
  assert.equal((await directory({ expires_at: ago(-1) })).fix, undefined);
  assert.ok((await directory({ created_at: ago(30), last_used_at: ago(8) })).fix);
});

const archive = (parts: object[], failure: string | null = null, config: object = { archiveAfterMonths: 3 }) =>
  archiveChecks(
    scriptedDatabase(
      scriptedDb({
        'from archive_task': [{ failure }],
        'from archive_parts': parts.map((part) => ({ kind: 'jobs', rows: 10, problem: null, files: [], ...part })),
      }),
    ),
    config as Config,
    { quick: true },
  )[0]!.look();

test('an archive counts its jobs, and says when it is off', async () => {
  const { detail, fix } = await archive([{}, { kind: 'deliveries' }]);
  assert.equal(fix, undefined);
  assert.match(detail, /^10 .*\b2 /);
  assert.notEqual((await archive([{}], null, { archiveAfterMonths: 0 })).detail, (await archive([{}])).detail);
});

test('damaged files come before a failed pass, three by name and the others by number', async () => {
  const problems = ['k1', 'k2', 'k3', 'k4', 'k5'].map((key) => ({ problem: `${key} is not in storage` }));
  const { detail, fix } = await archive(problems, 'The disk is full.');
  assert.match(detail, /^5 /);
  assert.match(fix!, /k1.*k3.*\b2 /);
  assert.doesNotMatch(fix!, /k4|disk/);
  assert.match((await archive([], 'The disk is full.')).fix!, /The disk is full\./);
});

const secrets = (id: string | undefined, jwtSecret: string | undefined) =>
  secretChecks(scriptedDatabase(scriptedDb({ 'from installation': id === undefined ? [] : [{ value: id }] })), {
    secretKeys: { secretKey: undefined, previousKeys: [], dataDir: '/nonexistent' },
    jwtSecret,
  } as never)[0]!.look();

test('a key that this machine does not have is a fault, once there is something to decrypt', async () => {
  assert.equal((await secrets(undefined, undefined)).fix, undefined);
  const { detail, fix } = await secrets('0123456789ab', 'x'.repeat(40));
  assert.match(detail, /0123456789ab/);
  assert.ok(fix);
});

test('a certificate that cannot be read keeps new servers from starting, and the reason is told', async () => {
  const files = { cert: '/nonexistent/cert.pem', key: '/nonexistent/key.pem', minVersion: '1.2' };
  const { fix } = await tlsChecks({ tls: { files } as never })[0]!.look();
  assert.match(fix!, /cert\.pem/);
});
