import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLane, type Lane } from './lane.ts';
import { type Sharing, shareSlots } from './share-slots.ts';

const idle: Sharing = { slots: 32, young: { good: 0, new: 0, failing: 0 }, slow: 0, group: 'others', now: 0 };
const lanes = (count: number, over: Partial<Lane> = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...createLane(`w${index}`, 64, 0), ...over }));
const slotsOf = (able: Lane[], over: Partial<Sharing> = {}) =>
  shareSlots(able, { ...idle, ...over }).map(({ slots }) => slots);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

test('slots are shared evenly, and none is given twice', () => {
  assert.deepEqual(slotsOf(lanes(4, { limit: 10 })), [8, 8]);
  assert.deepEqual(slotsOf(lanes(16)), Array(8).fill(2));
});

test('new receivers get at most half of the slots, failing ones a quarter', () => {
  assert.equal(sum(slotsOf(lanes(100))), 16);
  assert.equal(sum(slotsOf(lanes(100, { health: 'failing', limit: 1 }))), 8);
});

test('a lane never gets more than its limit', () => {
  assert.deepEqual(slotsOf(lanes(1, { limit: 3, inFlight: 1, waiting: 1 })), [1]);
  assert.deepEqual(slotsOf(lanes(1, { limit: 3, inFlight: 3 })), []);
});

test('when too many receivers are slow, failing ones wait and new ones get an eighth', () => {
  const slow = 7 * 32;
  assert.deepEqual(slotsOf(lanes(3, { health: 'failing', limit: 1 }), { slow }), []);
  assert.equal(sum(slotsOf(lanes(100), { slow })), 4);
  assert.equal(sum(slotsOf(lanes(100, { health: 'good', limit: 1 }), { slow, group: 'good' })), 32);
});
