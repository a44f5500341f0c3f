import type { Lesson } from '#engines/engine/engine.ts';
import { verdictNames } from '#engines/investigation/decide/classifications.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import { isFinal, type JobInput, type JobStatus } from '../record/model.ts';
import type { JobState } from '../record/store.ts';

// What people say about the verdicts of jobs. The last review of a job counts.

export type Review = {
  job_id: string;
  status: 'approved' | 'rejected';
  corrected_verdict: string | null;
  comment: string;
  reviewed_at: Date;
  reviewed_by: string | null;
};

export type NewReview = { agrees: boolean; comment: string; correctedVerdict: string | null };

export async function findReview(db: Db, orgId: string, jobId: string): Promise<Review | undefined> {
  const rows = await db.query<Review>(
    `select review.job_id, review.status, review.corrected_verdict, review.comment, review.reviewed_at,
       reviewer.email as reviewed_by
     from job_reviews review left join users reviewer on reviewer.id = review.reviewer_id
     where review.org_id = $1 and review.job_id = $2`,
    [orgId, jobId],
  );
  return rows[0];
}

/** Keeps what a person says of a finished job; a later review replaces it. */
export async function reviewJob(db: Transactor, caller: Caller, job: JobState, review: NewReview): Promise<Review> {
  const { orgId } = caller;
  if (!isFinal(job.status)) throw new AppError('invalid_request', { detail: 'The job is not final yet.' });
  const correctedVerdict = review.agrees ? null : await checkVerdict(db, orgId, job.id, review.correctedVerdict);
  const status = review.agrees ? 'approved' : 'rejected';
  return db.tx(async (tx) => {
    await tx.run(
      `insert into job_reviews (job_id, org_id, agent_id, status, corrected_verdict, comment, reviewer_id, reviewed_at)
       values ($2, $1, $3, $4, $5, $6, $7, $8)
       on conflict (job_id) do update set status = excluded.status, corrected_verdict = excluded.corrected_verdict,
         comment = excluded.comment, reviewer_id = excluded.reviewer_id,
         -- Of two at once the one that came second counts, whatever the clocks of their processes say.
         reviewed_at = greatest(job_reviews.reviewed_at, excluded.reviewed_at)`,
      [orgId, job.id, job.agentId, status, correctedVerdict, review.comment, caller.userId, new Date(databaseNow())],
    );
    await insertAudit(tx, caller, {
      orgId,
      action: 'job.reviewed',
      targetType: 'job',
      targetId: job.id,
      detail: { status, corrected_verdict: correctedVerdict },
    });
    return (await findReview(tx, orgId, job.id))!;
  });
}

/** Who disagrees says what is right, in the words of the policy that the job was decided by. */
async function checkVerdict(db: Db, orgId: string, jobId: string, verdict: string | null): Promise<string> {
  if (verdict === null || verdict.trim() === '')
    throw invalidFields({ corrected_verdict: ['Say what the verdict should have been.'] });
  const rows = await db.query<{ policy_version_id: string | null }>(
    'select policy_version_id from jobs where org_id = $1 and id = $2',
    [orgId, jobId],
  );
  const versionId = rows[0]?.policy_version_id ?? null;
  const policy = versionId === null ? undefined : await findAppliedPolicy(db, orgId, versionId);
  const names = policy && verdictNames(policy);
  if (names !== undefined && !names.includes(verdict))
    throw invalidFields({ corrected_verdict: [`Has to be one of: ${names.join(', ')}.`] });
  return verdict;
}

/** What reviewers had to say about the agent's verdicts, newest first: corrections, and agreement with words. */
export function listLessons(db: Db, orgId: string, agentId: string, size: number): Promise<Lesson[]> {
  return db.query<Lesson>(
    `select r.ui_fields->>'verdict' as verdict, review.corrected_verdict, review.comment
     from job_reviews review join job_results r on r.job_id = review.job_id
     where review.org_id = $1 and review.agent_id = $2 and (review.status = 'rejected' or review.comment <> '')
       and r.data_deleted_at is null
     order by review.job_id desc limit $3::int`,
    [orgId, agentId, size],
  );
}

/** Corrected verdicts by job, of those that have one. */
export async function listCorrections(db: Db, orgId: string, jobIds: string[]): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.query<{ job_id: string; corrected_verdict: string }>(
    `select job_id, corrected_verdict from job_reviews
     where org_id = $1 and job_id = any($2::uuid[]) and corrected_verdict is not null`,
    [orgId, jobIds],
  );
  return new Map(rows.map((row) => [row.job_id, row.corrected_verdict]));
}

export type ReviewedCase = Review & {
  version_id: string;
  policy_version_id: string | null;
  inputs: JobInput[];
  metadata: Record<string, unknown> | null;
  job_status: JobStatus;
  verdict: string | null;
  outputs: unknown[];
};

/** Reviewed jobs whose data is still there, in the order of the jobs. */
export function listReviewed(
  db: Db,
  orgId: string,
  agentId: string,
  { status, after, size }: { status: string; after: string; size: number },
): Promise<ReviewedCase[]> {
  return db.query<ReviewedCase>(
    `select review.job_id, review.status, review.corrected_verdict, review.comment, review.reviewed_at,
       reviewer.email as reviewed_by, j.version_id, j.policy_version_id, j.inputs, j.metadata, r.status as job_status,
       r.ui_fields->>'verdict' as verdict, r.outputs
     from job_reviews review join jobs j on j.id = review.job_id join job_results r on r.job_id = review.job_id
     left join users reviewer on reviewer.id = review.reviewer_id
     where review.org_id = $1 and review.agent_id = $2 and review.status = $3 and review.job_id > $4::uuid
       and r.data_deleted_at is null
     order by review.job_id limit $5::int`,
    [orgId, agentId, status, after, size],
  );
}
