import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { canTake, type Progress, runEach } from './run-each.ts';

const never = new AbortController().signal;

test('everything is worked on once, a few at a time, and failures stop nothing', async () => {
  const seen: number[] = [];
  const told: Progress[] = [];
  let running = 0;
  const end = await runEach(
    Array.from({ length: 20 }, (_, index) => index),
    { atOnce: 4, signal: never, onProgress: (progress) => told.push(progress) },
    async (item) => {
      running += 1;
      assert.ok(running <= 4);
      await nextTurn();
      running -= 1;
      seen.push(item);
      if (item % 10 === 3) throw new Error(`no ${item}`);
    },
  );
  assert.deepEqual(end, { done: 18, failed: 2, firstError: 'no 3' });
  assert.equal(new Set(seen).size, 20);
  assert.equal(told.length, 20);
  assert.deepEqual(told.at(-1), end);
});

test('after an abort nothing more begins; what was done stays counted', async () => {
  const controller = new AbortController();
  async function* endless() {
    for (let item = 0; ; item++) yield item;
  }
  const end = await runEach(
    endless(),
    { atOnce: 2, signal: controller.signal, onProgress: () => undefined },
    async (item) => {
      if (item === 4) controller.abort();
    },
  );
  assert.ok(end.done >= 5 && end.done <= 7, String(end.done));
});

test('a final job can be run again, any other can be cancelled', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((code) => [canTake('cancel', code), canTake('retry', code)]),
    [...Array(3).fill([true, false]), ...Array(4).fill([false, true])],
  );
});
