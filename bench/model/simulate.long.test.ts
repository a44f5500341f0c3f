import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventHeap } from './event-heap.ts';
import { erlangC, type Simulation, simulate } from './simulate.ts';

const near = (actual: number, expected: number, share: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= expected * share, `${what}: ${actual}, expected ${expected}`);

const queue = (servers: number, ratePerSecond: number, more: Partial<Simulation> = {}): Simulation => ({
  ratePerSecond,
  stations: [{ name: 'slots', servers }],
  route: [{ station: 'slots', meanSeconds: 1, distribution: 'exponential' }],
  startsAt: 0,
  jobs: 300_000,
  ...more,
});

test('moments come out of the heap in order, whatever order they went in', () => {
  const heap = createEventHeap(2);
  const moments = Array.from({ length: 500 }, (_, index) => (index * 7_919) % 503);
  for (const moment of moments) heap.push(moment, moment * 2);
  const out = moments.map(() => ({ time: heap.nextTime(), value: heap.pop() }));
  assert.deepEqual(
    out,
    moments.toSorted((a, b) => a - b).map((time) => ({ time, value: time * 2 })),
  );
});

test('one server, eight, and a hundred: the mean wait is that of M/M/c', () => {
  for (const [servers, rate] of [
    [1, 0.7],
    [8, 6.4],
    [100, 95],
  ] as const) {
    const { waitSeconds, used } = simulate(queue(servers, rate));
    near(waitSeconds.mean, erlangC(rate, 1, servers) / (servers - rate), 0.1, `${servers} servers`);
    near(used.slots!, rate / servers, 0.02, 'the share in use');
  }
});

test('a fixed time of service halves the wait of one server (Pollaczek and Khinchine)', () => {
  const { waitSeconds } = simulate(
    queue(1, 0.7, { route: [{ station: 'slots', meanSeconds: 1, distribution: 'fixed' }] }),
  );
  near(waitSeconds.mean, 0.7 / (2 * 0.3), 0.08, 'M/D/1');
});

test('Little: jobs under way are the rate times the stay, over several stations and a slot that is held', () => {
  const outcome = simulate({
    ratePerSecond: 40,
    stations: [
      { name: 'postgres', servers: 2 },
      { name: 'slots', servers: 50 },
      { name: 'engine', servers: 1_000 },
    ],
    route: [
      { station: 'postgres', meanSeconds: 0.01, distribution: 'exponential' },
      { station: 'slots', meanSeconds: 0, distribution: 'fixed', holds: true },
      { station: 'engine', meanSeconds: 1, distribution: 'fixed' },
      { station: 'postgres', meanSeconds: 0.01, distribution: 'exponential' },
    ],
    startsAt: 2,
    jobs: 100_000,
  });
  near(outcome.meanUnderWay, outcome.ratePerSecond * outcome.staySeconds.mean, 0.02, 'jobs under way');
  near(outcome.used.slots!, (40 * 1.01) / 50, 0.03, 'slots are held to the end');
  near(outcome.used.postgres!, (40 * 0.02) / 2, 0.03, 'both visits count');
});

test('a fleet that starts full is in its steady state at once', () => {
  const big = { ...queue(3_000, 2_700), underWayAtStart: 2_700, jobs: 20_000, warmUpJobs: 2_000 };
  near(simulate(big).used.slots!, 0.9, 0.02, 'the share in use');
});

test('the same seed gives the same outcome, another one a different one', () => {
  const one = queue(4, 3, { jobs: 2_000 });
  assert.deepEqual(simulate(one), simulate(one));
  assert.notDeepEqual(simulate(one), simulate({ ...one, seed: 2 }));
});
