import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { storableJson, storableText } from '../record/storable.ts';
import { findWho } from '../waits/answer-wait.ts';
import { getTask, lockTask, refuseHindrance } from './take-task.ts';
import type { TaskRow } from './tasks-store.ts';

/** What a task keeps of them: the latest, so that it does not grow for ever. */
const SKIPS_MAX = 50;

/** Leaves the task to others, and says why. Whoever skipped it does not get it as the next one again. */
export async function skipTask(db: Transactor, caller: Caller, task: TaskRow, given: string): Promise<TaskRow> {
  const reason = storableText(given).trim();
  if (reason === '') throw invalidFields({ reason: ['Say why you skip it.'] });
  return db.tx(async (tx) => {
    const now = await lockTask(tx, caller.orgId, task);
    await refuseHindrance(tx, caller, now);
    const skips = [...now.skips, { by: await findWho(tx, caller), reason, at: new Date().toISOString() }];
    await tx.run(
      `update review_tasks set skips = $3::jsonb, reserved_by = null, reserved_user = null, reserved_key = null,
         reserved_at = null, reserved_until = null where id = $1 and org_id = $2 and status = 'open'`,
      [now.id, caller.orgId, storableJson(skips.slice(-SKIPS_MAX))],
    );
    await insertAudit(tx, caller, {
      orgId: caller.orgId,
      action: 'review.skipped',
      targetType: 'review',
      targetId: now.id,
      // Without the words: they may quote the data of the job, which can be deleted, and the log cannot.
      detail: { job_id: now.jobId, round: now.round },
    });
    return getTask(tx, caller.orgId, now.id);
  });
}
