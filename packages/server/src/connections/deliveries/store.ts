import type { PostActionDelivery } from '@errand/contract/jobs.ts';
import type { Db } from '#platform/db.ts';

export type DueDelivery = {
  job_id: string;
  agent_id: string;
  name: string;
  connection_id: string;
  operation: string;
  params: Record<string, string>;
  /** Null for deliveries of a job's end, which use the job's payload. */
  payload: Record<string, unknown> | null;
};

export const DUE_COLUMNS = 't.job_id, t.agent_id, t.name, t.connection_id, t.operation, t.params, t.payload';

type DeliveryRow = Omit<PostActionDelivery, 'next_attempt_at' | 'finished_at'> & {
  next_attempt_at: Date | null;
  finished_at: Date | null;
};
const COLUMNS = 'id, name, connection_id, operation, status, attempts, message, next_attempt_at, finished_at';

/** Lists the deliveries of one job, in the order of the version's actions. */
export async function listDeliveries(db: Db, orgId: string, jobId: string): Promise<PostActionDelivery[]> {
  const rows = await db.query<DeliveryRow>(
    `select ${COLUMNS} from post_action_deliveries
     where org_id = $1::uuid and job_id = $2::uuid order by position, id limit 100`,
    [orgId, jobId],
  );
  return rows.map(toAnswer);
}

export async function findDelivery(db: Db, orgId: string, jobId: string, id: string) {
  const rows = await db.query<DeliveryRow>(
    `select ${COLUMNS} from post_action_deliveries where org_id = $1::uuid and job_id = $2::uuid and id = $3::uuid`,
    [orgId, jobId, id],
  );
  return rows.map(toAnswer)[0];
}

/**
 * Returns undefined if there is no such delivery or its job's data was deleted. The attempts keep counting. The outcome
 * of an in-flight attempt is not recorded, because it must not end the new request.
 */
export async function requeueDelivery(tx: Db, orgId: string, jobId: string, id: string) {
  const rows = await tx.query<DeliveryRow>(
    `update post_action_deliveries set status = 'pending', next_attempt_at = clock_timestamp(), finished_at = null,
       attempts_before = attempts, claim_id = null
     where org_id = $1::uuid and job_id = $2::uuid and id = $3::uuid and not exists (
       select from job_results where org_id = $1::uuid and job_id = $2::uuid and data_deleted_at is not null)
     returning ${COLUMNS}`,
    [orgId, jobId, id],
  );
  return rows.map(toAnswer)[0];
}

export const DATA_DELETED = 'The data of the job was deleted.';

/**
 * Ends the pending deliveries of a job whose data is deleted, because they would send an empty result. Clears the
 * messages of the others, which may quote the data.
 */
export async function endDeliveries(tx: Db, orgId: string, jobId: string): Promise<undefined> {
  await tx.run(
    `update post_action_deliveries set message = case when status = 'pending' then $3::text end,
       finished_at = coalesce(finished_at, clock_timestamp()), next_attempt_at = null,
       status = case when status = 'pending' then 'failed' else status end, payload = null, claim_id = null
     where org_id = $1::uuid and job_id = $2::uuid`,
    [orgId, jobId, DATA_DELETED],
  );
}

/** Removes the deliveries of jobs that are removed themselves. */
export async function deleteActions(tx: Db, orgId: string, jobIds: string[]): Promise<undefined> {
  await tx.run('delete from post_action_deliveries where org_id = $1::uuid and job_id = any($2::uuid[])', [
    orgId,
    jobIds,
  ]);
}

const toAnswer = (row: DeliveryRow): PostActionDelivery => ({
  ...row,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});
