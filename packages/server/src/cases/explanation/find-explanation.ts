import { type ChangedCase, findInputChange } from '#engines/investigation/change-inputs.ts';
import { loadFrozen } from '#jobs/frozen/load-frozen.ts';
import { findObstacle, listPastJobs } from '#jobs/frozen/past-jobs.ts';
import { isFinal } from '#jobs/record/model.ts';
import { findRecord } from '#jobs/record/store.ts';
import { findReview, type Review } from '#jobs/reviews/reviews.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { AppliedPolicy } from '#policies/model.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import { type Explanation, explain } from './explain.ts';

type Deps = { db: Db; storage: Storage; orgId: string };

/** Returns undefined if the job has ended without a decision to explain. Throws if it has not ended. */
export async function findExplanation(deps: Deps, jobId: string): Promise<Explained | undefined> {
  const { db, orgId } = deps;
  const record = await findRecord(db, orgId, jobId);
  if (record === undefined || !isFinal(record.status)) throw new AppError('job_not_final');
  const [job] = await db.query<{ policy_version_id: string | null }>(
    'select policy_version_id from jobs where org_id = $1::uuid and id = $2::uuid',
    [orgId, jobId],
  );
  const versionId = job?.policy_version_id ?? null;
  const policy = versionId === null ? undefined : await findAppliedPolicy(db, orgId, versionId);
  const found = policy && (await explain(record.outputs, policy, await findChangedInputs(deps, jobId, policy)));
  return found && withOverride(found, await findReview(db, orgId, jobId));
}

export type Explained = Explanation & {
  overridden: { verdict: string; by: string | null; at: string; comment: string } | null;
};

/** A reader must not take a verdict for valid that a reviewer has replaced. */
function withOverride(found: Explanation, review: Review | undefined): Explained {
  const verdict = review?.status === 'rejected' ? review.corrected_verdict : null;
  if (review === undefined || verdict === null || verdict === found.verdict) return { ...found, overridden: null };
  const { reviewed_by: by, reviewed_at, comment } = review;
  const said = comment.trim() === '' ? '' : ` The reviewer wrote: ${JSON.stringify(comment.trim())}.`;
  const text = `A reviewer has replaced this verdict with "${verdict}".${said} The rest explains the first verdict.\n\n${found.text}`;
  return { ...found, text, overridden: { verdict, by, at: reviewed_at.toISOString(), comment } };
}

/** Returns undefined if the evidence is gone or cannot be read now. The rest of the explanation is not affected. */
async function findChangedInputs(
  deps: Deps,
  jobId: string,
  policy: AppliedPolicy,
): Promise<ChangedCase | 'too long' | undefined> {
  const [job] = await listPastJobs(deps.db, deps.orgId, [jobId], { bare: true });
  if (job === undefined || findObstacle(job) !== undefined) return undefined;
  const kept = (await loadFrozen(deps, [{ id: job.id, evidenceOf: job.evidence_of }])).get(job.id);
  if (kept === undefined || 'reason' in kept) return undefined;
  const signal = AbortSignal.timeout(TRIES_MS_MAX);
  return findInputChange(policy, kept, signal).catch((error) => {
    if (signal.aborted) return 'too long';
    throw error;
  });
}

/** An explanation is not worth more time. */
const TRIES_MS_MAX = 20_000;

export async function getExplanation(deps: Deps, jobId: string): Promise<Explained> {
  const found = await findExplanation(deps, jobId);
  if (found === undefined)
    throw new AppError('conflict', {
      detail: 'There is nothing to explain. No policy decided this job, or its data was deleted.',
    });
  return found;
}
