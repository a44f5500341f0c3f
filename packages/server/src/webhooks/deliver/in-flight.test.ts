import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedDelivery } from '../queue/claim.ts';
import { createBacklog, type Prepared } from './backlog.ts';
import { createInFlight } from './in-flight.ts';
import { createLane } from './lane.ts';

const delivery = (id: string) => ({ id }) as ClaimedDelivery;

test('an answered attempt frees its slot and keeps its lease until it is recorded', () => {
  const inFlight = createInFlight(() => 0);
  const lane = createLane('a', 16, 0);
  const attempt = { delivery: delivery('one'), lane, startedAt: 0, leasedUntil: 100, answered: false };
  inFlight.add(attempt);
  assert.deepEqual([lane.inFlight, inFlight.size, inFlight.count().young.new], [1, 1, 1]);
  inFlight.answer(attempt);
  inFlight.answer(attempt);
  assert.deepEqual([lane.inFlight, inFlight.size, inFlight.count().young.new], [0, 1, 0]);
  assert.deepEqual(inFlight.leasedFor(200, 50), [attempt]);
  assert.deepEqual(inFlight.leasedFor(120, 50), []);
  inFlight.remove(attempt);
  assert.equal(inFlight.size, 0);
});

test('attempts of more than a second are counted apart', () => {
  const now = { ms: 0 };
  const inFlight = createInFlight(() => now.ms);
  const lane = createLane('a', 16, 0);
  inFlight.add({ delivery: delivery('one'), lane, startedAt: 0, leasedUntil: 0, answered: false });
  now.ms = 1_001;
  assert.deepEqual(inFlight.count(), { young: { good: 0, new: 0, failing: 0 }, slow: 1 });
});

test('the backlog gives each lane its deliveries in their order, and counts what is about to start', () => {
  const backlog = createBacklog();
  const lane = createLane('a', 16, 0);
  const endExpecting = backlog.expect([lane, lane]);
  const young = { good: 0, new: 0, failing: 0 };
  backlog.addExpected(young);
  assert.equal(young.new, 2);
  for (const id of ['one', 'two', 'three']) backlog.add(lane, { delivery: delivery(id) } as Prepared);
  endExpecting();
  assert.equal(lane.waiting, 3);
  assert.equal(backlog.take(lane)?.delivery.id, 'one');
  assert.deepEqual(backlog.drain(lane), [delivery('two'), delivery('three')]);
  assert.deepEqual([lane.waiting, backlog.lanes(), backlog.take(lane)], [0, [], undefined]);
});
