import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { makeCertificate } from '../../../test/certificate.ts';
import { startDatabasePort, systemOf } from '../../../test/connections/systems.ts';
import { createTestDatabase } from '../../../test/databases.ts';
import { pluck } from '../../../test/pluck.ts';
import { startS3 } from '../../../test/s3-server.ts';
import type { RowsRequest, System } from '../model/driver.ts';
import { postgres } from './postgres.ts';
import { sourceText } from './postgres-text.ts';
import { s3 } from './s3.ts';

describe('s3', () => {
  let folder: string;
  let server: { close(): Promise<void> };
  let endpoint: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errand-s3-'));
    server = await startS3(folder, 'team-bucket');
    endpoint = process.env.AWS_ENDPOINT_URL!;
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const bucketOf = (more: object = {}) =>
    systemOf(
      { bucket: 'team-bucket', endpoint, prefix: 'in/', ...more },
      { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' },
    );

  test('lists, reads and writes below its prefix', async () => {
    const system = bucketOf();
    await s3.files!.write(system, 'a/one.txt', Buffer.from('one'), 'text/plain');
    await s3.deliveries!.put_object!.run(system, { path: '/two.json', content: '{"ö":1}' }, 'key');
    const listed = await Array.fromAsync(s3.files!.list(system, ''));
    assert.deepEqual(pluck(listed, 'path', 'size'), [
      ['a/one.txt', 3],
      ['two.json', 8],
    ]);
    assert.ok(listed.every(({ etag }) => /^[0-9a-f]{32}$/.test(etag)));
    const found = await s3.files!.read(system, 'a/one.txt');
    assert.deepEqual(
      [found!.size, found!.contentType, (await buffer(found!.stream)).toString()],
      [3, 'text/plain', 'one'],
    );
    assert.equal(await s3.files!.read(system, 'nothing'), undefined);
    assert.match(await s3.test(system), /can be listed\.$/);
  });

  test('a path that escapes, a bucket that is not there and a private endpoint are refused', async () => {
    for (const path of ['../x', 'a/../../x', '', '/', 'a/./b', 'a\u0000'])
      await assert.rejects(s3.files!.read(bucketOf(), path), /path/, path);
    await assert.rejects(s3.test(bucketOf({ bucket: 'no-such-bucket' })), /Bucket not found/);
    await assert.rejects(s3.test(bucketOf({ endpoint: 'http://10.0.0.1' })), /public internet/);
    // The default endpoint is Amazon, whatever AWS_ENDPOINT_URL of this server says. No test connects there.
  });
});

describe('postgres', () => {
  let drop: () => Promise<void>;
  let admin: pg.Client;
  let port: Awaited<ReturnType<typeof startDatabasePort>>;
  before(async () => {
    const made = await createTestDatabase();
    drop = made.drop;
    port = await startDatabasePort(made.url);
    admin = new pg.Client({ connectionString: made.url });
    await admin.connect();
    await admin.query(
      `create table "Orders" (id int8, total numeric, paid bool, at timestamptz, note text, data jsonb)`,
    );
    await admin.query(`insert into "Orders" select n, n / 3.0, n % 2 = 0, '2026-01-01T00:00:00Z', 'note ' || n, '{"a": 1}'
      from generate_series(1, 2500) n`);
  });
  after(async () => {
    port.close();
    await admin.end();
    await drop();
  });
  const configOf = (more: object = {}) => ({ ...port.config, ...more });
  const database = (more: object = {}) => systemOf(configOf(more), port.auth);
  async function read(request: RowsRequest, system: System = database()) {
    const batches = await Array.fromAsync(postgres.rows!(system, request));
    return { batches, columns: batches[0]!.columns, rows: batches.flatMap(({ rows }) => rows) };
  }

  test('a table comes in batches, with types and exact values', async () => {
    assert.match(await postgres.test(database()), /^Signed in as .* on PostgreSQL \d+/);
    const { batches, columns, rows } = await read({ source: 'Orders' });
    assert.equal(rows.length, 2500);
    assert.ok(batches.length >= 3);
    assert.deepEqual(
      columns.map(({ name, type }) => `${name} ${type}`),
      ['id integer', 'total number', 'paid boolean', 'at timestamptz', 'note text', 'data json'],
    );
    assert.deepEqual(rows[0]!.slice(0, 3), ['1', '0.33333333333333333333', 'f']);
    const empty = await read({ source: 'Orders', filters: [{ column: 'id', op: '<', value: 0 }] });
    assert.deepEqual([empty.rows, empty.columns.length], [[], 6], 'the columns of no rows are known');
  });

  test('columns, filters and limits are the work of the database', async () => {
    const { rows, columns } = await read({
      source: 'select * from "Orders" where id > 10 -- a comment',
      columns: ['id', 'note'],
      filters: [
        { column: 'id', op: '<=', value: 12 },
        { column: 'note', op: '<>', value: "note '11" },
        { column: 'paid', op: '=', value: true },
      ],
      rowsMax: 5,
    });
    assert.deepEqual([columns.length, rows], [2, [['12', 'note 12']]]);
  });

  test('a query that writes, or is two, is refused by the database', async () => {
    const tries = [
      `with gone as (delete from "Orders" returning id) select * from gone`,
      'select 1; delete from "Orders"',
      'select 1); delete from "Orders"; select (1',
      `select set_config('transaction_read_only', 'off', false) union all select count(*)::text from (insert into "Orders" (id) values (1) returning id) x`,
      'delete from "Orders"',
      'drop table "Orders"',
      'table "Orders"; commit; drop table "Orders"',
    ];
    for (const source of tries) await assert.rejects(read({ source }), /refused|only read|begins with/, source);
    const { rows } = await admin.query('select count(*)::int as count from "Orders"');
    assert.equal(rows[0].count, 2500);
  });

  test('a query that takes too long, wrong credentials and a private host end with a sentence', async () => {
    const slow = database({ statement_timeout_seconds: 1 });
    await assert.rejects(read({ source: 'select pg_sleep(60)' }, slow), /exceeded the time limit of the connection/);
    await assert.rejects(postgres.test(systemOf(configOf({ host: '10.0.0.1' }), port.auth)), /public internet/);
    await assert.rejects(
      postgres.test(systemOf(configOf({ database: 'no_such_database' }), port.auth)),
      /no_such_database/,
    );
    await assert.rejects(
      postgres.test(systemOf(configOf({ ssl_mode: 'verify-full' }), port.auth)),
      /does not offer TLS/,
    );
  });

  test('TLS is verified: by the authority and by the name', async (t) => {
    const certificate = makeCertificate('localhost');
    if (certificate === undefined) return t.skip('openssl is not installed');
    const server = startTls(certificate, port.port, port.host);
    t.after(() => server.close());
    const at = { host: 'localhost', port: await server.port };
    const tls = (more: object) => systemOf(configOf({ ...at, ...more }), port.auth);
    assert.match(await postgres.test(tls({ ssl_mode: 'verify-full', ssl_ca: certificate.cert })), /Signed in/);
    await assert.rejects(postgres.test(tls({ ssl_mode: 'verify-full' })), /certificate/);
    assert.match(await postgres.test(tls({ ssl_mode: 'require' })), /Signed in/);
    const byAddress = { host: '127.0.0.1', ssl_ca: certificate.cert };
    await assert.rejects(postgres.test(tls({ ssl_mode: 'verify-full', ...byAddress })), /certificate/);
    assert.match(await postgres.test(tls({ ssl_mode: 'verify-ca', ...byAddress })), /Signed in/);
  });

  test('an aborted read ends at once and leaves no session', async () => {
    const stop = new AbortController();
    const system = { ...database(), signal: stop.signal };
    const rows = postgres.rows!(system, { source: 'select n from generate_series(1, 1000000) n' })[
      Symbol.asyncIterator
    ]();
    await rows.next();
    stop.abort();
    await assert.rejects(async () => {
      for (;;) if ((await rows.next()).done) throw new Error('ended');
    });
  });
});

test('a source is a table, or one query', () => {
  assert.equal(sourceText('orders'), 'orders');
  assert.equal(sourceText('Sales.Orders'), '"Sales"."Orders"');
  assert.equal(sourceText('"odd ""name"""'), '"odd ""name"""');
  assert.equal(sourceText(' select 1; '), '(select 1\n)');
  for (const source of ['', 'a.b.c.d', 'insert into x', 'a b', 'orders; drop table orders'])
    assert.throws(() => sourceText(source), source);
});

/** Puts TLS in front of PostgreSQL: accepts the request for it and forwards everything else. */
function startTls({ key, cert }: { key: string; cert: string }, port: number, host: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, key, cert });
      const behind = connect(port, host);
      for (const one of [secured, behind]) {
        one.on('error', () => {
          secured.destroy();
          behind.destroy();
        });
      }
      secured.pipe(behind).pipe(secured);
    });
  });
  const listening = new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  return { port: listening, close: () => server.close() };
}
