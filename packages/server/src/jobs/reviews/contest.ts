import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { storableJson } from '../record/storable.ts';
import type { JobState } from '../record/store.ts';
import { findTask, listTasksOfJob, lockReviews, READING_SECONDS, type TaskRow } from './tasks-store.ts';

/**
 * Contests the decision of a job: opens a review task with the attachment, or adds it to the open task. A conflict if
 * the job is already contested, or its second review is open.
 */
export async function contestJob(
  db: Transactor,
  caller: Caller,
  job: Pick<JobState, 'id'>,
  attachment: object,
): Promise<TaskRow> {
  const { orgId } = caller;
  return db.tx(async (tx) => {
    await lockReviews(tx, job.id);
    const open = (await listTasksOfJob(tx, orgId, job.id)).find(({ decidedAt }) => decidedAt === null);
    if (open !== undefined && (open.reason === 'contested' || open.round === 2))
      throw new AppError('conflict', {
        detail: 'This job already has an open review task.',
        extra: { review_id: open.id },
      });
    const id = open?.id ?? newId();
    const text = storableJson(attachment);
    if (open !== undefined)
      await tx.run(
        `update review_tasks set reason = 'contested', attachment = $3::json where org_id = $1::uuid and id = $2::uuid`,
        [orgId, id, text],
      );
    else
      await tx.run(
        `insert into review_tasks (id, org_id, job_id, agent_id, version_id, reason, attachment, due_at, reading_seconds,
           created_at)
         select $3::uuid, r.org_id, r.job_id, r.agent_id, j.version_id, 'contested', $4::json,
           clock_timestamp() + p.due_hours * interval '1 hour', ${READING_SECONDS}, clock_timestamp()
         from job_results r join jobs j on j.id = r.job_id
         left join review_plans p on p.agent_id = r.agent_id and p.org_id = r.org_id
         where r.org_id = $1::uuid and r.job_id = $2::uuid`,
        [orgId, job.id, id, text],
      );
    await audit(tx, caller, 'job.contested', job.id, { review_id: id });
    return (await findTask(tx, orgId, id))!;
  });
}
