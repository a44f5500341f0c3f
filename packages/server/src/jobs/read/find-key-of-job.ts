import type { Db } from '#platform/db.ts';

/** Finds the key that started a job. */
export async function findKeyOfJob(db: Db, jobId: string): Promise<string | null> {
  const [row] = await db.query<{ key_id: string | null }>('select key_id from jobs where id = $1::uuid', [jobId]);
  return row?.key_id ?? null;
}
