import type { Outcome } from './run-file.ts';

/** More failures are not an accident of a busy machine: a hundredth of the files, or four of a short run. */
const filesMax = (files: number): number => Math.max(4, Math.ceil(files / 100));

/**
 * Runs the few failed files of a full run again, alone. A file that passes then is unsteady: it is reported with its
 * failure at the end, but does not fail the run. Replaces the first outcomes with the second, and returns the first
 * ones.
 */
export async function runAgain(outcomes: Outcome[], run: (first: Outcome) => Promise<Outcome>): Promise<Outcome[]> {
  const failed = outcomes.filter(({ failures }) => failures.length > 0);
  if (failed.length > filesMax(outcomes.length)) return [];
  const unsteady: Outcome[] = [];
  for (const first of failed) {
    const second = await run(first);
    if (second.failures.length > 0 || second.tests === 0) continue;
    outcomes[outcomes.indexOf(first)] = second;
    unsteady.push(first);
  }
  return unsteady;
}
