import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pluck } from '../../test/pluck.ts';
import { createBatcher } from './batcher.ts';

/** Creates a batcher whose flushes end when the test decides. */
function createHeld(options: { itemsMax?: number } = {}) {
  const flushes: { items: number[]; end(results?: number[]): void; fail(error: Error): void }[] = [];
  const batcher = createBatcher<number, number>({
    itemsMax: options.itemsMax ?? 100,
    flush: (items) =>
      new Promise((resolve, reject) => {
        flushes.push({ items, end: (results = items.map((item) => -item)) => resolve(results), fail: reject });
      }),
  });
  const addMany = (count: number): Promise<number>[] => Array.from({ length: count }, (_, index) => batcher.add(index));
  return { batcher, flushes, addMany };
}

test('a lone item goes at once; what comes together travels together, and each caller gets its own answer', async () => {
  const { flushes, addMany } = createHeld();
  const answers = addMany(3);
  await turn();
  assert.deepEqual(pluck(flushes, 'items'), [[0, 1, 2]]);
  flushes[0]!.end();
  assert.deepEqual(await Promise.all(answers), [-0, -1, -2]);
});

test('items that arrive during a large flush join the next one, which begins before anyone is answered', async () => {
  const { flushes, addMany } = createHeld();
  const first = addMany(20);
  await turn();
  addMany(12);
  await turn();
  assert.equal(flushes.length, 1);
  let flushesAtAnswer = 0;
  void first[0]!.then(() => {
    flushesAtAnswer = flushes.length;
  });
  flushes[0]!.end();
  await Promise.all(first);
  assert.equal(flushesAtAnswer, 2);
});

test('callers that ask again as soon as they are answered come to be halved: one half waits while the other is served', async () => {
  const { flushes, addMany } = createHeld();
  addMany(14);
  await turn();
  addMany(50);
  await turn();
  for (let round = 0; round < 4; round += 1) {
    const { items, end } = flushes[round]!;
    end();
    await turn();
    addMany(items.length);
    await turn();
  }
  assert.deepEqual(
    flushes.map(({ items }) => items.length),
    [14, 32, 32, 32, 32],
  );
});

test('one item that is refused fails alone', async () => {
  const { flushes, addMany } = createHeld();
  const answers = addMany(2).map((answer) => answer.catch((error: Error) => error.message));
  await turn();
  flushes[0]!.fail(new Error('refused'));
  await turn();
  flushes[1]!.end();
  await turn();
  flushes[2]!.fail(new Error('refused'));
  assert.deepEqual(await Promise.all(answers), [-0, 'refused']);
});
