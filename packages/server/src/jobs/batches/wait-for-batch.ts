import type { Db } from '#platform/db.ts';
import type { Watcher } from '../record/watch.ts';

type Waiting = { orgId: string; batchId: string; signal: AbortSignal; limitMs: number };

/**
 * Resolves when the batch has ended, at the time limit, or when the signal is aborted. Watches one unfinished job at a
 * time, beginning with the last row: the others do not matter before it has ended.
 */
export async function untilBatchEnds(db: Db, watcher: Watcher, { orgId, batchId, signal, limitMs }: Waiting) {
  const endAt = performance.now() + limitMs;
  while (!signal.aborted) {
    const jobId = await findUnfinished(db, orgId, batchId);
    const leftMs = endAt - performance.now();
    if (jobId === undefined || leftMs <= 0) return;
    // Here a timeout is an outcome of waiting, not an error.
    await watcher.untilFinal(jobId, signal, leftMs).catch(() => undefined);
  }
}

async function findUnfinished(db: Db, orgId: string, batchId: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    `select j.id from jobs j join job_queue q on q.job_id = j.id
      where j.org_id = $1 and j.batch_id = $2 order by j.batch_index desc limit 1`,
    [orgId, batchId],
  );
  return rows[0]?.id;
}
