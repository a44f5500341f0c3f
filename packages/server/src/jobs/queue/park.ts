import { releaseUnspent } from '#credits/settlement.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { eventNow } from '../record/events-sql.ts';
import { jobStatus } from '../record/model.ts';
import { ownCost } from '../record/own-key-sql.ts';
import { isRowOf } from '../record/queue-row.ts';
import { type Fence, unclaimed } from './claim.ts';

// Parked jobs: started, waiting and without a worker. Claims, leases, limits and deadlines look only at rows that have
// a worker or are due, so a parked job costs nothing but its row until it wakes.

/** A condition on rows of job_queue. */
export const IS_PARKED = `status = ${jobStatus.started} and worker_id is null`;

/** The due time of a job that is not due by itself. Not infinity, because PostgreSQL before 17 cannot subtract it. */
const NEVER = `timestamptz '9999-01-01'`;

/**
 * Parks a job at a wait: releases its slot and the part of the hold that is not spent, and counts no attempt. If one of
 * the waits is already over, the job is due at once. Returns false if this attempt no longer owns the job.
 */
export async function parkJob(
  db: Transactor,
  fence: Fence,
  waitIds: string[],
  /** Called in the same transaction. */
  onParked: (tx: Db, orgId: string) => Promise<void>,
): Promise<boolean> {
  return db.tx(async (tx) => {
    // An answer locks the same row. So it either comes before the waits are read here, or wakes the parked job.
    const own = await tx.query<{ org_id: string }>(
      'select org_id from job_queue where job_id = $1 and claim = $2 for update',
      [fence.jobId, fence.claim],
    );
    if (own.length === 0) return false;
    // Consecutive waits share one status event, as consecutive postponements do.
    await tx.run(
      `with before as materialized (
          select job_id, hold, (events->-2->>'postponed')::int as waits, events->-2 ? 'wait' as again, least(hold, (
            select coalesce(sum(s.cost), 0) - ${ownCost('s')} from job_steps s where s.job_id = q.job_id)) as spent
          from job_queue q where job_id = $1
        ),
${releaseUnspent('before', '$3')}
        update job_queue q set ${unclaimed}, attempt = q.attempt - 1, wait_id = ($2::uuid[])[1], hold = before.spent,
          run_at = case when exists (select from job_waits w where w.id = any($2::uuid[]) and w.status <> 'open')
            then clock_timestamp() else ${NEVER} end,
          events = (case when before.again then q.events - -1 - -1 else q.events end)
            || jsonb_strip_nulls(${eventNow(jobStatus.started, `'wait', ($2::uuid[])[1], 'postponed', case when before.again then coalesce(before.waits, 1) + 1 end`)})
        from before where ${isRowOf('before.job_id')}`,
      [fence.jobId, waitIds, own[0]!.org_id],
    );
    await onParked(tx, own[0]!.org_id);
    return true;
  });
}

/**
 * Locks the queue row in the transaction of an answer, so that parking waits for it. Returns false if the job has
 * ended.
 */
export async function lockQueued(tx: Db, orgId: string, jobId: string): Promise<boolean> {
  const rows = await tx.query<object>('select 1 from job_queue where org_id = $1 and job_id = $2 for update', [
    orgId,
    jobId,
  ]);
  return rows.length > 0;
}

/** Whether a job is parked and not woken. */
export async function isParked(db: Db, jobId: string): Promise<boolean> {
  const rows = await db.query<object>(
    `select 1 from job_queue where job_id = $1 and ${IS_PARKED} and run_at > clock_timestamp()`,
    [jobId],
  );
  return rows.length > 0;
}

/** Makes parked jobs due now. A job that still runs finds the answer when it parks. */
export async function wakeParked(tx: Db, jobIds: string[]): Promise<void> {
  await tx.run(
    `update job_queue set run_at = clock_timestamp(), waited_ms = ${parkedMs}
      where job_id = any($1::uuid[]) and ${IS_PARKED} and run_at > clock_timestamp()`,
    [jobIds],
  );
}

/** How long a job has been parked in total, including now. */
export const parkedMs = `coalesce(waited_ms, 0) + case when ${IS_PARKED} and run_at > clock_timestamp()
  then greatest(0, floor(extract(epoch from clock_timestamp()) * 1000)::bigint - (events->-1->>'at')::bigint) else 0 end`;
