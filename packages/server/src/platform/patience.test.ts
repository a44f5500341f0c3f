import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../test/databases.ts';
import { openDatabase } from './db.ts';

const { url, drop } = await createTestDatabase();
const database = openDatabase({ url });
const admin = new pg.Client({ connectionString: url });
await admin.connect();
await admin.query('create table kept (n int); grant select, insert on kept to errand_tenant');
after(async () => {
  await admin.end();
  await database.close();
  await drop();
});

const ORG = '00000000-0000-7000-8000-000000000000';

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await admin.query(
    `begin read write; alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${value}; commit`,
  );
  await admin.query(
    // Not during a statement, because then nobody could tell whether it was carried out.
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'active'`,
  );
}

test('a write that a read-only server refused is carried out once it takes writes', async () => {
  await setReadOnly('on');
  const written = database.tenant(ORG).run('insert into kept values (1)');
  // It is refused at least once before.
  await assert.rejects(database.system.run('insert into kept values (2)'));
  await setReadOnly('off');
  assert.equal(await written, 1);
  assert.deepEqual((await admin.query('select n from kept')).rows, [{ n: 1 }]);
});

test('statements and transactions that were not sent are sent on the next connection', async () => {
  const address = new URL(url);
  const socket = `${address.searchParams.get('host') ?? ''}`;
  const target =
    socket === ''
      ? { host: address.hostname, port: Number(address.port) }
      : { path: `${socket}/.s.PGSQL.${address.port}` };
  const { port, close } = await reservePort();
  await close();
  const indirect = new URL(url);
  indirect.searchParams.delete('host');
  indirect.host = `127.0.0.1:${port}`;
  const lost = openDatabase({ url: indirect.href });
  const read = lost.tenant(ORG).query<{ one: number }>('select 1 as one');
  const together = lost.tenant(ORG).tx((tx) => tx.query<{ one: number }>('select 1 as one'));
  await assert.rejects(lost.system.query('select 1'), { code: 'ECONNREFUSED' });
  const proxy = createServer((client) => {
    const server = connect(target as never);
    client.pipe(server).pipe(client);
    for (const end of [client, server]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  assert.deepEqual(await read, [{ one: 1 }]);
  assert.deepEqual(await together, [{ one: 1 }]);
  await lost.close();
  proxy.close();
});

async function reservePort(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

test('a transaction whose connection was lost before its first answer is done on another one', async () => {
  const tenant = database.tenant(ORG);
  for (let times = 0; times < 5; times += 1) {
    await Promise.all([1, 2, 3].map(() => tenant.query('select 1')));
    // The pool does not know yet that its connections are dead.
    await admin.query(
      // Not during a statement, because then nobody could tell whether it was carried out.
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'active'`,
    );
    assert.equal(await tenant.tx((tx) => tx.run('insert into kept values (7)')), 1);
  }
  assert.equal((await admin.query('select from kept where n = 7')).rowCount, 5);
});

test('a transaction that has had an answer is not done twice', async () => {
  let runs = 0;
  const work = database.tenant(ORG).tx(async (tx) => {
    runs += 1;
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await admin.query('select pg_terminate_backend($1)', [row!.pid]);
    await tx.run('insert into kept values (8)');
  });
  await assert.rejects(work);
  assert.equal(runs, 1);
});

test('an error that is no outage is reported at once', async () => {
  await assert.rejects(database.tenant(ORG).query('select nothing from kept'), { code: '42703' });
});
