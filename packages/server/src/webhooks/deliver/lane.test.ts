import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aheadOf, countFailure, countSuccess, createLane, isShort, learnTarget } from './lane.ts';

const MAX = 64;
const fail = (lane: ReturnType<typeof createLane>, now: number, pauseSeconds: number | null = null) =>
  countFailure(lane, { now, backoffMsMax: 1_000, pauseSeconds });

test('attempts at once grow by one with a success and halve with a failure', () => {
  const lane = createLane('w', MAX, 0);
  const first = lane.limit;
  for (let count = 0; count < 4; count += 1) countSuccess(lane, MAX);
  assert.deepEqual([lane.limit, lane.health], [first + 4, 'good']);
  fail(lane, 0);
  assert.equal(lane.limit, (first + 4) / 2);
  for (let count = 0; count < 200; count += 1) countSuccess(lane, MAX);
  assert.equal(lane.limit, MAX);
});

test('four failures in a row are a failing receiver: one at a time, ever later, until it answers', () => {
  const lane = createLane('w', MAX, 0);
  for (let count = 0; count < 3; count += 1) fail(lane, 0);
  assert.equal(lane.notBefore, 0);
  fail(lane, 0);
  assert.deepEqual([lane.health, lane.limit, lane.notBefore], ['failing', 1, 25]);
  fail(lane, 100);
  assert.equal(lane.notBefore, 150);
  for (let count = 0; count < 20; count += 1) fail(lane, 1_000);
  assert.equal(lane.notBefore, 2_000, 'no longer than the longest');
  countSuccess(lane, MAX);
  assert.deepEqual([lane.health, lane.notBefore, lane.failures], ['good', 0, 0]);
});

test('a pause that the receiver asks for holds, within half a minute', () => {
  const lane = createLane('w', MAX, 0);
  fail(lane, 0, 10);
  assert.equal(lane.notBefore, 10_000);
  fail(lane, 0, 86_400);
  assert.equal(lane.notBefore, 30_000);
});

test('a receiver that moved is a new one; one that the database knows to fail begins as such', () => {
  const lane = { ...createLane('w', MAX, 0), inFlight: 3 };
  countSuccess(lane, MAX);
  learnTarget(lane, createLane('w', MAX, 0), { url: 'https://a', failureCount: 0 });
  assert.deepEqual([lane.health, lane.inFlight], ['new', 3]);
  countSuccess(lane, MAX);
  learnTarget(lane, createLane('w', MAX, 0), { url: 'https://a', failureCount: 9 });
  assert.equal(lane.health, 'good', 'what is known here is newer');
  learnTarget(lane, createLane('w', MAX, 0), { url: 'https://b', failureCount: 4 });
  assert.deepEqual([lane.health, lane.limit], ['failing', 1]);
});

test('more is claimed ahead for a receiver the faster it answers, and nothing for others', () => {
  const lane = createLane('w', MAX, 0);
  assert.equal(aheadOf(lane, 0), 0);
  for (let count = 0; count < 2_000; count += 1) countSuccess(lane, MAX);
  assert.equal(aheadOf(lane, 1_000), 100, 'a tenth of a second at half of 2,000 a second');
  lane.waiting = 50;
  assert.equal(isShort(lane, 1_000), true);
  lane.waiting = 51;
  assert.equal(isShort(lane, 1_000), false);
});
