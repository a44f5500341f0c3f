import type { StepRow } from '#jobs/read/job-steps.ts';
import type { StatusEvent } from '#jobs/record/model.ts';
import type { Db } from '#platform/db.ts';

// Reads the stored data that a case file is made from.

export type CaseRow = {
  id: string;
  agent_id: string;
  agent_name: string;
  engine: string;
  version_id: string;
  version_name: string;
  engine_config: Record<string, unknown>;
  input_definitions: unknown[];
  approval: unknown;
  policy_version_id: string | null;
  origin: string;
  batch_id: string | null;
  retried_from: string | null;
  source_job_id: string | null;
  requested_by: string | null;
  inputs: unknown[];
  metadata: Record<string, unknown> | null;
  created_at: Date;
  finished_at: Date;
  status: number;
  attempt: number;
  outputs: unknown[];
  ui_fields: Record<string, unknown> | null;
  trust: unknown;
  error_code: string | null;
  error_message: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number;
  events: StatusEvent[];
  data_deleted_at: Date | null;
};

/** Finds an ended job with its agent version. Secrets are masked in the stored configuration. */
export async function findCase(db: Db, orgId: string, jobId: string): Promise<CaseRow | undefined> {
  const [row] = await db.query<CaseRow>(
    `select j.id, j.agent_id, a.name as agent_name, a.engine_class_id as engine, j.version_id, v.version_name,
       v.engine_config, v.input_definitions, v.approval, j.policy_version_id, j.origin, j.batch_id, j.retried_from,
       r.source_job_id, u.email as requested_by, j.inputs, j.metadata, j.created_at, r.finished_at, r.status, r.attempt,
       r.outputs, r.ui_fields, r.trust, r.error_code, r.error_message, r.input_tokens, r.output_tokens, r.cost, r.events,
       r.data_deleted_at
     from jobs j join job_results r on r.job_id = j.id join agent_versions v on v.id = j.version_id
     join agents a on a.id = j.agent_id left join users u on u.id = j.creator_id
     where j.org_id = $1::uuid and j.id = $2::uuid`,
    [orgId, jobId],
  );
  return row;
}

export type CaseStep = Omit<StepRow, 'cached_input_tokens' | 'reused_from'> & { result: unknown };

/** Lists the steps with their results: the answers of models and tools. */
export function listCaseSteps(db: Db, orgId: string, jobId: string): Promise<CaseStep[]> {
  return db.query<CaseStep>(
    `select key, seq, kind, name, model, status, started_at, duration_ms, input_tokens, output_tokens, cost, artifact_key,
       error, route, untrusted, result
     from job_steps where org_id = $1::uuid and job_id = $2::uuid order by seq`,
    [orgId, jobId],
  );
}
