import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShares } from './shares.ts';

const SHARE = 0.4;

function start() {
  let ms = 0;
  const shares = createShares({ now: () => ms });
  return {
    ...shares,
    pass(by: number) {
      ms += by;
    },
  };
}

test('whoever is alone uses all of the thread', () => {
  const { ask, charge, pass } = start();
  for (let second = 0; second < 100; second += 1) {
    assert.equal(ask('greedy', SHARE), 0);
    charge('greedy', SHARE, 1_000);
    pass(1_000);
  }
});

test('beside a neighbour, a greedy one waits until its share has paid for it, and the neighbour never', () => {
  const { ask, charge, pass } = start();
  let served = 0;
  let refused = 0;
  for (let moment = 0; moment < 60_000; moment += 100) {
    assert.equal(ask('modest', SHARE), 0);
    charge('modest', SHARE, 2);
    if (ask('greedy', SHARE) === 0) {
      charge('greedy', SHARE, 100);
      served += 100;
    } else refused += 1;
    pass(100);
  }
  assert.ok(refused > 0);
  assert.ok(served < 60_000 * (SHARE + 0.05), `${served} ms of a minute`);
});

test('a source that was alone for an hour waits for seconds when somebody comes', () => {
  const { ask, charge, pass } = start();
  for (let second = 0; second < 3_600; second += 1) {
    ask('greedy', SHARE);
    charge('greedy', SHARE, 1_000);
    pass(1_000);
  }
  ask('modest', SHARE);
  const wait = ask('greedy', SHARE);
  assert.ok(wait >= 1 && wait <= 5, `${wait} s`);
  pass(wait * 1_000);
  ask('modest', SHARE);
  assert.equal(ask('greedy', SHARE), 0);
});
