import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabaseDoor } from '../../test/database-door.ts';
import { createTestDatabase, until } from '../../test/harness.ts';
import { openDatabase } from './db.ts';
import { isDatabaseOut } from './errors.ts';

test('when another server takes over from a silent one, nothing waits for the connections of the silent one', async () => {
  const { url, drop } = await createTestDatabase();
  // The server behind the address freezes, and the address leads to another one later: what was connected stays silent.
  let server = { isFrozen: false };
  const door = await openDatabaseDoor(url, () => {
    const own = server;
    return (chunk, to) => {
      if (!own.isFrozen) to.write(chunk);
    };
  });
  // Only the end of the outage can end its statements: their own deadline is far away.
  const database = openDatabase({ url: door.url, silenceMs: 600_000 });
  const heard: string[] = [];
  const stop = await database.listen('moved', (payload) => void heard.push(payload));
  try {
    database.state.start();
    await Promise.all([1, 2, 3].map(() => database.system.query('select pg_sleep(0.1)')));
    await until(async () => database.state.commitWaitMs() !== undefined, 'the first probe');
    server.isFrozen = true;
    const inFlight = assert.rejects(database.system.query('select 1'), (error) => isDatabaseOut(error));
    await until(
      async () => {
        const view = database.state.current();
        return !view.writable && view.cause === 'unreachable';
      },
      'the outage to be noticed',
      60_000,
    );
    server = { isFrozen: false };
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
    await door.shut();
    await drop();
  }
});
