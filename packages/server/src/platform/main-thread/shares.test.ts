import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShares } from './shares.ts';

const SHARE = 0.4;

function start({ isBusy = true } = {}) {
  let ms = 0;
  const shares = createShares({ now: () => ms, isBusy: () => isBusy });
  const payer = (key: string) => ({ kind: 'organization', key, share: SHARE }) as const;
  return {
    totals: shares.totals,
    ask: (key: string) => shares.ask(payer(key)),
    charge: (key: string, spentMs: number) => shares.charge(payer(key), spentMs),
    pass(by: number) {
      ms += by;
    },
  };
}

test('an organization that is alone may use all of the thread', () => {
  const { ask, charge, pass } = start();
  for (let second = 0; second < 100; second += 1) {
    assert.equal(ask('greedy'), 0);
    charge('greedy', 1_000);
    pass(1_000);
  }
});

test('beside a neighbour, a greedy one waits until its share has paid for it, and the neighbour never', () => {
  const { ask, charge, pass } = start();
  let served = 0;
  let refused = 0;
  for (let moment = 0; moment < 60_000; moment += 100) {
    assert.equal(ask('modest'), 0);
    charge('modest', 2);
    if (ask('greedy') === 0) {
      charge('greedy', 100);
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
    ask('greedy');
    charge('greedy', 1_000);
    pass(1_000);
  }
  ask('modest');
  const wait = ask('greedy');
  assert.ok(wait >= 1 && wait <= 5, `${wait} s`);
  pass(wait * 1_000);
  ask('modest');
  assert.equal(ask('greedy'), 0);
});

test('a greedy one is not refused while the thread has time for everybody', () => {
  const { ask, charge, pass } = start({ isBusy: false });
  for (let second = 0; second < 60; second += 1) {
    assert.equal(ask('modest'), 0);
    assert.equal(ask('greedy'), 0);
    charge('greedy', 600);
    pass(1_000);
  }
});

test('two that take half of the thread each are never refused', () => {
  const shares = createShares({ now: () => ms, isBusy: () => true });
  let ms = 0;
  for (; ms < 60_000; ms += 10) {
    const payer = { kind: 'organization', key: ms % 20 === 0 ? 'one' : 'two', share: 0.5 } as const;
    assert.equal(shares.ask(payer), 0);
    shares.charge(payer, 10);
  }
});

test('the time that was spent and the refusals are counted by who pays', () => {
  const { ask, charge, totals } = start();
  charge('greedy', 3_000);
  ask('modest');
  assert.ok(ask('greedy') > 0);
  assert.deepEqual(totals, {
    organization: { spentMs: 3_000, refused: 1 },
    background: { spentMs: 0, refused: 0 },
    source: { spentMs: 0, refused: 0 },
  });
});

test('a flood from ten thousand addresses frees nobody of what they owe but the addresses that came first', () => {
  let ms = 0;
  const shares = createShares({ now: () => ms, isBusy: () => true });
  const payer = (kind: 'organization' | 'source', key: string) => ({ kind, key, share: SHARE }) as const;
  const [greedy, guesser, modest] = [
    payer('organization', 'greedy'),
    payer('source', 'guesser'),
    payer('organization', 'modest'),
  ];
  shares.charge(greedy, 3_000);
  for (let n = 0; n < 9_998; n += 1) shares.charge(payer('source', `from ${n}`), 3_000);
  ms += 1;
  shares.charge(guesser, 3_000);
  for (let n = 0; n < 500; n += 1) shares.charge(payer('source', `from there ${n}`), 3_000);
  for (const one of [greedy, guesser]) {
    shares.ask(modest);
    assert.ok(shares.ask(one) > 0, one.key);
  }
  assert.equal(shares.ask(payer('source', 'from 0')), 0);
});
