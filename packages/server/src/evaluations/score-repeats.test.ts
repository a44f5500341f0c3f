import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RepeatedCase, scoreRepeats } from './score-repeats.ts';

const one = (...said: string[]): RepeatedCase => ({
  expected: { answer: 'a' },
  weight: 1,
  answers: said.map((answer) => ({ answer, aside: Math.random() })),
});

test('each repeat has its accuracy; cases whose answers differ are counted, whatever stands beside what is scored', () => {
  const { accuracies, single, unsteady } = scoreRepeats([one('a', 'a'), one('a', 'b'), one('b', 'b')], 2);
  assert.deepEqual(accuracies, [2 / 3, 1 / 3]);
  assert.equal(single.value, 0.5);
  assert.equal(unsteady, 1);
});

test('an answer that is missing is wrong, and another answer than one that is there', () => {
  const { accuracies, unsteady } = scoreRepeats([{ ...one('a'), answers: [{ answer: 'a' }, null] }], 2);
  assert.deepEqual([accuracies, unsteady], [[1, 0], 1]);
});

test('repeating a steady model tells no more than asking it once', () => {
  const cases = (repeats: number) =>
    Array.from({ length: 20 }, (_, n) => one(...Array.from({ length: repeats }, () => (n < 15 ? 'a' : 'b'))));
  const [once, often] = [scoreRepeats(cases(1), 1), scoreRepeats(cases(10), 10)];
  assert.ok(Math.abs(once.single.low - often.single.low) < 0.02);
  assert.ok(Math.abs(once.single.high - often.single.high) < 0.02);
});

// The interval is right if it holds the true accuracy in 95 of 100 runs: here of cases that are of different difficulty.
test('the interval holds the true accuracy of one answer about as often as it says', () => {
  let state = 7;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const [runs, cases, repeats] = [600, 40, 5];
  let held = 0;
  for (let run = 0; run < runs; run += 1) {
    // A case's chance to be right is even between 0.4 and 1: 0.7 over all.
    const drawn = Array.from({ length: cases }, () => {
      const chance = 0.4 + 0.6 * random();
      return one(...Array.from({ length: repeats }, () => (random() < chance ? 'a' : 'b')));
    });
    const { low, high } = scoreRepeats(drawn, repeats).single;
    if (low <= 0.7 && 0.7 <= high) held += 1;
  }
  const share = held / runs;
  assert.ok(share > 0.92 && share < 0.99, `${share}`);
});
