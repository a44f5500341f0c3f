import type { Outcome } from './run-file.ts';

/** More failures than these are no accident of a busy machine. */
const filesMax = 4;

/**
 * In a run of everything, the few files that failed run once more, alone. One that passes then is unsteady: it is named
 * with its failure at the end, and does not stop the run. Puts the second outcome in place of the first, and gives the
 * first ones.
 */
export async function runAgain(outcomes: Outcome[], run: (file: string) => Promise<Outcome>): Promise<Outcome[]> {
  const failed = outcomes.filter(({ failures }) => failures.length > 0);
  if (failed.length > filesMax) return [];
  const unsteady: Outcome[] = [];
  for (const first of failed) {
    const second = await run(first.file);
    if (second.failures.length > 0 || second.tests === 0) continue;
    outcomes[outcomes.indexOf(first)] = second;
    unsteady.push(first);
  }
  return unsteady;
}
