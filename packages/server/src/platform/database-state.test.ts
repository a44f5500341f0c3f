import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../test/databases.ts';
import { until } from '../../test/until.ts';
import { openDatabase } from './db.ts';
import { isDatabaseOut } from './errors.ts';
import { persistently } from './persist.ts';

const { url, drop } = await createTestDatabase();
const database = openDatabase({ url });
const admin = new pg.Client({ connectionString: url });
await admin.connect();
await admin.query('create table kept (n int)');
database.state.start();
await until(async () => database.state.current().writable, 'the database takes writes');
after(async () => {
  await admin.end();
  await database.close();
  await drop();
});

const cause = (): string | undefined => {
  const view = database.state.current();
  return view.writable ? undefined : view.cause;
};

/** Also affects existing connections, as in a failover. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await admin.query('begin read write');
  const name = new URL(url).pathname.slice(1);
  await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
  await admin.query('commit');
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

test('a read-only database is an outage with its cause, and a write that waits for its end is done once', async () => {
  await setReadOnly('on');
  await until(async () => cause() === 'read_only', 'the state has changed');
  await assert.rejects(database.system.run('insert into kept values (1)'), (error) => isDatabaseOut(error));
  const written = persistently(() => database.system.run('insert into kept values (2)'));
  const back = database.state.whenWritable(60_000);
  assert.equal(await database.state.whenWritable(1), false);
  await setReadOnly('off');
  assert.equal(await back, true);
  assert.equal(await written, 1);
  assert.deepEqual(await database.system.query('select n from kept'), [{ n: 2 }]);
  assert.equal(database.state.current().writable, true);
});

test('a lock that holds up writes is an outage, and over when the lock is', async () => {
  await admin.query('begin');
  await admin.query('lock table write_probes in exclusive mode');
  await until(async () => cause() === 'locked', 'the state has changed');
  await admin.query('commit');
  await until(async () => database.state.current().writable, 'the database takes writes');
});

test('one lost connection is no outage once another write went through', async () => {
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  database.state.noteFailure(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
  await until(async () => database.state.current().writable, 'the database takes writes');
  assert.equal(await database.state.whenWritable(0), true);
});

test('a database that cannot be reached is an outage from the first probe on', async () => {
  const lost = openDatabase({ url: 'postgres://errand@127.0.0.1:1/none' });
  const seen: string[] = [];
  lost.state.onChange((view) => seen.push(view.writable ? 'writable' : view.cause));
  lost.state.start();
  await until(async () => seen.length > 0, 'the state has changed');
  assert.deepEqual(seen, ['unreachable']);
  await lost.close();
});
