import type { PostActionDelivery } from '@errand/contract/jobs.ts';
import type { Db } from '#platform/db.ts';

export type DueDelivery = {
  id: string;
  org_id: string;
  job_id: string;
  name: string;
  connection_id: string;
  operation: string;
  params: Record<string, string>;
  /** Null for deliveries of a job's end, which use the job's payload. */
  payload: Record<string, unknown> | null;
  attempts: number;
  /** How many of the attempts were made before the last manual resend. */
  attempts_before: number;
};

/** Claims due deliveries. A claimed delivery is due again when its lease ends. */
export async function claimDeliveries(db: Db, { limit, leaseSeconds }: { limit: number; leaseSeconds: number }) {
  return db.query<DueDelivery>(
    `update post_action_deliveries d set attempts = d.attempts + 1,
       next_attempt_at = clock_timestamp() + make_interval(secs => $2::int)
     from (
       select id from post_action_deliveries where status = 'pending' and next_attempt_at <= clock_timestamp()
       order by next_attempt_at limit $1::int for update skip locked
     ) due
     where d.id = due.id
     returning d.id, d.org_id, d.job_id, d.name, d.connection_id, d.operation, d.params, d.payload, d.attempts,
       d.attempts_before`,
    [limit, leaseSeconds],
  );
}

type Outcome = { status: 'succeeded' | 'failed' | 'pending'; message: string; delaySeconds: number };

/** Records an outcome, unless another process has claimed the delivery since or a person has resent it. */
export async function updateDelivery(
  db: Db,
  { id, attempts, attempts_before: before }: DueDelivery,
  outcome: Outcome,
): Promise<void> {
  const { status, message, delaySeconds } = outcome;
  await db.run(
    `update post_action_deliveries set status = $3::text, message = $4::text,
       next_attempt_at = case when $3::text = 'pending' then clock_timestamp() + make_interval(secs => $5::int) end,
       finished_at = case when $3::text = 'pending' then null else clock_timestamp() end
     where id = $1::uuid and attempts = $2::int and attempts_before = $6::int and status = 'pending'`,
    [id, attempts, status, message, delaySeconds, before],
  );
}

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
       attempts_before = attempts
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
       status = case when status = 'pending' then 'failed' else status end, payload = null
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
