import type { Database } from '#platform/db.ts';
import { SHARE_OF_TIME } from './claiming.ts';
import type { Lease } from './lease.ts';
import type { createOrphans } from './orphans.ts';
import { listOwned } from './release.ts';
import type { createRuns } from './runs.ts';
import type { createTakeover } from './takeover.ts';

/** Compares what runs here with what the queue says runs here: neither may know of jobs that the other does not. */
export function createReconciler(options: {
  database: Database;
  lease: Lease;
  runs: ReturnType<typeof createRuns>;
  orphans: ReturnType<typeof createOrphans>;
  takeover: ReturnType<typeof createTakeover>;
}): () => Promise<void> {
  const { database, lease, runs, orphans, takeover } = options;
  let lookAt = 0;

  async function rescueOrphans(): Promise<void> {
    const startedAt = Date.now();
    const rows = await listOwned(database.queue, lease.id);
    lookAt = Date.now() + SHARE_OF_TIME * (Date.now() - startedAt);
    const { unstarted, failed } = orphans.find(rows, runs.runs);
    if (unstarted.length > 0) {
      await takeover.giveBack('The connection to the database broke; the job starts again.', unstarted);
    }
    if (failed.length > 0) await takeover.take({ failed });
  }

  return async () => {
    const ranAny = runs.size > 0;
    await runs.abortLost();
    if ((ranAny || orphans.isUnsure) && Date.now() >= lookAt) await rescueOrphans();
  };
}
