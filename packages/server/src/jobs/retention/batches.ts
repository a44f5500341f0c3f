import type { Db } from '#platform/db.ts';

/** Deletes batches that have no jobs left and are older than their organization keeps jobs. */
export async function deleteOldBatches(system: Db): Promise<number> {
  return system.run(
    `delete from batches where id in (
       select b.id from batches b join retention_settings s on s.org_id = b.org_id
       where b.created_at < now() - make_interval(days => s.jobs_days)
         and not exists (select from jobs j where j.batch_id = b.id) limit 10000)`,
  );
}
