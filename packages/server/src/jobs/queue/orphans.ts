import type { Fence } from './claim.ts';

// Jobs that the queue says this worker runs and that it does not run: the answer to a claim or to an accepted run was
// lost with its connection, or the end of a job could not be written. The lease does not rescue them, since the worker
// lives. A job is orphaned when everything that could have started it is over and still nobody here runs it.

export const fenceKey = (fence: Fence): string => `${fence.jobId} ${fence.workerId} ${fence.attempt}`;

/** Longer than a statement may take: one whose connection is lost may still be going on. */
const UNSURE_MS = 90_000;

export function createOrphans() {
  let begun = 0;
  const open = new Set<number>();
  /** Rows without a run, with the number of the last operation that had begun when they were first seen. */
  const seen = new Map<string, number>();
  /** Attempts that were run here and came to no end. */
  const failed = new Set<string>();
  let unsureUntil = 0;

  return {
    /** Something that may make rows name this worker begins. Returns what tells its end. */
    begin(): (outcome: 'known' | 'unknown') => void {
      begun += 1;
      const number = begun;
      open.add(number);
      return (outcome) => {
        if (outcome === 'unknown') unsureUntil = Date.now() + UNSURE_MS;
        open.delete(number);
      };
    },
    noteFailed(fence: Fence): void {
      failed.add(fenceKey(fence));
      unsureUntil = Date.now() + UNSURE_MS;
    },
    /** Worth a look although nothing runs. */
    get isUnsure(): boolean {
      return Date.now() < unsureUntil;
    },
    /** Given the rows that name this worker: those to give back, and those whose attempt counts. */
    find(rows: Fence[], runs: (fence: Fence) => boolean): { unstarted: Fence[]; failed: Fence[] } {
      const orphaned = rows.filter((row) => !runs(row));
      const keys = new Set(orphaned.map(fenceKey));
      for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key);
      for (const key of failed) if (!keys.has(key)) failed.delete(key);
      for (const key of keys) if (!seen.has(key)) seen.set(key, begun);
      if (keys.size > 0) unsureUntil = Date.now() + UNSURE_MS;
      const oldestOpen = Math.min(...open);
      const over = orphaned.filter((row) => oldestOpen > seen.get(fenceKey(row))!);
      return {
        unstarted: over.filter((row) => !failed.has(fenceKey(row))),
        failed: over.filter((row) => failed.has(fenceKey(row))),
      };
    },
  };
}
