import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, until } from '../../test/harness.ts';
import { openDatabase } from './db.ts';
import { isDatabaseOut } from './errors.ts';

/** An address behind which a server freezes, and that leads to another one later: what was connected stays silent. */
async function startAddress(target: string): Promise<{ url: string; freeze(): void; move(): void; stop(): void }> {
  const { host, port } = new pg.Client({ connectionString: target });
  const sockets = new Set<Socket>();
  let server = { isFrozen: false };
  const listener = createServer((near) => {
    const own = server;
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (chunk) => {
        if (!own.isFrozen) to.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.search = '';
  url.host = `127.0.0.1:${(listener.address() as { port: number }).port}`;
  return {
    url: url.href,
    freeze() {
      server.isFrozen = true;
    },
    move() {
      server = { isFrozen: false };
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}

test('when another server takes over from a silent one, nothing waits for the connections of the silent one', async () => {
  const { url, drop } = await createTestDatabase();
  const address = await startAddress(url);
  // Only the end of the outage can end its statements: their own deadline is far away.
  const database = openDatabase({ url: address.url, silenceMs: 600_000 });
  const heard: string[] = [];
  const stop = await database.listen('moved', (payload) => void heard.push(payload));
  try {
    database.state.start();
    await Promise.all([1, 2, 3].map(() => database.system.query('select pg_sleep(0.1)')));
    await until(async () => database.state.commitWaitMs() !== undefined, 'the first probe');
    address.freeze();
    const inFlight = assert.rejects(database.system.query('select 1'), (error) => isDatabaseOut(error));
    await until(
      async () => {
        const view = database.state.current();
        return !view.writable && view.cause === 'unreachable';
      },
      'the outage to be noticed',
      60_000,
    );
    address.move();
    await until(async () => database.state.current().writable, 'the other server to be found', 60_000);
    await inFlight;
    // More than were idle: none of them may be one of the silent ones.
    const answers = await Promise.all(Array.from({ length: 6 }, () => database.system.query('select 1 as one')));
    assert.equal(answers.length, 6);
    await until(async () => {
      await database.system.query(`select pg_notify('moved', 'here')`);
      return heard.length > 0;
    }, 'a notification of the other server');
  } finally {
    await stop();
    await database.close();
    address.stop();
    await drop();
  }
});
