import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError } from './configuration.ts';
import { splitTls, tlsOptions, withAuthority } from './database-tls.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { explainTls } from './explain-tls.ts';

const base = 'postgres://errand:pw@db.example:5432/errand';

describe('TLS in an address', () => {
  test('is taken out of it and means what libpq means, except that require verifies', () => {
    assert.deepEqual(splitTls(base), { url: base, tls: undefined });
    const { url, tls } = splitTls(`${base}?sslmode=require&application_name=x`);
    assert.deepEqual([url, tls?.mode], [`${base}?application_name=x`, 'require']);
    const options = (query: string) => tlsOptions(splitTls(`${base}?${query}`).tls).ssl;
    assert.equal(options('sslmode=disable'), false);
    for (const query of ['sslmode=require', 'sslmode=verify-full', 'ssl=true']) {
      const ssl = options(query);
      assert.ok(ssl && Array.isArray(ssl.ca) && ssl.ca.length > 50, 'authorities of this machine');
      assert.deepEqual([ssl.rejectUnauthorized, ssl.checkServerIdentity], [undefined, undefined]);
    }
    const unverified = options('sslmode=no-verify');
    assert.equal(unverified ? unverified.rejectUnauthorized : undefined, false);
    assert.equal(splitTls(`${base}?sslmode=require&sslnegotiation=direct`).tls?.direct, true);
  });

  test('does not hold for a socket of this machine', () => {
    assert.equal(splitTls('postgres://errand@/errand?host=/run/pg&sslmode=require').tls, undefined);
    assert.equal(splitTls('postgres://errand:a%2Fb@db.example/errand?sslmode=require').tls?.mode, 'require');
  });

  const refused: Record<string, RegExp> = {
    'sslmode=prefer': /would silently fall back to an unencrypted connection/,
    'sslmode=strict': /sslmode in DATABASE_URL is "strict".*verify-full/,
    'sslmode=verify-ca': /does not check the host name.*ERRAND_DATABASE_CA/,
    'sslrootcert=ca.pem': /sslrootcert without sslmode/,
    'sslmode=require&sslcert=a.pem': /needs both/,
    'sslmode=require&ssl_min_protocol_version=TLSv1': /TLSv1\.2 or TLSv1\.3/,
  };
  for (const [query, reason] of Object.entries(refused))
    test(`${query} is refused before anything starts`, () =>
      assert.throws(
        () => parseDatabaseUrl(`${base}?${query}`),
        (error: Error) => error instanceof ConfigError && reason.test(error.message) && !error.message.includes('pw'),
      ));

  test('an authority of its own verifies all, and does not stand beside a mode that verifies nothing', () => {
    assert.equal(withAuthority(base, '/ca.pem', 'DATABASE_URL'), `${base}?sslmode=verify-full&sslrootcert=%2Fca.pem`);
    assert.match(withAuthority(`${base}?sslmode=verify-ca`, '/ca.pem', 'DATABASE_URL'), /verify-ca&sslrootcert=/);
    const several = withAuthority('postgres://u@one:1,two:2/errand', '/ca.pem', 'DATABASE_URL');
    for (const url of parseDatabaseUrl(several).urls) assert.equal(splitTls(url).tls?.root, '/ca.pem');
    assert.throws(() => withAuthority(`${base}?sslmode=no-verify`, '/ca.pem', 'DATABASE_URL'), /verifies nothing/);
  });

  test('a file that cannot be read is named', () => {
    const { tls } = splitTls(`${base}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`);
    assert.throws(
      () => tlsOptions(tls),
      /sslrootcert or ERRAND_DATABASE_CA names the file "\/nowhere\/ca\.pem", which cannot be read/,
    );
  });
});

test('a handshake that failed because of the clock says so; other errors get no explanation of TLS', () => {
  const explained = (code: string) => explainTls(Object.assign(new Error('x'), { code }), 'db/errand');
  assert.match(explained('CERT_NOT_YET_VALID')!, /according to this machine's clock.*Correct the clock/);
  assert.match(explained('CERT_HAS_EXPIRED')!, /Renew it and reload/);
  assert.match(explained('ERR_SSL_WRONG_VERSION_NUMBER')!, /TLS to PostgreSQL at db\/errand failed/);
  assert.equal(explained('ECONNREFUSED'), undefined);
});
