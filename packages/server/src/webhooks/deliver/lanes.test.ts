import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LaneHealth } from './lane.ts';
import { createLanes, type Lanes } from './lanes.ts';

const SLOTS = 32;
const idle = { good: 0, new: 0, failing: 0 };
const make = (now = { ms: 0 }) => ({ now, lanes: createLanes({ slots: SLOTS, now: () => now.ms }) });
const total = (chosen: { take: number }[]): number => chosen.reduce((sum, { take }) => sum + take, 0);

/** Returns what both groups would take if nothing is being claimed. */
function choose(lanes: Lanes, young: Record<LaneHealth, number>, slow: number) {
  return (['others', 'good'] as const).flatMap((group) => {
    const chosen = lanes.choose(group, young, slow);
    lanes.release(chosen);
    return chosen;
  });
}

test('any number of new receivers leaves half of the slots to those that are known to answer', () => {
  const { lanes } = make();
  for (let index = 0; index < 1_000; index += 1) lanes.activate(`new ${index}`);
  assert.equal(total(choose(lanes, idle, 0)), SLOTS / 2);
  lanes.succeeded(lanes.get('good'));
  lanes.activate('good');
  const next = choose(lanes, { ...idle, new: SLOTS / 2 }, 0);
  assert.deepEqual(
    next.map(({ lane }) => lane.webhookId),
    ['good'],
  );
});

test('however many attempts at good receivers are in flight, an eighth of the slots is left for new and failing ones', () => {
  const { lanes } = make();
  for (let index = 0; index < 100; index += 1) lanes.activate(`new ${index}`);
  assert.equal(total(choose(lanes, { ...idle, good: 2 * SLOTS }, 0)), SLOTS / 8);
  assert.equal(total(choose(lanes, { ...idle, good: 2 * SLOTS, new: SLOTS / 8 }, 0)), 0);
});

test('deliveries being claimed have their slots already; a receiver that responds is claimed for meanwhile', () => {
  const { lanes } = make();
  for (let index = 0; index < 100; index += 1) lanes.activate(`new ${index}`);
  lanes.succeeded(lanes.get('good'));
  lanes.activate('good');
  const others = lanes.choose('others', idle, 0);
  assert.equal(total(others), SLOTS / 2);
  assert.deepEqual(lanes.choose('others', idle, 0), []);
  assert.deepEqual(
    lanes.choose('good', idle, 0).map(({ lane }) => lane.webhookId),
    ['good'],
  );
  lanes.release(others);
  assert.equal(total(lanes.choose('others', idle, 0)), SLOTS / 2);
});

test('a delivery that arrives during a claim for its receiver is not forgotten', () => {
  const { lanes } = make();
  for (const id of ['a', 'good']) lanes.activate(id);
  lanes.succeeded(lanes.get('good'));
  const others = lanes.choose('others', idle, 0);
  lanes.activate('a');
  const good = lanes.choose('good', idle, 0);
  for (const chosen of [good, others]) lanes.settle(chosen, new Map());
  assert.deepEqual(
    choose(lanes, idle, 0).map(({ lane }) => lane.webhookId),
    ['a'],
  );
});

test('attempts that take long are no burden, until their room is full: then only good receivers continue', () => {
  const { lanes } = make();
  lanes.activate('new');
  lanes.succeeded(lanes.get('good'));
  lanes.activate('good');
  const bad = lanes.get('bad');
  for (let failures = 0; failures < 4; failures += 1) lanes.failed(bad, null);
  bad.notBefore = 0;
  lanes.activate('bad');
  const names = (slow: number, young = idle) => choose(lanes, young, slow).map(({ lane }) => lane.webhookId);
  assert.deepEqual(names(100), ['new', 'bad', 'good']);
  assert.deepEqual(names(7 * SLOTS), ['new', 'good']);
  assert.deepEqual(names(7 * SLOTS, { ...idle, new: SLOTS / 8 }), ['good']);
});

test('a receiver earns its slots one by one, loses them by halves, and is paced while it only fails', () => {
  const { lanes, now } = make();
  const lane = lanes.get('a');
  assert.equal(lane.limit, 4);
  for (let index = 0; index < 100; index += 1) lanes.succeeded(lane);
  assert.deepEqual([lane.limit, lane.health], [SLOTS / 2, 'good']);
  lanes.failed(lane, null);
  assert.deepEqual([lane.limit, lane.health, lane.notBefore], [8, 'good', 0]);
  for (let index = 0; index < 20; index += 1) lanes.failed(lane, null);
  assert.deepEqual([lane.limit, lane.health, lane.notBefore], [1, 'failing', 1_000]);
  lanes.activate('a');
  assert.deepEqual(choose(lanes, idle, 0), []);
  assert.equal(lanes.nextPause(), 1_000);
  now.ms = 1_000;
  assert.equal(total(choose(lanes, idle, 0)), 1);
  lanes.succeeded(lane);
  assert.deepEqual([lane.health, lane.notBefore, lane.limit], ['good', 0, 2]);
});

test('a pause that a receiver asks for holds for all its deliveries, but not for more than half a minute', () => {
  const { lanes } = make();
  lanes.failed(lanes.get('a'), 10);
  lanes.failed(lanes.get('b'), 86_400);
  assert.deepEqual([lanes.get('a').notBefore, lanes.get('b').notBefore], [10_000, 30_000]);
});

test('lanes take turns: who was served goes to the end of the line, who is drained leaves it', () => {
  const { lanes } = make();
  for (const id of ['a', 'b', 'c']) lanes.activate(id);
  const young = { ...idle, new: SLOTS / 2 - 1 };
  const order: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const chosen = choose(lanes, young, 0);
    order.push(...chosen.map(({ lane }) => lane.webhookId));
    lanes.settle(chosen, new Map(chosen.map(({ lane, take }) => [lane.webhookId, { count: take, dueAt: 0 }])));
  }
  assert.deepEqual(order, ['a', 'b', 'c', 'a']);
  const chosen = choose(lanes, idle, 0);
  lanes.settle(chosen, new Map());
  assert.deepEqual(choose(lanes, idle, 0), []);
});

test('a receiver that moved is judged anew, one that has failed before begins carefully', () => {
  const { lanes } = make();
  const lane = lanes.get('a');
  lanes.learn(lane, 'https://a.example/', 12);
  assert.deepEqual([lane.health, lane.limit], ['failing', 1]);
  lanes.learn(lane, 'https://b.example/', 0);
  assert.deepEqual([lane.health, lane.limit], ['new', 4]);
});

test('a receiver that answers well has a tenth of a second claimed ahead, a slow one no more than its slots', () => {
  const { lanes, now } = make();
  const [fast, slow] = [lanes.get('fast'), lanes.get('slow')];
  for (const lane of [fast, slow]) {
    for (let index = 0; index < SLOTS; index += 1) lanes.succeeded(lane);
    lane.inFlight = lane.limit;
  }
  for (let round = 0; round < 20; round += 1) {
    now.ms += 100;
    for (let index = 0; index < 200; index += 1) lanes.succeeded(fast);
    if (round % 10 === 0) lanes.succeeded(slow);
    for (const lane of [fast, slow]) lanes.isShort(lane);
  }
  for (const id of ['fast', 'slow']) lanes.activate(id);
  const taken = new Map(choose(lanes, { ...idle, good: 2 }, 0).map(({ lane, take }) => [lane.webhookId, take]));
  assert.deepEqual(
    [...taken],
    [
      ['fast', 200],
      ['slow', SLOTS / 2],
    ],
  );
  fast.waiting = 150;
  assert.equal(lanes.isShort(fast), false);
  fast.waiting = 90;
  assert.equal(lanes.isShort(fast), true);
});
