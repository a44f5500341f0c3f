import type { SkillGeneration } from '@errand/contract/skills.ts';
import type { Db } from '#platform/db.ts';
import { jobStatus } from '../record/model.ts';

/** Returns the state of a generation by its job, or undefined if there is no such job. */
export async function findGenerationState(
  db: Db,
  orgId: string,
  jobId: string,
): Promise<{ status: SkillGeneration['status']; error: string } | undefined> {
  const rows = await db.query<{ status: number | null; error_message: string | null }>(
    `select r.status, r.error_message from jobs j left join job_results r on r.job_id = j.id
     where j.org_id = $1 and j.id = $2`,
    [orgId, jobId],
  );
  const job = rows[0];
  if (job === undefined) return undefined;
  if (job.status === null) return { status: 'building', error: '' };
  if (job.status === jobStatus.success || job.status === jobStatus.cached) return { status: 'succeeded', error: '' };
  const cancelled = job.status === jobStatus.cancelled ? 'The generation was cancelled.' : 'The generation failed.';
  return { status: 'failed', error: job.error_message ?? cancelled };
}
