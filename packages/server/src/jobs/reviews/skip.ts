import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { storableJson, storableText } from '../record/storable.ts';
import { findWho } from '../waits/answer-wait.ts';
import { getTask, lockTask, refuseHindrance } from './take-task.ts';
import type { TaskRow } from './tasks-store.ts';

/** How many skips a task keeps, so that it does not grow forever. */
const SKIPS_MAX = 50;

/** Leaves the task to others with a reason. A reviewer who skipped it does not get it as the next task again. */
export async function skipTask(db: Transactor, caller: Caller, task: TaskRow, given: string): Promise<TaskRow> {
  const reason = storableText(given).trim();
  if (reason === '') throw invalidFields({ reason: ['This field is required: enter why you skip this review.'] });
  return db.tx(async (tx) => {
    const now = await lockTask(tx, caller.orgId, task);
    await refuseHindrance(tx, caller, now);
    const skips = [...now.skips, { by: await findWho(tx, caller), reason, at: new Date().toISOString() }];
    await tx.run(
      `update review_tasks set skips = $3::jsonb, reserved_by = null, reserved_user = null, reserved_key = null,
         reserved_at = null, reserved_until = null where id = $1 and org_id = $2 and status = 'open'`,
      [now.id, caller.orgId, storableJson(skips.slice(-SKIPS_MAX))],
    );
    await audit(tx, caller, 'review.skipped', now.id, { job_id: now.jobId, round: now.round });
    return getTask(tx, caller.orgId, now.id);
  });
}
