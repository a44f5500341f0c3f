import type { Db, Transactor } from '#platform/db.ts';
import { eventNow } from '../record/events-sql.ts';
import { jobStatus } from '../record/model.ts';
import { isRowOf } from '../record/queue-row.ts';
import { type Fence, unclaimed } from './claim.ts';

// Jobs that wait: started, and nobody runs them. Claims, leases, limits and deadlines look at rows with a worker or at
// rows that are due, so a parked one costs nothing but its row until it is woken.

/** A condition on rows of job_queue. */
export const IS_PARKED = `status = ${jobStatus.started} and worker_id is null`;

/** Never due by itself. Not infinity: PostgreSQL before 17 cannot subtract that. */
const NEVER = `timestamptz '9999-01-01'`;

/**
 * Ends an attempt at a wait: the slot and the hold beyond what is spent are free, and no attempt is used. Should one of
 * the waits be over already, the job is due at once. False: the job was not ours any more.
 */
export async function parkJob(
  db: Transactor,
  fence: Fence,
  waitIds: string[],
  /** In the same transaction. */
  onParked: (tx: Db, orgId: string) => Promise<void>,
): Promise<boolean> {
  return db.tx(async (tx) => {
    // An answer locks the same row, so that it comes before the look at the waits, or wakes what is parked here.
    const own = await tx.query<{ org_id: string }>(
      'select org_id from job_queue where job_id = $1 and claim = $2 for update',
      [fence.jobId, fence.claim],
    );
    if (own.length === 0) return false;
    // Waits one after the other have one event, as looks for an outside service have.
    await tx.run(
      `with before as materialized (
          select job_id, hold, (events->-2->>'postponed')::int as waits, events->-2 ? 'wait' as again, least(hold, (
            select coalesce(sum(s.cost), 0) from job_steps s where s.job_id = q.job_id)) as spent
          from job_queue q where job_id = $1
        ),
        account as (
          update credit_accounts a set held = a.held - (before.hold - before.spent)
          from before where a.org_id = $3 and before.hold > before.spent
        )
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

/** In the transaction of an answer: the job, if it is not final. Whoever parks it waits for the answer. */
export async function lockQueued(tx: Db, orgId: string, jobId: string): Promise<boolean> {
  const rows = await tx.query<object>('select 1 from job_queue where org_id = $1 and job_id = $2 for update', [
    orgId,
    jobId,
  ]);
  return rows.length > 0;
}

/** Whether a job waits for something that has not come. */
export async function isParked(db: Db, jobId: string): Promise<boolean> {
  const rows = await db.query<object>(
    `select 1 from job_queue where job_id = $1 and ${IS_PARKED} and run_at > clock_timestamp()`,
    [jobId],
  );
  return rows.length > 0;
}

/** A parked job is due now. One that still runs finds the answer when it parks. */
export async function wakeParked(tx: Db, jobIds: string[]): Promise<void> {
  await tx.run(
    `update job_queue set run_at = clock_timestamp(), waited_ms = ${parkedMs}
      where job_id = any($1::uuid[]) and ${IS_PARKED} and run_at > clock_timestamp()`,
    [jobIds],
  );
}

/** How long a row was parked until now, with all that was before. */
export const parkedMs = `coalesce(waited_ms, 0) + case when ${IS_PARKED} and run_at > clock_timestamp()
  then greatest(0, floor(extract(epoch from clock_timestamp()) * 1000)::bigint - (events->-1->>'at')::bigint) else 0 end`;
