import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabaseDoor } from '../../test/database-door.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { openDatabase } from './db.ts';
import { isDatabaseOut } from './errors.ts';

test('a statement on a connection that has gone silent fails as a lost connection, and the next one gets another', async () => {
  const { url, drop } = await createTestDatabase();
  let isHolding = false;
  let connections = 0;
  const door = await openDatabaseDoor(url, () => {
    connections += 1;
    // A connection that was cut stays cut. Others get through.
    let isCut = false;
    return (chunk, to) => {
      isCut ||= isHolding;
      isHolding = false;
      if (!isCut) to.write(chunk);
    };
  });
  const database = openDatabase({ url: door.url, silenceMs: 500 });
  try {
    await database.system.query('select 1');
    isHolding = true;
    await assert.rejects(database.system.query('select 1'), (error) => isDatabaseOut(error));
    assert.deepEqual(await database.system.query('select 2 as two'), [{ two: 2 }]);
    assert.equal(connections, 2);
  } finally {
    await database.close();
    await door.shut();
    await drop();
  }
});

test('a connection that nobody uses may be silent, and a statement that fails does not cost it', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, silenceMs: 500 });
  const findPid = 'select pg_backend_pid() as pid';
  try {
    const [first] = await database.system.query<{ pid: number }>(findPid);
    await assert.rejects(database.system.query('select 1 / 0'), /division by zero/);
    // Uses another pool. When its statement is given up, the first connection has been silent for as long.
    await assert.rejects(database.queue.query('select pg_sleep(30)'), /does not respond/);
    assert.deepEqual(await database.system.query(findPid), [first]);
    // The connection is still watched after a silence that did not matter.
    await assert.rejects(database.system.query('select pg_sleep(30)'), /does not respond/);
  } finally {
    await database.close();
    await drop();
  }
});

test('a transaction that is given up leaves nothing behind and keeps its connection', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, systemConnectionsMax: 1 });
  const findPid = 'select pg_backend_pid() as pid';
  try {
    await database.system.run('create table kept (n int)');
    const [first] = await database.system.query<{ pid: number }>(findPid);
    const givenUp = database.system.tx(async (tx) => {
      await tx.run('insert into kept values (1)');
      throw new Error('thought better of it');
    });
    await assert.rejects(givenUp, /thought better/);
    assert.deepEqual(await database.system.query('select n from kept'), []);
    assert.deepEqual(await database.system.query(findPid), [first]);
  } finally {
    await database.close();
    await drop();
  }
});

test('a table that has changed under a prepared statement costs one statement and not the connection for good', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, systemConnectionsMax: 1 });
  const other = openDatabase({ url });
  try {
    await other.system.run('create table changing (n int)');
    const look = () => database.system.query('select * from changing');
    // Statements are prepared once a connection is known to be direct.
    assert.deepEqual(await look(), []);
    assert.deepEqual(await look(), []);
    await other.system.run('alter table changing add column more text');
    await assert.rejects(look(), /cached plan/);
    assert.deepEqual(await look(), []);
  } finally {
    await database.close();
    await other.close();
    await drop();
  }
});

test("the stack of a statement's error leads to its caller", async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url });
  async function askedHere(): Promise<void> {
    await database.system.run('select nothing');
  }
  try {
    await assert.rejects(askedHere(), (error: Error) => /askedHere/.test(error.stack!));
  } finally {
    await database.close();
    await drop();
  }
});
