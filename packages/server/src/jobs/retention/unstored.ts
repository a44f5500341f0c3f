import { behindJob } from '#orgs/actor.ts';
import { causedWithin } from '#orgs/causes.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { again, end } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { deleteJobData, type EraseDeps } from '../record/delete-data.ts';
import { isFinal } from '../record/model.ts';
import { findRecord } from '../record/store.ts';

// Jobs of which nothing is kept. Whoever answers the caller deletes their data; this work does so if the caller has left,
// the job waits for a person, or the process has died.

export const unstoredRows: LeasedRows = {
  name: 'unstored_jobs',
  table: 'unstored_jobs',
  open: 't.outcome is null',
  due: 'due_at',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: 'ended_at = clock_timestamp()',
};

type Due = { job_id: string; user_id: number | null; key_id: string | null };

/** The answer usually deletes the data before anybody else looks. */
const LOOK_SECONDS = 60;
/** A hold, or the archive, keeps the data for now. */
const KEPT_SECONDS = 3_600;

/** Writes down that the data of this job goes when it has ended. */
export async function markUnstored(db: Db, { orgId, userId, keyId }: Caller, jobId: string): Promise<void> {
  await db.run(
    `insert into unstored_jobs (id, org_id, job_id, user_id, key_id, due_at)
     values ($1::uuid, $2::uuid, $3::uuid, $4::int, $5::uuid, now() + $6::int * interval '1 second')`,
    [newId(), orgId, jobId, userId, keyId, LOOK_SECONDS],
  );
}

/** Deletes the data if the job has ended, and returns whether it had. */
export async function deleteUnstored(deps: EraseDeps, caller: Caller, jobId: string): Promise<boolean> {
  const { orgId } = caller;
  const db = deps.database.tenant(orgId);
  const job = await findRecord(db, orgId, jobId);
  if (job !== undefined && !isFinal(job.status)) return false;
  if (job !== undefined) await deleteJobData(deps, caller, jobId);
  await db.run('delete from unstored_jobs where org_id = $1::uuid and job_id = $2::uuid and claim_id is null', [
    orgId,
    jobId,
  ]);
  return true;
}

export const createUnstoredWork = (kit: WorkKit, deps: EraseDeps): LeasedWork<Due> =>
  kit.define<Due>({
    rows: unstoredRows,
    columns: 't.job_id, t.user_id, t.key_id',
    atOnce: 2,
    tryMsMax: 60_000,
    delaysSeconds: [60, 600, KEPT_SECONDS],
    givesUp: false,
    prune: [{ days: 1 }],
    async run({ org_id: orgId, job_id: jobId, user_id: userId, key_id: keyId }) {
      // That nothing is kept was said when the job began, so no rule of members is in the way of it.
      const caller: Caller = { orgId, userId, keyId, role: 'admin', via: 'service' };
      try {
        const isDeleted = await causedWithin(behindJob(jobId), () => deleteUnstored(deps, caller, jobId));
        return isDeleted ? end({ outcome: 'deleted' }) : again(LOOK_SECONDS);
      } catch (error) {
        if (error instanceof AppError) return again(KEPT_SECONDS);
        throw error;
      }
    },
  });
