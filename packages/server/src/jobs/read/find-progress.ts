import type { Db } from '#platform/db.ts';

/** What the engine last reported, if it is newer than what is known. */
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
