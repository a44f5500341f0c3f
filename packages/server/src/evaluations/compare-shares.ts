import { shareInterval } from '#jobs/reviews/kappa.ts';

// Intervals of accuracies and of their difference, at 95 %. Pure: no database, no clock.

type Interval = { low: number; high: number };
/** One case in both runs. */
export type PairedCase = { a: boolean; b: boolean; weight: number };

/** Wilson's interval of a weighted share. Unequal weights count as fewer cases. */
export function accuracyInterval(cases: { right: boolean; weight: number }[]): Interval {
  const n = countEffective(cases);
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const right = cases.reduce((sum, one) => sum + (one.right ? one.weight : 0), 0);
  return shareInterval(total === 0 ? 0 : (right / total) * n, n);
}

export type Difference = { difference: Interval & { value: number }; conclusive: boolean };

/**
 * Returns how much more accurate b is than a on the same cases, by Newcombe's interval for paired shares. It is
 * conclusive if the interval leaves zero out and, since that happens too easily with a handful of cases, if McNemar's
 * exact test agrees.
 */
export function compareShares(pairs: PairedCase[]): Difference {
  const n = countEffective(pairs);
  if (n === 0) return { difference: { value: 0, low: -1, high: 1 }, conclusive: false };
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const share = (holds: (pair: PairedCase) => boolean): number =>
    (pairs.reduce((sum, pair) => sum + (holds(pair) ? pair.weight : 0), 0) / total) * n;
  const both = share(({ a, b }) => a && b);
  const onlyB = share(({ a, b }) => b && !a);
  const onlyA = share(({ a, b }) => a && !b);
  const neither = share(({ a, b }) => !a && !b);
  const [ofA, ofB] = [both + onlyA, both + onlyB];
  const related = correlate(both, onlyB, onlyA, neither);
  const [rangeA, rangeB] = [shareInterval(ofA, n), shareInterval(ofB, n)];
  const [a, b] = [ofA / n, ofB / n];
  const below = spread(b - rangeB.low, rangeA.high - a, related);
  const above = spread(rangeB.high - b, a - rangeA.low, related);
  const value = b - a;
  const difference = { value, low: Math.max(-1, value - below), high: Math.min(1, value + above) };
  const better = pairs.filter((pair) => pair.b && !pair.a).length;
  const worse = pairs.filter((pair) => pair.a && !pair.b).length;
  const leavesZeroOut = difference.low > 0 || difference.high < 0;
  return { difference, conclusive: leavesZeroOut && chanceOf(better, worse) < 0.05 };
}

/** Kish's number of equally weighted cases that tell as much. */
function countEffective(cases: { weight: number }[]): number {
  const squares = cases.reduce((sum, { weight }) => sum + weight ** 2, 0);
  return squares === 0 ? 0 : cases.reduce((sum, { weight }) => sum + weight, 0) ** 2 / squares;
}

function correlate(both: number, onlyB: number, onlyA: number, neither: number): number {
  const n = both + onlyB + onlyA + neither;
  const scale = Math.sqrt((both + onlyB) * (onlyA + neither) * (both + onlyA) * (onlyB + neither));
  if (scale === 0) return 0;
  const together = both * neither - onlyB * onlyA;
  return (together > 0 ? Math.max(together - n / 2, 0) : together) / scale;
}

const spread = (one: number, other: number, related: number): number =>
  Math.sqrt(Math.max(0, one ** 2 - 2 * related * one * other + other ** 2));

/** McNemar's exact test: the chance of a split at least as uneven if both were equally good. */
function chanceOf(better: number, worse: number): number {
  const n = better + worse;
  let sum = 0;
  let logTerm = -n * Math.LN2;
  for (let hits = 0; hits <= Math.min(better, worse); hits += 1) {
    sum += Math.exp(logTerm);
    logTerm += Math.log(n - hits) - Math.log(hits + 1);
  }
  return Math.min(1, 2 * sum);
}
