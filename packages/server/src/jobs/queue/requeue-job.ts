import { insertAudit } from '#orgs/audit.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { eventNow } from '../record/events-sql.ts';
import { jobStatus } from '../record/model.ts';
import { unclaimed } from './claim.ts';
import { parkedMs } from './park.ts';

export type Requeued = { id: string; organization_id: string; was: 'STARTED' | 'RETRY' | 'PENDING' };

/**
 * Requeues a job, due now, for an operator who has seen that it is stuck. The worker that runs it loses it: the result
 * of that attempt is dropped, but recorded steps are not paid for again. A job that only waits becomes due now, and one
 * that has ended is refused.
 */
export async function requeueJob(db: Transactor, jobId: string): Promise<Requeued> {
  return db.tx(async (tx) => {
    const [row] = await tx.query<{ org_id: string; status: number; worker_id: string | null; paused: boolean }>(
      `select q.org_id, q.status, q.worker_id, o.paused_at is not null as paused
        from job_queue q join organizations o on o.id = q.org_id where q.job_id = $1::uuid for update of q`,
      [jobId],
    );
    if (row === undefined) throw await explainAbsence(tx, jobId);
    await tx.run(
      `update job_queue set run_at = clock_timestamp(), waited_ms = ${parkedMs},
          status = case when worker_id is null then status else ${jobStatus.retry} end,
          events = case when worker_id is null then events
            else events || ${eventNow(jobStatus.retry, `'error', 'The operator put this job back into the queue.'`)} end,
          ${unclaimed}
        where job_id = $1::uuid`,
      [jobId],
    );
    await insertAudit(tx, 'operator', {
      orgId: row.org_id,
      action: 'job.requeued',
      targetType: 'job',
      targetId: jobId,
      detail: { worker_id: row.worker_id },
    });
    const was = row.status === jobStatus.started ? 'STARTED' : row.status === jobStatus.retry ? 'RETRY' : 'PENDING';
    return { id: jobId, organization_id: row.org_id, was };
  });
}

async function explainAbsence(tx: Db, jobId: string): Promise<AppError> {
  const rows = await tx.query<object>('select 1 from job_results where job_id = $1::uuid', [jobId]);
  if (rows.length === 0) return notFound('job');
  return new AppError('conflict', {
    detail: 'The job has ended. Start it again as a new job: POST /v1/agents/jobs/{id}/retry/.',
  });
}
