import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracyInterval, compareShares, type PairedCase } from './compare-shares.ts';

const times = (count: number, a: boolean, b: boolean, weight = 1): PairedCase[] =>
  Array.from({ length: count }, () => ({ a, b, weight }));

test('an accuracy has an interval that is wide with few cases and narrow with many', () => {
  const of = (right: number, n: number) =>
    accuracyInterval(Array.from({ length: n }, (_, index) => ({ right: index < right, weight: 1 })));
  const few = of(4, 5);
  const many = of(800, 1_000);
  assert.ok(few.low < 0.4 && few.high > 0.95, JSON.stringify(few));
  assert.ok(many.low > 0.77 && many.high < 0.83, JSON.stringify(many));
  assert.deepEqual(accuracyInterval([]), { low: 0, high: 1 });
  const weighted = accuracyInterval([
    { right: true, weight: 100 },
    ...Array.from({ length: 20 }, () => ({ right: true, weight: 1 })),
  ]);
  assert.ok(weighted.low < 0.4, 'one heavy case tells as much as one case');
});

test('the interval of a difference has the difference in it, and turns round with the order of the runs', () => {
  const pairs = [
    ...times(36, true, true),
    ...times(7, false, true),
    ...times(1, true, false),
    ...times(6, false, false),
  ];
  const { difference, conclusive } = compareShares(pairs);
  assert.deepEqual(
    [difference.value, difference.low, difference.high].map((one) => Number(one.toFixed(2))),
    [0.12, 0.01, 0.24],
  );
  assert.equal(conclusive, false, 'seven against one happens by chance in 7 of 100');
  const turned = compareShares(pairs.map(({ a, b, weight }) => ({ a: b, b: a, weight }))).difference;
  assert.ok(Math.abs(turned.value + difference.value) < 1e-9 && Math.abs(turned.low + difference.high) < 1e-9);
});

test('nobody wins on a handful of cases, or when as many became better as worse', () => {
  assert.equal(compareShares([]).conclusive, false);
  assert.equal(compareShares(times(3, false, true)).conclusive, false);
  assert.equal(
    compareShares([...times(40, true, true), ...times(5, false, true), ...times(4, true, false)]).conclusive,
    false,
  );
  const clear = compareShares([...times(40, true, true), ...times(20, false, true), ...times(2, true, false)]);
  assert.ok(clear.conclusive && clear.difference.low > 0);
  assert.ok(compareShares([...times(40, true, true), ...times(20, true, false)]).difference.high < 0);
});

test('of 1,000 comparisons of equally good versions at most 5 % name a winner', () => {
  let state = 7;
  // A generator with a seed (mulberry32), so that every run is the same.
  const chance = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const named = Array.from({ length: 1_000 }, () =>
    compareShares(Array.from({ length: 60 }, () => ({ a: chance() < 0.8, b: chance() < 0.8, weight: 1 }))),
  ).filter(({ conclusive }) => conclusive);
  assert.ok(named.length <= 50, String(named.length));
});
