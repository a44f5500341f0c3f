import type { OutputItem } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import { type JobInput, jobStatus, TRIAL_ORIGINS } from '../record/model.ts';

// Past jobs that are decided again or become cases of evaluation sets.

export type PastJob = {
  id: string;
  agent_id: string;
  agent_deleted: boolean;
  version_id: string;
  /** The policy that it was decided by. */
  policy_id: string | null;
  status: number | null;
  origin: string;
  inputs: JobInput[];
  verdict: string | null;
  outputs: OutputItem[];
  data_deleted: boolean;
  /** The job that has its evidence: itself, or the original of a cached result. */
  evidence_of: string;
};

/** Lists jobs by id. `bare` leaves out inputs and outputs, for many at once. */
export function listPastJobs(db: Db, orgId: string, ids: string[], { bare = false } = {}): Promise<PastJob[]> {
  return db.query<PastJob>(
    `select j.id, j.agent_id, a.id is null or a.deleted_at is not null as agent_deleted, j.version_id, v.policy_id, r.status,
       j.origin, case when $3 then '[]'::json else j.inputs end as inputs, r.ui_fields->>'verdict' as verdict,
       case when $3 then '[]'::json else coalesce(r.outputs, '[]') end as outputs,
       r.data_deleted_at is not null as data_deleted, coalesce(r.source_job_id, j.id) as evidence_of
     from jobs j left join job_results r on r.job_id = j.id left join agents a on a.id = j.agent_id
     left join policy_versions v on v.id = j.policy_version_id
     where j.org_id = $1::uuid and j.id = any ($2::uuid[])`,
    [orgId, ids, bare],
  );
}

/** Returns why the job has no result that can be judged or decided again, or undefined if it has one. */
export function findObstacle(job: PastJob): string | undefined {
  if (job.status === null) return 'It has not ended.';
  if (job.data_deleted) return 'Its data was deleted.';
  if (job.status !== jobStatus.success && job.status !== jobStatus.cached) return 'It did not succeed.';
  return undefined;
}

export type PastFilter = {
  agent_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  verdict?: string | undefined;
  limit: number;
};

/** Lists the latest jobs that were decided by versions of the policy, without trials. */
export async function listMatchingJobs(
  db: Db,
  orgId: string,
  policyId: string,
  { agent_id, from, to, verdict, limit }: PastFilter,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select j.id from jobs j join job_results r on r.job_id = j.id
     where j.org_id = $1::uuid and j.policy_version_id in (select id from policy_versions where policy_id = $2::uuid)
       and j.origin not in (${TRIAL_ORIGINS}) and r.status in (${jobStatus.success}, ${jobStatus.cached})
       and ($3::uuid is null or j.agent_id = $3::uuid) and ($4::timestamptz is null or j.created_at >= $4::timestamptz)
       and ($5::timestamptz is null or j.created_at < $5::timestamptz)
       and ($6::text is null or r.ui_fields->>'verdict' = $6::text)
     order by j.id desc limit $7::int`,
    [orgId, policyId, agent_id ?? null, from ?? null, to ?? null, verdict ?? null, limit],
  );
  return rows.map((row) => row.id);
}
