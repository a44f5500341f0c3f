import type { EvaluationScores } from '@errand/contract/evaluations.ts';
import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';

// Runs of versions on evaluation sets. A run is a batch of jobs; its results are in results-store.ts.

export type RunStatus = 'pending' | 'running' | 'done' | 'cancelled' | 'failed';

export type RunRow = {
  id: string;
  org_id: string;
  set_id: string;
  batch_id: string;
  agent_id: string;
  agent_version_id: string;
  policy_version_id: string | null;
  model: string | null;
  repeats: number;
  status: RunStatus;
  reason: string | null;
  total: number;
  warnings: string[];
  scores: EvaluationScores | null;
  baseline_run_id: string | null;
  regressions: number | null;
  cancel_asked_at: Date | null;
  created_by: number | null;
  started_at: Date;
  finished_at: Date | null;
  cost: number;
  max_cost: number | null;
  /** Cases with jobs that have not ended. */
  open: number;
  outdated: boolean;
};

const COLUMNS = `r.id, r.org_id, r.set_id, r.batch_id, r.agent_id, r.agent_version_id, r.policy_version_id, r.model,
  r.repeats, r.status, r.reason, r.total, r.warnings, r.scores, r.baseline_run_id, r.regressions, r.cancel_asked_at,
  r.created_by, r.started_at, r.finished_at, b.spent as cost, b.max_cost, s.cases_changed_at > r.started_at as outdated,
  case when r.finished_at is not null then 0 else (
    select count(distinct j.batch_index / r.repeats)::int from job_queue q join jobs j on j.id = q.job_id
    where q.batch_id = r.batch_id) end as open`;
const FROM = 'from evaluation_runs r join batches b on b.id = r.batch_id join evaluation_sets s on s.id = r.set_id';

export async function findRun(db: Db, orgId: string, id: string): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(`select ${COLUMNS} ${FROM} where r.org_id = $1::uuid and r.id = $2::uuid`, [
    orgId,
    id,
  ]);
  return rows[0];
}

export async function findRunOfBatch(db: Db, orgId: string, batchId: string): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(`select ${COLUMNS} ${FROM} where r.org_id = $1::uuid and r.batch_id = $2::uuid`, [
    orgId,
    batchId,
  ]);
  return rows[0];
}

/** Lists runs, newest first. */
export async function listRuns(
  db: Db,
  orgId: string,
  setId: string,
  page: { size: number; offset: number },
): Promise<{ count: number; rows: RunRow[] }> {
  const [total] = await db.query<{ count: number }>(
    'select count(*) as count from evaluation_runs where org_id = $1::uuid and set_id = $2::uuid',
    [orgId, setId],
  );
  const rows = await db.query<RunRow>(
    `select ${COLUMNS} ${FROM} where r.org_id = $1::uuid and r.set_id = $2::uuid order by r.id desc
     limit $3::int offset $4::bigint`,
    [orgId, setId, page.size, page.offset],
  );
  return { count: total!.count, rows };
}

/** Runs whose jobs have all ended. */
export const settledRows: LeasedRows = {
  name: 'evaluation_runs',
  table: 'evaluation_runs',
  open: 't.finished_at is null and not exists (select from job_queue q where q.batch_id = t.batch_id)',
  due: 'settle_at',
  claim: 'claim_id',
  attempts: 'attempts',
};

/** Returns undefined if the run has ended or another process has locked it. */
export async function lockOpenRun(tx: Db, orgId: string, id: string): Promise<RunRow | undefined> {
  const rows = await tx.query<RunRow>(
    `select ${COLUMNS} ${FROM} where r.org_id = $1::uuid and r.id = $2::uuid and r.finished_at is null
     for update of r skip locked`,
    [orgId, id],
  );
  return rows[0];
}

export type NewRun = {
  id: string;
  setId: string;
  batchId: string;
  agentId: string;
  agentVersionId: string;
  policyVersionId: string | null;
  model: string | null;
  repeats: number;
  total: number;
  warnings: string[];
  creatorId: number | null;
};

export async function insertRun(tx: Db, orgId: string, run: NewRun): Promise<void> {
  await tx.run(
    `insert into evaluation_runs (id, org_id, set_id, batch_id, agent_id, agent_version_id, policy_version_id, model,
       repeats, status, total, warnings, created_by, started_at)
     select id, $1::uuid, "setId", "batchId", "agentId", "agentVersionId", "policyVersionId", model, repeats, 'running',
       total, warnings, "creatorId", clock_timestamp()
     from json_to_record($2::json) as r (id uuid, "setId" uuid, "batchId" uuid, "agentId" uuid, "agentVersionId" uuid,
       "policyVersionId" uuid, model text, repeats int, total int, warnings json, "creatorId" int)`,
    [orgId, JSON.stringify(run)],
  );
}

export type RunEnd = {
  status: 'done' | 'cancelled' | 'failed';
  reason: string | null;
  scores: EvaluationScores | null;
  baselineRunId: string | null;
  regressions: number | null;
};

export async function endRun(tx: Db, orgId: string, id: string, end: RunEnd): Promise<void> {
  await tx.run(
    `update evaluation_runs set status = $3, reason = $4, scores = $5::json, baseline_run_id = $6::uuid,
       regressions = $7::int, finished_at = clock_timestamp(), claim_id = null, settle_at = null
     where org_id = $1::uuid and id = $2::uuid and finished_at is null`,
    [orgId, id, end.status, end.reason, end.scores && JSON.stringify(end.scores), end.baselineRunId, end.regressions],
  );
}

export async function noteCancel(tx: Db, orgId: string, id: string): Promise<boolean> {
  const changed = await tx.run(
    `update evaluation_runs set cancel_asked_at = clock_timestamp()
     where org_id = $1::uuid and id = $2::uuid and finished_at is null and cancel_asked_at is null`,
    [orgId, id],
  );
  return changed > 0;
}

/** Returns false if the run is not cancelled. */
export async function reopenRun(tx: Db, orgId: string, id: string): Promise<boolean> {
  const changed = await tx.run(
    `update evaluation_runs set status = 'running', reason = null, finished_at = null, cancel_asked_at = null
     where org_id = $1::uuid and id = $2::uuid and status = 'cancelled'`,
    [orgId, id],
  );
  return changed > 0;
}

/** Finds the latest finished run of exactly these versions on the set, other than `but`. */
export async function findLatestRun(
  db: Db,
  orgId: string,
  given: { setId: string; agentVersionId: string; policyVersionId: string | null; but: string },
): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    `select id from evaluation_runs
     where org_id = $1::uuid and set_id = $2::uuid and agent_version_id = $3::uuid
       and policy_version_id is not distinct from $4::uuid and model is null and status = 'done' and id <> $5::uuid
     order by finished_at desc limit 1`,
    [orgId, given.setId, given.agentVersionId, given.policyVersionId, given.but],
  );
  return rows[0]?.id;
}
