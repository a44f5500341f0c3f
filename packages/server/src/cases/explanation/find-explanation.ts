import { isFinal } from '#jobs/record/model.ts';
import { findRecord } from '#jobs/record/store.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import { type Explanation, explain } from './explain.ts';

/** Undefined: the job has ended, and there is no decision to explain. */
export async function findExplanation(db: Db, orgId: string, jobId: string): Promise<Explanation | undefined> {
  const record = await findRecord(db, orgId, jobId);
  if (record === undefined || !isFinal(record.status)) throw new AppError('job_not_final');
  const [job] = await db.query<{ policy_version_id: string | null }>(
    'select policy_version_id from jobs where org_id = $1::uuid and id = $2::uuid',
    [orgId, jobId],
  );
  const versionId = job?.policy_version_id ?? null;
  const policy = versionId === null ? undefined : await findAppliedPolicy(db, orgId, versionId);
  return policy && explain(record.outputs, policy);
}

export async function getExplanation(db: Db, orgId: string, jobId: string): Promise<Explanation> {
  const found = await findExplanation(db, orgId, jobId);
  if (found === undefined)
    throw new AppError('conflict', {
      detail: 'There is nothing to explain: no policy decided this job, or its data was deleted.',
    });
  return found;
}
