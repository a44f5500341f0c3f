import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kappaOf } from './kappa.ts';

const times = (count: number, pair: [string, string]): [string, string][] => Array.from({ length: count }, () => pair);

test("kappa is that of Cohen's table, with an interval around it", () => {
  // 50 cases: 20 times both yes, 15 times both no, 5 and 10 times different. Chance is 0.5 × 0.6 + 0.5 × 0.4 = 0.5.
  const kappa = kappaOf([
    ...times(20, ['yes', 'yes']),
    ...times(5, ['yes', 'no']),
    ...times(10, ['no', 'yes']),
    ...times(15, ['no', 'no']),
  ]);
  assert.ok(Math.abs(kappa.value! - 0.4) < 1e-9, String(kappa.value));
  assert.ok(kappa.low! < 0.2 && kappa.high! > 0.55 && kappa.n === 50, JSON.stringify(kappa));
});

test('a few equal answers are no proof: the interval stays wide', () => {
  const { value, low, high } = kappaOf([...times(2, ['yes', 'yes']), ...times(1, ['no', 'no'])]);
  assert.deepEqual([value, high], [1, 1]);
  assert.ok(low! < 0.2, String(low));
});

test('without jobs, or with one answer only, kappa is not defined', () => {
  assert.deepEqual(kappaOf([]), { value: null, low: null, high: null, n: 0 });
  assert.deepEqual(kappaOf(times(9, ['yes', 'yes'])), { value: null, low: null, high: null, n: 9 });
});
