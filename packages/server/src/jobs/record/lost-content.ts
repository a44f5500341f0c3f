import type { Db } from '#platform/db.ts';

/** Adds an event to the history of the ended jobs that the query `jobIds` finds. Returns their number. */
export function recordLostContent(tx: Db, jobIds: string): Promise<number> {
  return tx.run(
    `update job_results r set events = (r.events::jsonb || jsonb_build_object(
        'at', floor(extract(epoch from clock_timestamp()) * 1000), 'status', r.status,
        'error', 'Content of this job was lost: it was not in the storage after a restore.'))::json
     where r.job_id in (${jobIds})`,
  );
}
