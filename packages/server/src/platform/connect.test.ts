import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DatabaseDoor, openDatabaseDoor } from '../../test/database-door.ts';
import { createTestDatabase } from '../../test/databases.ts';
import { until } from '../../test/until.ts';
import { connectClient } from './connect.ts';
import { openDatabase } from './db.ts';
import { isDatabaseOut } from './errors.ts';

// Uses two addresses of one real server, each through a proxy (door) that can be shut. `address` can make sessions
// read-only, like those of a standby.

let url: string;
let drop: () => Promise<void>;
let doors: [DatabaseDoor, DatabaseDoor];

before(async () => {
  ({ url, drop } = await createTestDatabase());
  doors = [await openDatabaseDoor(url), await openDatabaseDoor(url)];
});
after(async () => {
  for (const door of doors) await door.shut();
  await drop();
});

/** `readOnly` makes the sessions read-only. */
function address(options: { attributes?: string; readOnly?: boolean; password?: string } = {}): string {
  const target = new URL(url);
  target.search = '';
  const [one, two] = doors.map((door) => door.address);
  const user = options.password === undefined ? target.username : `${target.username}:${options.password}`;
  const query = new URLSearchParams({
    ...(options.attributes && { target_session_attrs: options.attributes }),
    ...(options.readOnly && { options: '-c default_transaction_read_only=on' }),
    sslmode: 'disable',
  });
  const password = options.password ?? target.password;
  const who = password ? `${target.username}:${password}` : user;
  return `postgres://${who}@${one},${two}${target.pathname}?${query}`;
}

test('a client takes the first host that answers', async () => {
  await doors[0].shut();
  const client = await connectClient({ connectionString: address() });
  assert.equal((await client.query('select 1 as one')).rows[0].one, 1);
  await client.end();
  await doors[0].open();
});

test('pools, notifications and the state of the database move to the other host when one is gone', async () => {
  const database = openDatabase({ url: address() });
  const heard: string[] = [];
  try {
    database.state.start();
    const stop = await database.listen('moved', (payload) => heard.push(payload));
    for (const gone of [0, 1] as const) {
      await doors[gone].shut();
      await until(
        async () => (await database.system.query('select 2 as two').catch(() => [])).length === 1,
        'an answer of the other host',
      );
      await until(async () => database.state.current().writable, 'the database takes writes');
      const before = heard.length;
      await until(async () => {
        await database.tenant('00000000-0000-7000-8000-000000000000').query(`select pg_notify('moved', 'on')`);
        return heard.length > before;
      }, 'a notification');
      await doors[gone].open();
    }
    await stop();
  } finally {
    await database.close();
  }
});

test('a session that takes no writes is not used, unless any will do; callers know it as an outage', async () => {
  const readOnly = address({ readOnly: true });
  await assert.rejects(connectClient({ connectionString: readOnly }), (error: Error) => {
    assert.match(error.message, /read-only/);
    return isDatabaseOut(error);
  });
  const database = openDatabase({ url: readOnly });
  await assert.rejects(database.system.query('select 1'), (error) => isDatabaseOut(error));
  await database.close();
  const any = await connectClient({ connectionString: address({ readOnly: true, attributes: 'any' }) });
  await any.end();
  const primary = await connectClient({ connectionString: address({ readOnly: true, attributes: 'primary' }) });
  await primary.end();
});

test('no host answers: the error is that of a lost connection', async () => {
  for (const door of doors) await door.shut();
  await assert.rejects(connectClient({ connectionString: address() }), (error) => isDatabaseOut(error));
  for (const door of doors) await door.open();
});
