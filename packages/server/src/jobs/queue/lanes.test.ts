import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedJob, Lane } from './claim.ts';
import { createLanes, OWED_MS } from './lanes.ts';

const QUOTA = 10;
const START = 1_000_000;

function make() {
  const clock = { ms: START };
  const lanes = createLanes({ allowance: () => QUOTA, limit: () => null, now: () => clock.ms });
  const claim = (orgId = 'a'): Lane | undefined => lanes.choose(QUOTA).find((lane) => lane.orgId === orgId);
  const settle = (lane: Lane, dueAt: number[]): string[] =>
    lanes.settle(
      [lane],
      dueAt.map((ms) => ({ orgId: lane.orgId, priority: 2, runAt: new Date(ms) }) as ClaimedJob),
    );
  return { clock, lanes, claim, settle };
}

const full = (ms: number): number[] => Array.from({ length: QUOTA }, () => ms);

test('a full lane is looked at narrowly, and widely again after a while', () => {
  const { clock, lanes, claim, settle } = make();
  lanes.activate('a');
  const first = claim()!;
  assert.equal(first.wide, true);
  settle(first, full(START));
  const second = claim()!;
  assert.equal(second.wide, false);
  assert.ok(second.since[2].getTime() >= START - 50);
  settle(second, full(START));
  clock.ms += 1_000;
  const third = claim()!;
  assert.equal(third.wide, true);
  assert.ok(third.since[2].getTime() <= START - 1_000);
});

test('a lane that a narrow look found drained is promised one wide look', () => {
  const { clock, lanes, claim, settle } = make();
  lanes.activate('a');
  settle(claim()!, full(START));
  assert.deepEqual(settle(claim()!, [START]), ['a']);
  assert.equal(claim(), undefined);
  lanes.activate('a');
  // The wide claim is already promised, so it is not promised again.
  assert.deepEqual(settle(claim()!, []), []);
  clock.ms += OWED_MS;
  lanes.activate('a');
  const wide = claim()!;
  assert.equal(wide.wide, true);
  assert.deepEqual(settle(wide, []), []);
  assert.equal(claim(), undefined);
});

test('a claim that was notified of older work begins there', () => {
  const { lanes, claim, settle } = make();
  lanes.activate('a');
  settle(claim()!, full(START));
  lanes.activate('a', 2, START - 60_000);
  assert.ok(claim()!.since[2].getTime() <= START - 60_000);
});

test('work announced during a claim keeps the lane', () => {
  const { lanes, claim, settle } = make();
  lanes.activate('a');
  const lane = claim()!;
  lanes.activate('a');
  settle(lane, []);
  assert.notEqual(claim(), undefined);
});
