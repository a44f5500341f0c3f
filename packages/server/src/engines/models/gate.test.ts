import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase } from '../../../test/harness.ts';
import type { ProviderFault } from './faults.ts';
import { createGate } from './gate.ts';
import { claimSlot, findGateState, insertProvider, noteFault, releaseSlot } from './gate-store.ts';
import type { Provider } from './settings.ts';

const created = await createTestDatabase();
const drop = created.drop;
const databaseUrl = created.url;
const database = openDatabase({ url: created.url });
after(async () => {
  await database.close();
  await drop();
});

async function provider(id: string, limits: Partial<Provider> = {}): Promise<Provider> {
  await insertProvider(database.system, id);
  return { id, protocol: 'openai-compatible', ...limits };
}
const claim = (one: Provider, lease: string) => claimSlot(database.system, one, lease);
const fault = (id: string, weight: number, retryAfterSeconds: number | null = null) =>
  noteFault(database.system, id, 'x', { weight, weightMax: 5, retryAfterSeconds });
const rewind = (id: string, column: string) =>
  database.system.run(`update model_providers set ${column} = clock_timestamp() - interval '1 s' where id = $1`, [id]);

test('many calls at once get no more slots than there are', async () => {
  const narrow = await provider('narrow', { concurrencyMax: 3 });
  const got = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(narrow, `lease-${index}`)));
  assert.equal(got.filter(Boolean).length, 3);
  await releaseSlot(database.system, 'narrow', `lease-${got.indexOf(true)}`);
  assert.equal(await claim(narrow, 'next'), true);
  assert.equal(await claim(narrow, 'one more'), false);
});

test('the slot of a process that died is free when its lease is over', async () => {
  const narrow = await provider('dead', { concurrencyMax: 1 });
  assert.equal(await claim(narrow, 'a'), true);
  assert.equal(await claim(narrow, 'b'), false);
  await database.system.run(`update model_providers set leases = '{"a": 1}' where id = 'dead'`);
  assert.equal(await claim(narrow, 'b'), true);
});

test('calls per minute are spread, with a burst of a few seconds', async () => {
  const slow = await provider('slow', { callsPerMinute: 30 });
  const got = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(slow, `lease-${index}`)));
  // One every two seconds; those of five seconds may come together.
  assert.equal(got.filter(Boolean).length, 3);
  assert.ok((await findGateState(database.system, 'slow')).dueMs > 0);
});

test('three failures of a provider that is not there close it, then one at a time tries', async () => {
  const one = await provider('down');
  assert.equal((await fault('down', 2)).outages, 0);
  assert.equal((await fault('down', 2)).outages, 0);
  const closed = await fault('down', 2);
  assert.equal(closed.outages, 1);
  assert.ok(closed.closedMs > 4_000);
  assert.equal((await fault('down', 2)).outages, 1, 'calls in progress do not count again');
  assert.equal(await claim(one, 'early'), false);
  await rewind('down', 'closed_until');
  assert.deepEqual(
    await Promise.all([claim(one, 'a'), claim(one, 'b'), claim(one, 'c')]).then((got) => got.filter(Boolean)),
    [true],
  );
  const again = await fault('down', 2);
  assert.equal(again.outages, 2);
  assert.ok(again.closedMs > 9_000, 'it is left alone for longer');
  await rewind('down', 'closed_until');
  assert.equal(await claim(one, 'd'), true);
  await releaseSlot(database.system, 'down', 'd');
  assert.deepEqual(await findGateState(database.system, 'down'), {
    faults: 0,
    outages: 0,
    closedMs: 0,
    probingMs: 0,
    dueMs: 0,
  });
});

test('Retry-After closes for everybody, and is no outage', async () => {
  const one = await provider('busy');
  const state = await fault('busy', 0, 30);
  assert.equal(state.outages, 0);
  assert.ok(state.closedMs > 29_000);
  assert.equal(await claim(one, 'a'), false);
});

test('an answer that refuses shows that the provider is back; its own Retry-After stays', async () => {
  const one = await provider('back');
  await fault('back', 5);
  await rewind('back', 'closed_until');
  assert.equal(await claim(one, 'a'), true);
  await releaseSlot(database.system, 'back', 'a');
  assert.equal((await findGateState(database.system, 'back')).outages, 0);
  await fault('back', 0, 30);
  await releaseSlot(database.system, 'back', 'b');
  assert.ok((await findGateState(database.system, 'back')).closedMs > 20_000);
});

test('the first caller of a process is served first, and one that gives up does not delay the others', async () => {
  const gate = createGate({ db: database.system, log: createLog('silent') });
  const narrow: Provider = { id: 'line', protocol: 'openai-compatible', concurrencyMax: 1 };
  const signal = new AbortController().signal;
  const served: string[] = [];
  const enter = async (name: string, until = signal): Promise<void> => {
    const pass = await gate.enter(narrow, until);
    served.push(name);
    await pass.succeed();
  };
  const first = await gate.enter(narrow, signal);
  const leaving = new AbortController();
  const waiting = [enter('a'), enter('b'), enter('c', leaving.signal), enter('d')];
  leaving.abort(new Error('cancelled'));
  await assert.rejects(waiting[2]!, /cancelled/);
  await first.succeed();
  await Promise.all([waiting[0], waiting[1], waiting[3]]);
  assert.deepEqual(served, ['a', 'b', 'd']);
});

test('a call during the probe of a provider that was down retries soon, not when the lease ends', async () => {
  const gate = createGate({ db: database.system, log: createLog('silent') });
  const one = await provider('tried');
  for (let times = 0; times < 3; times += 1) await fault('tried', 2);
  await rewind('tried', 'closed_until');
  const { signal } = new AbortController();
  const pass = await gate.enter(one, signal);
  await assert.rejects(gate.enter(one, signal), (error: ProviderFault) => {
    assert.ok(error.retryAfterMs! > 0 && error.retryAfterMs! <= 2_000, `after ${error.retryAfterMs} ms`);
    return true;
  });
  await pass.succeed();
  await (await gate.enter(one, signal)).succeed();
});

test('a database that is gone after the call does not cost the answer', async () => {
  const other = openDatabase({ url: databaseUrl });
  const gate = createGate({ db: other.system, log: createLog('silent') });
  const limited: Provider = { id: 'paid', protocol: 'openai-compatible', concurrencyMax: 2 };
  const [first, second] = [
    await gate.enter(limited, new AbortController().signal),
    await gate.enter(limited, new AbortController().signal),
  ];
  await other.close();
  await first.succeed();
  assert.equal(await second.fail('down', undefined), false);
});
