import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPeriodic } from './periodic.ts';

test('work repeats one at a time, failures are logged, and a stop waits for the current one', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const warned: string[] = [];
  const periodic = createPeriodic({ warn: (_: unknown, text: string) => warned.push(text) } as never, 'area');
  const ends: ((error?: Error) => void)[] = [];
  const work = () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  periodic.every(100, 'look', work, { atOnce: true });
  t.mock.timers.tick(250);
  assert.equal(ends.length, 1, 'the first is still under way');
  ends[0]!(new Error('no'));
  await new Promise(setImmediate);
  assert.deepEqual(warned, ['look failed']);
  t.mock.timers.tick(100);
  assert.equal(ends.length, 2);
  let stopped = false;
  const stop = periodic.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  assert.equal(stopped, false);
  ends[1]!();
  await stop;
  t.mock.timers.tick(1_000);
  assert.equal(ends.length, 2);
});
