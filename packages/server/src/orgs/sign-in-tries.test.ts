import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openDatabase } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';
import { createTestDatabase } from '../../test/databases.ts';
import { countTry, forgetTries, removeOldTries } from './sign-in-tries.ts';

/** One for each simulated process. */

const made = await createTestDatabase();
const drop = made.drop;
const databases = [1, 2, 3].map(() => openDatabase({ url: made.url, systemConnectionsMax: 5 }));

after(async () => {
  for (const database of databases) await database.close();
  await drop();
});

beforeEach(() => databases[0]!.system.run('delete from sign_in_tries'));

/** Returns how many of these concurrent tries, over all processes, were allowed. */
async function countAllowed(tries: number, name: string, address: (index: number) => string): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: tries }, (_, index) => countTry(databases[index % 3]!.system, name, address(index))),
  );
  assert.ok(waits.every((seconds) => seconds >= 0 && seconds <= 900));
  return waits.filter((seconds) => seconds === 0).length;
}

test('many processes allow as many tries as one, however many come at once', async () => {
  assert.equal(await countAllowed(60, 'ada', () => '::1'), limits.signInTries);
  assert.equal(await countAllowed(1, 'eve', () => '::1'), 1, 'each name has its own');
});

test('tries from many addresses at one name are bounded too', async () => {
  assert.equal(
    await countAllowed(15 * limits.signInTries, 'ada', (index) => `2001:db8:${index}::1`),
    10 * limits.signInTries,
  );
});

test('the addresses of one IPv6 network count together', async () => {
  assert.equal(await countAllowed(60, 'ada', (index) => `2001:db8::${index}`), limits.signInTries);
});

test('refusals at one address do not lock the owner of the name out elsewhere', async () => {
  await countAllowed(15 * limits.signInTries, 'ada', () => '::1');
  assert.equal(await countAllowed(1, 'ada', () => '2001:db8::1'), 1);
});

test('an owner who has signed in at an address before gets in there, however many guess elsewhere', async () => {
  const { system } = databases[0]!;
  await forgetTries(system, 'ada', '192.0.2.7');
  await countAllowed(15 * limits.signInTries, 'ada', (index) => `2001:db8:${index}::1`);
  const wait = await countTry(system, 'ada', '192.0.2.8');
  assert.ok(wait > 0 && wait <= 30, 'and at another address they wait for seconds, not for minutes');
  assert.equal(await countAllowed(60, 'ada', () => '192.0.2.7'), limits.signInTries, 'not without a limit either');
});

test('a guesser waits twice as long after each further attempt', async () => {
  const { system } = databases[0]!;
  await countAllowed(60, 'ada', () => '::1');
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    const wait = await countTry(system, 'ada', '::1');
    assert.ok(wait > seconds - 20 && wait <= seconds, `${wait} of ${seconds}`);
    await system.run('update sign_in_tries set until = until - make_interval(secs => $1::int)', [wait]);
    assert.equal(await countTry(system, 'ada', '::1'), 0);
  }
});

test('no name can be given that counts as that of another', async () => {
  for (const name of ['ada\n::1', 'ada ::1', '["ada","::1"]', 'ada","::1']) await countAllowed(20, name, () => '::1');
  assert.equal(await countAllowed(60, 'ada', () => '::1'), limits.signInTries);
});

test('the right password, or the end of the time, begins anew', async () => {
  const { system } = databases[0]!;
  for (const end of [
    () => forgetTries(system, 'ada', '::1'),
    () => system.run(`update sign_in_tries set until = now()`),
  ]) {
    assert.equal(await countAllowed(60, 'ada', () => '::1'), limits.signInTries);
    await end();
    assert.equal(await countTry(system, 'ada', '::1'), 0);
    await forgetTries(system, 'ada', '::1');
    await system.run('delete from sign_in_tries');
  }
});

test('expired rows are removed, and hold neither name nor address', async () => {
  const { system } = databases[0]!;
  await countAllowed(8, 'somebody', (index) => `2001:db8:${index}::1`);
  const [found] = await system.query<{ text: string }>(`select string_agg(t::text, '') as text from sign_in_tries t`);
  assert.doesNotMatch(found!.text, /somebody|::/);
  await system.run(`update sign_in_tries set until = now() - interval '1 second'`);
  await Promise.all(databases.map((database) => removeOldTries(database.system)));
  assert.deepEqual(await system.query('select key from sign_in_tries'), []);
});
