import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { createOrganization } from '#credits/create-organization.ts';
import { insertApiKey } from '#orgs/api-keys.ts';
import { connectClient } from '#platform/connect.ts';
import { openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { runChecks } from '../../src/operator/doctor/check.ts';
import { databaseTlsChecks } from '../../src/operator/doctor/database-tls-checks.ts';
import { openInstallation, prepareSchema } from '../../src/operator/installation.ts';
import { createService } from '../../src/service.ts';
import { type Authority, makeAuthority } from '../authority.ts';
import { createNode, type PostgresNode } from '../chaos/postgres-node.ts';
import { testEngines } from '../engines.ts';
import { pluck, request, SECRET_KEY } from '../harness.ts';
import { until } from '../until.ts';

// A PostgreSQL that takes encrypted connections only, with certificates of an authority that only the test knows.

const authority = makeAuthority('Authority of the database');
const other = makeAuthority('Another authority');

describe('PostgreSQL with TLS', { skip: authority && other ? false : 'openssl is not installed' }, () => {
  let folder: string;
  let node: PostgresNode;
  let port: number;
  let ca: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'errand-database-tls-'));
    chmodSync(folder, 0o755);
    port = await freePort();
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    node = await createNode(dataDir, { port: String(port), listen_addresses: '127.0.0.1' });
    writeFileSync(
      join(node.place.cluster, 'pg_hba.conf'),
      `local all all scram-sha-256
hostssl all certified 127.0.0.1/32 cert
hostssl all errand 127.0.0.1/32 scram-sha-256\n`,
    );
    await node.start();
    await node.query('create role certified login superuser');
    ca = join(folder, 'ca.pem');
    writeFileSync(ca, authority!.root);
    put('client-ca.pem', authority!.root);
    await serve(authority!, {}, { ssl: 'on', ssl_ca_file: 'client-ca.pem' });
  });
  after(async () => {
    await node?.stop();
    authority?.remove();
    other?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes a file that PostgreSQL reads. */
  function put(name: string, text: string): void {
    const path = join(node.place.cluster, name);
    writeFileSync(path, text, { mode: 0o600 });
    const { account } = node.place;
    if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, path]);
  }
  /** New connections get a certificate of this authority. */
  async function serve(
    by: Authority,
    options: Partial<Parameters<Authority['issue']>[0]> = {},
    settings: Record<string, string> = {},
  ): Promise<void> {
    const { cert, key } = by.issue({ names: ['localhost', '127.0.0.1'], ...options });
    put('server.key', key);
    put('server.crt', cert);
    await node.configure(settings);
    const { fingerprint256 } = new X509Certificate(cert);
    // The postmaster reads the files a moment later.
    await until(async () => (await fingerprintServed()) === fingerprint256 || undefined, 'the certificate');
  }
  async function fingerprintServed(): Promise<string | undefined> {
    try {
      const client = await connectClient({ connectionString: address('sslmode=no-verify') });
      const { stream } = (client as unknown as { connection: { stream: TLSSocket } }).connection;
      const { fingerprint256 } = stream.getPeerCertificate();
      await client.end();
      return fingerprint256;
    } catch {
      return undefined;
    }
  }
  const address = (query: string, host = 'localhost', user = `errand:${encodeURIComponent(node.password)}`) =>
    `postgres://${user}@${host}:${port}/postgres?${query}`;
  const open = async (query: string, env: NodeJS.ProcessEnv = {}, host = 'localhost') =>
    (await openInstallation(readConfig({ DATABASE_URL: address(query, host), ...env }), 'operator')).close();
  const refusal = async (query: string, env?: NodeJS.ProcessEnv, host?: string): Promise<string> => {
    const error = await open(query, env, host).catch((one: Error) => one);
    assert.ok(error instanceof Error, `${query} was taken`);
    assert.ok(!error.message.includes(node.password));
    return error.message;
  };

  test('is verified by require and verify-full; an unknown server is refused with what to do', async () => {
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      await open(`sslmode=${mode}`, { ERRAND_DATABASE_CA: ca });
    await open('', { ERRAND_DATABASE_CA: ca });
    await open(`sslmode=verify-full&sslrootcert=${ca}&sslnegotiation=direct`);
    await open('sslmode=no-verify');
    assert.match(await refusal('sslmode=require'), /authority that is not trusted here.*ERRAND_DATABASE_CA/);
    const wrong = join(folder, 'wrong.pem');
    writeFileSync(wrong, other!.root);
    assert.match(
      await refusal('sslmode=verify-full', { ERRAND_DATABASE_CA: wrong }),
      /not trusted here.*no-verify would/,
    );
    assert.match(await refusal('sslmode=disable'), /refuses unencrypted connections\. Add sslmode=verify-full/);
    assert.match(
      await refusal('', { ERRAND_DATABASE_CA: join(folder, 'none.pem') }),
      /none\.pem", which cannot be read/,
    );
  });

  test('is refused by verify-full if the certificate lacks its name; verify-ca accepts it', async () => {
    await serve(authority!, { names: ['elsewhere.example'] });
    const env = { ERRAND_DATABASE_CA: ca };
    assert.match(
      await refusal('sslmode=verify-full', env),
      /for another host name.*elsewhere\.example.*sslmode=verify-ca/,
    );
    assert.match(await refusal('sslmode=verify-full', env, '127.0.0.1'), /for another host name/);
    await open('sslmode=verify-ca', env);
    await serve(authority!, { fromDays: -3, untilDays: -1 });
    assert.match(await refusal('sslmode=verify-full', env), /has expired\. Renew it and reload/);
    await serve(authority!);
  });

  test('accepts a user by client certificate; without one, the error says so', async () => {
    const { cert, key } = authority!.issue({ names: ['certified'] });
    const [certFile, keyFile] = [join(folder, 'client.pem'), join(folder, 'client.key')];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    const query = `sslmode=verify-full&sslrootcert=${ca}`;
    const own = address(`${query}&sslcert=${certFile}&sslkey=${keyFile}`, 'localhost', 'certified');
    const client = await connectClient({ connectionString: own });
    assert.equal((await client.query('select current_user as name')).rows[0].name, 'certified');
    await client.end();
    const config = readConfig({ DATABASE_URL: address(query, 'localhost', 'certified') });
    await assert.rejects(openInstallation(config, 'operator'), /client certificate.*sslcert and sslkey/);
  });

  test('doctor tells encrypted and verified, encrypted but not verified, and how long the certificate lasts', async () => {
    const look = async (query: string) => (await runChecks(databaseTlsChecks([address(query)])))[0]!;
    const good = await look(`sslmode=verify-full&sslrootcert=${ca}`);
    assert.deepEqual([good.ok, /encrypted \(TLSv1\.3\) and verified; .* 89 days left/.test(good.detail)], [true, true]);
    const blind = await look('sslmode=no-verify');
    assert.equal(blind.ok, false);
    assert.match(blind.detail, /encrypted \(TLSv1\.3\) but not verified/);
    await serve(authority!, { untilDays: 5 });
    assert.match((await look(`sslmode=verify-full&sslrootcert=${ca}`)).fix!, /Renew the certificate/);
    await serve(authority!);
  });

  test('carries every connection of a service, which survives new certificates, a new authority and an expired one', async (t) => {
    const url = address(`sslmode=verify-full&sslrootcert=${ca}`);
    await prepareSchema(url);
    const config = readConfig({
      PORT: '0',
      ERRAND_DATA_DIR: join(folder, 'service'),
      ERRAND_DRAIN_SECONDS: '0',
      ERRAND_SQL_WARM: '0',
      ERRAND_SECRET_KEY: SECRET_KEY,
    });
    const service = await createService({ config, databaseUrl: url, log: createLog('silent'), engines: testEngines });
    t.after(() => service.stop());
    await service.start();
    const database = openDatabase({ url, systemConnectionsMax: 1, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
    t.after(() => database.close());
    const org = await createOrganization(database.system, { name: 'Test', agentsEnabled: true });
    const member = { orgId: org.id, userId: org.userId, role: 'admin' as const, name: 'test' };
    const { apiKey } = await insertApiKey(database.system, member);
    const ask = (path: string, body: unknown) => request(service.address(), apiKey, 'POST', path, body);
    const agent = (await ask('/v1/agents/', { name: 'Echo', engine_class_id: 'EchoEngine' })).body;
    const works = () =>
      until(
        async () => (await ask(`/v1/agents/run/${agent.id}/`, { text: 'Ada' })).status === 200 || undefined,
        'a run that succeeds',
      );
    const ways = () =>
      node.query<{ ssl: boolean; connections: number }>(
        `select s.ssl, count(*)::int as connections from pg_stat_ssl s join pg_stat_activity a using (pid)
          where a.application_name like 'errand %' group by s.ssl`,
      );
    const cut = () =>
      node.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'errand %'`);

    await works();
    const [all, ...plain] = await ways();
    assert.deepEqual([all!.ssl, plain], [true, []], 'pools, notifications, lease and probe');
    assert.ok(all!.connections >= 4, String(all!.connections));

    await serve(authority!);
    await works();
    await cut();
    await works();

    // Another authority: first trusted beside the old one, then alone, without a restart.
    writeFileSync(ca, authority!.root + other!.root);
    await serve(other!);
    await cut();
    await works();

    await serve(other!, { fromDays: -3, untilDays: -1 });
    await cut();
    const ready = () => request(service.address(), undefined, 'GET', '/ready/');
    await until(async () => (await ready()).body.database === 'unreachable' || undefined, 'the expired certificate');
    await serve(other!);
    await until(async () => (await ready()).body.database === 'ok' || undefined, 'the renewed certificate');
    await works();
    assert.deepEqual(pluck(await ways(), 'ssl'), [true]);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
