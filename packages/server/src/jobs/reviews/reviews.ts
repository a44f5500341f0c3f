import type { Lesson, OutputItem } from '#engines/engine/engine.ts';
import { verdictNames } from '#engines/investigation/decide/classifications.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import { isFinal, type JobInput, type JobStatus } from '../record/model.ts';
import type { JobState } from '../record/store.ts';
import { type CorrectedOutputs, canBePut, firstJson } from './corrections.ts';

// What people say about the verdicts of jobs. The last review of a job counts.

export type Review = {
  job_id: string;
  status: 'approved' | 'rejected';
  corrected_verdict: string | null;
  corrected_outputs: CorrectedOutputs | null;
  comment: string;
  reviewed_at: Date;
  reviewed_by: string | null;
};

export type NewReview = {
  agrees: boolean;
  comment: string;
  correctedVerdict: string | null;
  correctedOutputs: CorrectedOutputs | null;
};

export async function findReview(db: Db, orgId: string, jobId: string): Promise<Review | undefined> {
  const rows = await db.query<Review>(
    `select review.job_id, review.status, review.corrected_verdict, review.corrected_outputs, review.comment,
       review.reviewed_at, reviewer.email as reviewed_by
     from job_reviews review left join users reviewer on reviewer.id = review.reviewer_id
     where review.org_id = $1 and review.job_id = $2`,
    [orgId, jobId],
  );
  return rows[0];
}

/** Keeps what a person says of a finished job; a later review replaces it. */
export async function reviewJob(db: Transactor, caller: Caller, job: JobState, review: NewReview): Promise<Review> {
  const { orgId } = caller;
  if (!isFinal(job.status)) throw new AppError('job_not_final');
  const { correctedVerdict, correctedOutputs } = review.agrees
    ? { correctedVerdict: null, correctedOutputs: null }
    : await checkCorrection(db, orgId, job.id, review);
  const status = review.agrees ? 'approved' : 'rejected';
  return db.tx(async (tx) => {
    await tx.run(
      `insert into job_reviews (job_id, org_id, agent_id, status, corrected_verdict, corrected_outputs, comment,
         reviewer_id, reviewed_at)
       values ($2, $1, $3, $4, $5::json->>'verdict', nullif(($5::json->'outputs')::jsonb, 'null'), $6, $7, $8)
       on conflict (job_id) do update set status = excluded.status, corrected_verdict = excluded.corrected_verdict,
         corrected_outputs = excluded.corrected_outputs, comment = excluded.comment, reviewer_id = excluded.reviewer_id,
         -- Of two at once the one that came second counts, whatever the clocks of their processes say.
         reviewed_at = greatest(job_reviews.reviewed_at, excluded.reviewed_at)`,
      [
        orgId,
        job.id,
        job.agentId,
        status,
        JSON.stringify({ verdict: correctedVerdict, outputs: correctedOutputs }),
        review.comment,
        caller.userId,
        new Date(databaseNow()),
      ],
    );
    await insertAudit(tx, caller, {
      orgId,
      action: 'job.reviewed',
      targetType: 'job',
      targetId: job.id,
      detail: {
        status,
        corrected_verdict: correctedVerdict,
        ...(correctedOutputs && { corrected_fields: Object.keys(correctedOutputs).slice(0, 50) }),
      },
    });
    return (await findReview(tx, orgId, job.id))!;
  });
}

export type Correction = Pick<NewReview, 'correctedVerdict' | 'correctedOutputs'>;

/**
 * Who disagrees with a verdict names the right one, in the words of the policy that the job was decided by. Where there
 * is no verdict, right values or words are enough.
 */
async function checkCorrection(db: Db, orgId: string, jobId: string, review: NewReview): Promise<Correction> {
  const given = review.correctedVerdict?.trim() ? review.correctedVerdict : null;
  const rows = await db.query<{
    policy_version_id: string | null;
    verdict: string | null;
    outputs: OutputItem[] | null;
  }>(
    `select j.policy_version_id, r.ui_fields->>'verdict' as verdict, r.outputs
     from jobs j left join job_results r on r.job_id = j.id where j.org_id = $1 and j.id = $2`,
    [orgId, jobId],
  );
  const { policy_version_id: versionId = null, verdict = null, outputs } = rows[0] ?? {};
  if (given === null && verdict !== null)
    throw invalidFields({ corrected_verdict: ['Say what the verdict should have been.'] });
  const correctedOutputs = review.correctedOutputs && checkPointers(review.correctedOutputs, outputs ?? []);
  if (given === null && correctedOutputs === null && review.comment.trim() === '')
    throw invalidFields({
      corrected_outputs: ['Say what is right: values by JSON pointer here, or words in human_feedback.'],
    });
  const policy = versionId === null ? undefined : await findAppliedPolicy(db, orgId, versionId);
  const names = policy && verdictNames(policy);
  if (given !== null && names !== undefined && !names.includes(given))
    throw invalidFields({ corrected_verdict: [`Must be one of: ${names.join(', ')}.`] });
  return { correctedVerdict: given, correctedOutputs };
}

/** Each pointer leads to a value of the output, or to a member that could be added to one. */
function checkPointers(corrected: CorrectedOutputs, outputs: OutputItem[]): CorrectedOutputs | null {
  if (Object.keys(corrected).length === 0) return null;
  const value = firstJson(outputs);
  if (value === undefined) throw invalidFields({ corrected_outputs: ['The job has no JSON output to correct.'] });
  const wrong = Object.keys(corrected).filter((pointer) => !canBePut(value, pointer));
  if (wrong.length > 0)
    throw invalidFields({
      corrected_outputs: wrong
        .slice(0, 5)
        .map((pointer) => `'${pointer.slice(0, 100)}' leads to nothing in the output.`),
    });
  return corrected;
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

/** Corrections by job, of those that have one. */
export async function listCorrections(db: Db, orgId: string, jobIds: string[]): Promise<Map<string, Correction>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.query<Pick<Review, 'job_id' | 'corrected_verdict' | 'corrected_outputs'>>(
    `select job_id, corrected_verdict, corrected_outputs from job_reviews
     where org_id = $1 and job_id = any($2::uuid[]) and (corrected_verdict is not null or corrected_outputs is not null)`,
    [orgId, jobIds],
  );
  return new Map(
    rows.map((row) => [
      row.job_id,
      { correctedVerdict: row.corrected_verdict, correctedOutputs: row.corrected_outputs },
    ]),
  );
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
    `select review.job_id, review.status, review.corrected_verdict, review.corrected_outputs, review.comment,
       review.reviewed_at, reviewer.email as reviewed_by, j.version_id, j.policy_version_id, j.inputs, j.metadata, r.status as job_status,
       r.ui_fields->>'verdict' as verdict, r.outputs
     from job_reviews review join jobs j on j.id = review.job_id join job_results r on r.job_id = review.job_id
     left join users reviewer on reviewer.id = review.reviewer_id
     where review.org_id = $1 and review.agent_id = $2 and review.status = $3 and review.job_id > $4::uuid
       and r.data_deleted_at is null
     order by review.job_id limit $5::int`,
    [orgId, agentId, status, after, size],
  );
}
