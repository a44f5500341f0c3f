import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../test/harness.ts';
import { openDatabase } from './db.ts';
import { isDatabaseOut } from './errors.ts';

/** Starts a proxy before PostgreSQL that can drop traffic, like a network that is gone. */
async function startProxy(target: string): Promise<{ url: string; hold(): void; connections(): number; stop(): void }> {
  const { host, port } = new pg.Client({ connectionString: target });
  let holding = false;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    connections += 1;
    // A connection that was cut stays cut. Others get through.
    let cut = false;
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (chunk) => {
        cut ||= holding;
        holding = false;
        if (!cut) to.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    hold() {
      holding = true;
    },
    connections: () => connections,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a statement on a connection that has gone silent fails as a lost connection, and the next one gets another', async () => {
  const { url, drop } = await createTestDatabase();
  const proxy = await startProxy(url);
  const database = openDatabase({ url: proxy.url, silenceMs: 500 });
  try {
    await database.system.query('select 1');
    proxy.hold();
    await assert.rejects(database.system.query('select 1'), (error) => isDatabaseOut(error));
    assert.deepEqual(await database.system.query('select 2 as two'), [{ two: 2 }]);
    assert.equal(proxy.connections(), 2);
  } finally {
    await database.close();
    proxy.stop();
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

test('an error of a statement leads to whoever asked', async () => {
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
