import type { ReviewStats } from '@errand/contract/review-desk.ts';

// Cohen's kappa: how much more often two reviewers give the same answer than chance would.

export type Kappa = ReviewStats['kappa'];

/** The z-value of a 95 % interval. */
const Z = 1.96;

/** Computes kappa from pairs of answers. Answers are compared as texts. */
export function kappaOf(pairs: [string, string][]): Kappa {
  const n = pairs.length;
  const none = { value: null, low: null, high: null, n };
  if (n === 0) return none;
  const counts = [new Map<string, number>(), new Map<string, number>()] as const;
  let same = 0;
  for (const pair of pairs) {
    if (pair[0] === pair[1]) same += 1;
    for (const side of [0, 1] as const) counts[side].set(pair[side], (counts[side].get(pair[side]) ?? 0) + 1);
  }
  const chance = [...counts[0]].reduce(
    (sum, [answer, count]) => sum + (count * (counts[1].get(answer) ?? 0)) / n ** 2,
    0,
  );
  if (chance >= 1) return none;
  const beyond = (share: number): number => Math.max(-1, (share - chance) / (1 - chance));
  const { low, high } = shareInterval(same, n);
  return { value: beyond(same / n), low: beyond(low), high: beyond(high), n };
}

/**
 * Wilson's interval of a share. Unlike the usual one it does not shrink to a point when all of a few answers are the
 * same.
 */
export function shareInterval(hits: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
