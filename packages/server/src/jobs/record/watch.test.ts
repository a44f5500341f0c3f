import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import type { Wakeups } from './wakeups.ts';
import { createWatcher } from './watch.ts';

function createWithWakeups() {
  let wake: (ids: string[]) => void = () => undefined;
  const wakeups = { on: (_topic: string, handler: typeof wake) => (wake = handler) } as unknown as Wakeups;
  const watcher = createWatcher({ database: {} as Database, wakeups, log: createLog('silent') });
  return { watcher, done: (ids: string[]) => wake(ids) };
}
const { signal } = new AbortController();

test('everybody who waits for a job is answered when it ends, and nobody else', async () => {
  const { watcher, done } = createWithWakeups();
  const [one, two, other] = ['a', 'a', 'b'].map((id) => watcher.untilFinal(id, signal, 60_000));
  done(['a', 'unknown']);
  await Promise.all([one, two]);
  assert.equal(await Promise.race([other, 'still waiting']), 'still waiting');
  done(['b']);
  await other;
  watcher.stop();
});

test('a caller who disconnects or times out stops waiting; others continue', async () => {
  const { watcher, done } = createWithWakeups();
  const leaving = new AbortController();
  const gone = watcher.untilFinal('a', leaving.signal, 60_000);
  const late = watcher.untilFinal('a', signal, 1);
  const patient = watcher.untilFinal('a', signal, 60_000);
  leaving.abort();
  await assert.rejects(gone);
  await assert.rejects(late);
  done(['a']);
  await patient;
  await assert.rejects(watcher.untilFinal('a', leaving.signal, 60_000), 'it was gone before it came');
  watcher.stop();
});
