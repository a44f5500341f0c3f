import type { OutputItem } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import { type JobInput, jobStatus } from '../record/model.ts';

// Jobs that are to be decided again or that become cases.

export type PastJob = {
  id: string;
  agent_id: string;
  agent_deleted: boolean;
  version_id: string;
  /** The policy of the version that it was decided by. */
  policy_id: string | null;
  status: number | null;
  origin: string;
  inputs: JobInput[];
  verdict: string | null;
  outputs: OutputItem[];
  data_deleted: boolean;
  /** The job that made its evidence: itself, or the one that the cache had. */
  evidence_of: string;
};

export function listPastJobs(db: Db, orgId: string, ids: string[]): Promise<PastJob[]> {
  return db.query<PastJob>(
    `select j.id, j.agent_id, a.id is null or a.deleted_at is not null as agent_deleted, j.version_id, v.policy_id, r.status,
       j.origin, j.inputs, r.ui_fields->>'verdict' as verdict, coalesce(r.outputs, '[]') as outputs,
       r.data_deleted_at is not null as data_deleted, coalesce(r.source_job_id, j.id) as evidence_of
     from jobs j left join job_results r on r.job_id = j.id left join agents a on a.id = j.agent_id
     left join policy_versions v on v.id = j.policy_version_id
     where j.org_id = $1::uuid and j.id = any ($2::uuid[])`,
    [orgId, ids],
  );
}

/** Why the job has no answer that could be judged or decided again; undefined: it has one. */
export function findObstacle(job: PastJob): string | undefined {
  if (job.status === null) return 'It is not finished.';
  if (job.data_deleted) return 'Its data was deleted.';
  if (job.status !== jobStatus.success && job.status !== jobStatus.cached) return 'It did not succeed.';
  return undefined;
}
