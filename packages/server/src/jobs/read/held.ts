import { succeededStatuses } from '@errand/contract/job-status.ts';
import { hasRole } from '@errand/contract/roles.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { forbidden } from '#platform/errors.ts';
import { HELD_STEP } from '../record/model.ts';
import type { JobState } from '../record/store.ts';

/**
 * Refuses viewers and auditors, who decide nothing, what a job recorded while its result has to be approved, and after it was refused: the result is in
 * its steps, artifacts and sources. Whoever may decide has to see them.
 */
export async function refuseHeld(db: Db, caller: Caller, job: Pick<JobState, 'id' | 'status'>): Promise<void> {
  if (hasRole(caller.role, 'analyst') || RELEASED.includes(job.status)) return;
  const held = await db.query(
    'select 1 from job_steps where org_id = $1::uuid and job_id = $2::uuid and key = $3::text',
    [caller.orgId, job.id, HELD_STEP],
  );
  if (held.length > 0)
    throw forbidden('The result of this job was not approved. Viewers and auditors see only approved results.');
}

const RELEASED: readonly number[] = succeededStatuses;
