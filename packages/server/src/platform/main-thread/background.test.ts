import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { during, noteResumed } from '../activity.ts';
import { limits, setLimits } from '../limits.ts';
import { createBackground } from './background.ts';
import { createShares } from './shares.ts';

setLimits({ ...limits, orgShare: 50 });

function start({ isBusy = true } = {}) {
  let ms = 0;
  const shares = createShares({ now: () => ms, isBusy: () => isBusy });
  const charge = (owner: string, spentMs: number) =>
    shares.charge({ kind: 'background', key: `background of ${owner}`, owner, share: 0.5 }, spentMs);
  const pass = (by: number): void => {
    ms += by;
  };
  return { shares, charge, ...createBackground(shares), pass };
}

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('an organization whose jobs used up its share waits until it is paid back, and its requests are answered', () => {
  const { shares, charge, mustWait, pass } = start();
  charge('modest', 10);
  charge('greedy', 3_000);
  assert.equal(mustWait('greedy'), true);
  assert.equal(mustWait('modest'), false);
  const request = (key: string) => shares.ask({ kind: 'organization', key, share: 0.5 });
  request('modest');
  assert.equal(request('greedy'), 0);
  for (let second = 0; second < 4; second += 1) {
    pass(1_000);
    charge('modest', 10);
  }
  assert.equal(mustWait('greedy'), false);
});

test('nobody waits alone, for their own requests, or while the thread has time', () => {
  const alone = start();
  alone.charge('greedy', 3_000);
  alone.shares.charge({ kind: 'organization', key: 'greedy', share: 0.5 }, 10);
  assert.equal(alone.mustWait('greedy'), false);
  const idle = start({ isBusy: false });
  idle.charge('modest', 10);
  idle.charge('greedy', 3_000);
  assert.equal(idle.mustWait('greedy'), false);
});

test('requests of others are work of others', () => {
  const { shares, charge, mustWait } = start();
  shares.charge({ kind: 'organization', key: 'modest', share: 0.5 }, 10);
  charge('greedy', 3_000);
  assert.equal(mustWait('greedy'), true);
});

test('all slices of a job are charged to its organization, with those of what it calls, and who owes is named', async () => {
  const shares = createShares();
  const charged: string[] = [];
  const background = createBackground({
    ...shares,
    charge(payer, ms) {
      charged.push(payer.key);
      return shares.charge(payer, ms);
    },
  });
  await background.during({ kind: 'job', id: 'a job', org: 'greedy' }, async () => {
    work(200);
    await nextTurn();
    noteResumed();
    work(200);
    await during({ kind: 'statement', id: 'a statement' }, async () => {
      await nextTurn();
      noteResumed();
      work(900);
    });
  });
  await nextTurn();
  assert.deepEqual(charged, Array(3).fill('background of greedy'));
  assert.ok(shares.totals.background.spentMs > 0);
  shares.charge({ kind: 'background', key: 'background of greedy', owner: 'greedy', share: 0.5 }, 3_000);
  assert.deepEqual(
    shares.debtors(10).map(({ kind, owner }) => [kind, owner]),
    [['background', 'greedy']],
  );
});
