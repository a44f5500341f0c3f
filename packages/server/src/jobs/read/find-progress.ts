import type { Db } from '#platform/db.ts';

/** Returns the last progress report of the engine, if it is newer than `after`. */
export async function findProgress(
  db: Db,
  orgId: string,
  jobId: string,
  after: number,
): Promise<{ seq: number; data: unknown } | undefined> {
  const rows = await db.query<{ seq: number; data: unknown }>(
    'select seq, data from job_progress where job_id = $2 and org_id = $1 and seq > $3',
    [orgId, jobId, after],
  );
  return rows[0];
}
