import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { type Delta, type DeltaPosition, listDeltas } from '../record/delta-store.ts';
import type { Wakeups } from '../record/wakeups.ts';

// The words of running jobs for the readers of this process. All readers of a job share what was read, and all jobs of a
// process share a statement, so that hundreds of readers cost as much as one.

export type DeltaFeed = ReturnType<typeof createDeltaFeed>;

type Followed = { deltas: Delta[]; isStale: boolean; wakes: Set<() => void> };

export function createDeltaFeed({ database, wakeups, log }: { database: Database; wakeups: Wakeups; log: Logger }) {
  const followed = new Map<string, Followed>();
  let isReading = false;

  function take(delta: Delta): boolean {
    const own = followed.get(delta.jobId);
    if (own === undefined) return false;
    const last = own.deltas.at(-1);
    if (last === undefined || delta.generation > last.generation) {
      // The beginning is missing: it was written before anybody followed.
      if (delta.startsAt > 0) return false;
      own.deltas = [delta];
      return true;
    }
    if (delta.generation < last.generation || delta.startsAt !== last.endsAt) return false;
    own.deltas.push(delta);
    return true;
  }

  const wakeAll = (jobId: string): void => {
    for (const wake of followed.get(jobId)?.wakes ?? []) wake();
  };

  async function readStale(): Promise<void> {
    // Lets all who became stale in the same turn share the statement.
    await new Promise((resolve) => setImmediate(resolve));
    const after = new Map<string, DeltaPosition>();
    for (const [jobId, own] of followed) {
      if (!own.isStale) continue;
      own.isStale = false;
      const last = own.deltas.at(-1);
      after.set(jobId, { generation: last?.generation ?? 0, offset: last?.endsAt ?? 0 });
    }
    if (after.size === 0) return;
    const told = new Set<string>();
    for (const delta of await listDeltas(database.queue, after)) if (take(delta)) told.add(delta.jobId);
    for (const jobId of told) wakeAll(jobId);
  }

  function refresh(jobId: string): void {
    const own = followed.get(jobId);
    if (own === undefined) return;
    own.isStale = true;
    if (isReading) return;
    isReading = true;
    void readStale()
      .catch((error) => log.debug({ err: error }, 'could not read the words of jobs'))
      .finally(() => {
        isReading = false;
        const next = [...followed].find(([, one]) => one.isStale);
        if (next !== undefined) refresh(next[0]);
      });
  }

  wakeups.on('words', (jobIds) => {
    for (const jobId of jobIds) refresh(jobId);
  });

  return {
    /** Takes what this process has just stored, and tells the others. */
    note(delta: Delta): void {
      if (followed.has(delta.jobId)) {
        if (take(delta)) wakeAll(delta.jobId);
        else refresh(delta.jobId);
      }
      wakeups.notifyOthers('words', [delta.jobId]);
    },
    /** Calls `wake` when there are new words. Returns a function that ends it. */
    follow(jobId: string, wake: () => void): () => void {
      const own = followed.get(jobId) ?? { deltas: [], isStale: false, wakes: new Set() };
      own.wakes.add(wake);
      followed.set(jobId, own);
      return () => {
        own.wakes.delete(wake);
        if (own.wakes.size === 0) followed.delete(jobId);
      };
    },
    /** Reads again, in case a notification was lost. */
    refresh,
    /** The words after a position, as far as they are known here. */
    after(jobId: string, position: DeltaPosition): Delta[] {
      const { deltas = [] } = followed.get(jobId) ?? {};
      // From the end, because most readers lack only the last one.
      const known = deltas.findLastIndex(
        ({ generation, endsAt }) =>
          generation < position.generation || (generation === position.generation && endsAt <= position.offset),
      );
      return deltas.slice(known + 1);
    },
  };
}
