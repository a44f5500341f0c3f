import type { Flip } from '@errand/sdk';

type ChangedRule = Flip['rules'][number];

const hit = (is: boolean): string => (is ? 'met' : 'not met');

/** Describes the outcome of a rule in the old and the new version. */
export function ruleWords({ before, after }: Pick<ChangedRule, 'before' | 'after'>): string {
  if (before === null && after === null) return 'undecided in both';
  if (before === null) return `new rule, ${hit(after!)}`;
  if (after === null) return `removed, was ${hit(before)}`;
  return before === after ? hit(after) : `${hit(before)} → ${hit(after)}`;
}

/** Counts the changes of verdicts, the most frequent first. */
export function countFlips(flips: readonly Pick<Flip, 'before' | 'after'>[]): [words: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { before, after } of flips) {
    const words = `${before ?? '(none)'} → ${after}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** Returns how many of the done cases could not be decided again. */
export const undecidableOf = (one: { done: number; flip_count: number; unchanged: number }): number =>
  one.done - one.flip_count - one.unchanged;
