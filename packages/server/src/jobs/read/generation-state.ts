import type { SkillGeneration } from '@errand/contract/skills.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { jobStatus } from '../record/model.ts';

/** A job is accepted within seconds, or after up to half a minute of waiting for the database. */
const STARTING_MS = 60_000;

/**
 * Returns the state of a generation by its job. A process that died before it started the job leaves a generation
 * without one.
 */
export async function findGenerationState(
  db: Db,
  orgId: string,
  jobId: string | null,
  since: Date,
): Promise<{ status: SkillGeneration['status']; error: string }> {
  const rows = await db.query<{ status: number | null; error_message: string | null }>(
    `select r.status, r.error_message from jobs j left join job_results r on r.job_id = j.id
     where j.org_id = $1 and j.id = $2`,
    [orgId, jobId],
  );
  const job = rows[0];
  if (job === undefined)
    return databaseNow() - since.getTime() < STARTING_MS
      ? { status: 'building', error: '' }
      : { status: 'failed', error: 'The job was not started. Try again.' };
  if (job.status === null) return { status: 'building', error: '' };
  if (job.status === jobStatus.success || job.status === jobStatus.cached) return { status: 'succeeded', error: '' };
  const cancelled = job.status === jobStatus.cancelled ? 'The generation was cancelled.' : 'The generation failed.';
  return { status: 'failed', error: job.error_message ?? cancelled };
}
