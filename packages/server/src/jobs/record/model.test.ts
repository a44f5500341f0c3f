import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amount,
  finalStatuses,
  isFinal,
  jobStatus,
  postponeSeconds,
  retryDelaySeconds,
  roundCost,
  statusNames,
} from './model.ts';

test('a job is final in success, failure, cancelled and cached, and in no other state', () => {
  for (const [name, code] of Object.entries(jobStatus)) {
    assert.equal(statusNames[code], name);
    assert.equal(isFinal(code), (finalStatuses as readonly number[]).includes(code), name);
  }
  assert.equal(finalStatuses.length, 4);
});

const amounts: [given: number | undefined, wanted: number][] = [
  [undefined, 0],
  [0, 0],
  [-1, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 0],
  [1_000_001, 0],
  [1_000_000, 1_000_000],
  [0.1 + 0.2, 0.3],
  [0.000000004, 0],
  [0.000000006, 0.00000001],
];
for (const [given, wanted] of amounts) {
  test(`an engine that says ${given} has cost ${wanted}`, () => assert.equal(amount(given), wanted));
}

test('rounded costs add up as they are stored, eight decimals', () => {
  const sum = Array.from({ length: 10 }, () => 0.1).reduce((all, one) => roundCost(all + one), 0);
  assert.equal(sum, 1);
});

test('attempts come about 2 and about 10 seconds later, spread by a fifth', () => {
  assert.deepEqual(
    [0, 1].map((random) => retryDelaySeconds(1, random)),
    [1.6, 2.4000000000000004],
  );
  assert.deepEqual(
    [0, 1].map((random) => Math.round(retryDelaySeconds(2, random))),
    [8, 12],
  );
});

test('a job that waits for something comes back within a second and six and a half minutes', () => {
  assert.equal(postponeSeconds(0, 0), 1);
  assert.equal(postponeSeconds(100_000, 0), 300);
  assert.equal(postponeSeconds(100_000, 1), 390);
});
