import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createProcessorClock } from './processor-clock.ts';
import { createSlices } from './slices.ts';

function start() {
  let ms = 0;
  const clock = createProcessorClock({ now: () => ms, usedMs: () => ms, activeMs: () => ms });
  const { spend, resume } = createSlices(clock);
  const bill: Record<string, number> = {};
  const payer = (name: string) => (spent: number) => {
    bill[name] = (bill[name] ?? 0) + spent;
  };
  const [ada, ben, cy] = [payer('ada'), payer('ben'), payer('cy')];
  const work = (by: number): void => {
    ms += by;
  };
  return { spend, resume, bill, ada, ben, cy, work };
}

test('a slice is charged once, whatever it calls', () => {
  const { spend, bill, ada, ben, work } = start();
  const result = spend(ada, () => {
    work(2);
    return spend(ben, () => {
      work(3);
      return 'done';
    });
  });
  assert.equal(result, 'done');
  assert.deepEqual(bill, { ada: 5 });
});

test('a slice that fails is charged', () => {
  const { spend, bill, ada, work } = start();
  const fail = (): never => {
    work(4);
    throw new Error('no');
  };
  assert.throws(() => spend(ada, fail), /no/);
  spend(ada, () => work(1));
  assert.deepEqual(bill, { ada: 5 });
});

test('what goes on is charged until it waits again, and not for what others do meanwhile', async () => {
  const { spend, resume, bill, ada, ben, work } = start();
  resume(ada);
  work(5);
  spend(ben, () => work(2));
  await nextTurn();
  work(100);
  resume(ben);
  work(3);
  await nextTurn();
  assert.deepEqual(bill, { ada: 5, ben: 5 });
});

test('requests that one answer wakes share the time that follows, and nobody pays for what came before them', async () => {
  const { resume, bill, ada, ben, cy, work } = start();
  resume(ada);
  work(6);
  resume(ben);
  resume(ben);
  work(4);
  resume(cy);
  work(3);
  await nextTurn();
  assert.deepEqual(bill, { ada: 6 + 2 + 1, ben: 2 + 1, cy: 1 });
  resume(cy);
  work(7);
  await nextTurn();
  assert.equal(bill.cy, 8);
});
