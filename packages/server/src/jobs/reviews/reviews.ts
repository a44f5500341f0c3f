import type { Lesson } from '#engines/engine/engine.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { JobInput, JobStatus } from '../record/model.ts';
import type { CorrectedOutputs } from './corrections.ts';
import type { StoredStatus } from './status.ts';

// The review that counts for a job: the last one, once no other task is open. While two reviewers disagree, the row says
// so, and none counts. Everything that shows whether a job was
// reviewed reads these rows. The tasks behind them are in tasks-store.ts.

export type Review = {
  job_id: string;
  status: StoredStatus;
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

/** Lists the reviews of jobs, changed after a time of each: that when its answer was copied. */
export function listReviewsSince(db: Db, orgId: string, jobs: { id: string; since: Date }[]): Promise<Review[]> {
  return db.query<Review>(
    `select review.job_id, review.status, review.corrected_verdict, review.corrected_outputs, review.comment,
       review.reviewed_at, reviewer.email as reviewed_by
     from json_to_recordset($2::json) as given (id uuid, since timestamptz)
     join job_reviews review on review.job_id = given.id and review.reviewed_at > given.since
     left join users reviewer on reviewer.id = review.reviewer_id
     where review.org_id = $1`,
    [orgId, JSON.stringify(jobs)],
  );
}

/** Stores the review that counts for a job and replaces an earlier one. */
export async function putReview(
  tx: Db,
  caller: Caller,
  job: { id: string; agentId: string },
  review: NewReview,
): Promise<void> {
  await tx.run(
    `insert into job_reviews (job_id, org_id, agent_id, status, corrected_verdict, corrected_outputs, comment,
       reviewer_id, reviewed_at)
     values ($2, $1, $3, $4, $5::json->>'verdict', nullif(($5::json->'outputs')::jsonb, 'null'), $6, $7, $8)
     on conflict (job_id) do update set status = excluded.status, corrected_verdict = excluded.corrected_verdict,
       corrected_outputs = excluded.corrected_outputs, comment = excluded.comment, reviewer_id = excluded.reviewer_id,
       -- If two come at once, the one stored second counts, even if the clocks of their processes differ.
       reviewed_at = greatest(job_reviews.reviewed_at, excluded.reviewed_at)`,
    [
      caller.orgId,
      job.id,
      job.agentId,
      statusOf(review),
      JSON.stringify({ verdict: review.correctedVerdict, outputs: review.correctedOutputs }),
      review.comment,
      caller.userId,
      new Date(databaseNow()),
    ],
  );
}

/** Notes that two reviewers disagree about a job: no review of it counts any more. */
export async function putDispute(tx: Db, orgId: string, job: { id: string; agentId: string }): Promise<void> {
  await tx.run(
    `insert into job_reviews (job_id, org_id, agent_id, status, reviewed_at) values ($2, $1, $3, 'disputed', $4)
     on conflict (job_id) do update set status = 'disputed', corrected_verdict = null, corrected_outputs = null, comment = '',
       reviewer_id = null, reviewed_at = greatest(job_reviews.reviewed_at, excluded.reviewed_at)`,
    [orgId, job.id, job.agentId, new Date(databaseNow())],
  );
}

export const statusOf = ({ agrees }: Pick<NewReview, 'agrees'>): 'approved' | 'rejected' =>
  agrees ? 'approved' : 'rejected';

export type Correction = Pick<NewReview, 'correctedVerdict' | 'correctedOutputs'>;

/** Lists corrections and comments of reviewers about the agent's verdicts, newest first. */
export function listLessons(db: Db, orgId: string, agentId: string, size: number): Promise<Lesson[]> {
  return db.query<Lesson>(
    `select r.ui_fields->>'verdict' as verdict, review.corrected_verdict, review.comment
     from job_reviews review join job_results r on r.job_id = review.job_id
     where review.org_id = $1 and review.agent_id = $2 and (review.status = 'rejected' or review.comment <> '') and review.status <> 'disputed'
       and r.data_deleted_at is null
     order by review.job_id desc limit $3::int`,
    [orgId, agentId, size],
  );
}

/** Returns corrections by job, for jobs that have one. */
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

/** Lists reviewed jobs whose data is not deleted, in the order of the jobs. */
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
