import type { EvaluationScores } from '@errand/contract/evaluations.ts';
import type { BatchRun, BatchRunKind } from '#batch-runs/kind.ts';
import { endRun, settledRowsOf } from '#batch-runs/store.ts';
import { disputedSince } from '#jobs/reviews/tasks-store.ts';
import type { Db } from '#platform/db.ts';

// Runs of versions on evaluation sets. A run is a batch of jobs; its results are in results-store.ts.

export type RunRow = BatchRun & {
  set_id: string;
  batch_id: string;
  agent_id: string;
  agent_version_id: string;
  policy_version_id: string | null;
  model: string | null;
  repeats: number;
  warnings: string[];
  scores: EvaluationScores | null;
  baseline_run_id: string | null;
  regressions: number | null;
  outdated: boolean;
};

/** Whether the cases of the set `s` have changed since the run began, or reviewers came to disagree about one, or ended that. */
export const isOutdated = (run: string): string =>
  `(s.cases_changed_at > ${run}.started_at or exists (select from evaluation_cases c
     where c.set_id = s.id and c.job_id in (${disputedSince('s.org_id', `${run}.started_at`)})))`;

/** What is open are cases, and each has as many jobs as there are repeats. */
export const runKind: BatchRunKind<RunRow> = {
  noun: 'run',
  target: 'evaluation_run',
  origin: 'evaluation',
  table: 'evaluation_runs',
  parent: 'set_id',
  columns: `r.set_id, r.agent_id, r.agent_version_id, r.policy_version_id, r.model, r.repeats, r.warnings, r.scores,
    r.baseline_run_id, r.regressions, ${isOutdated('r')} as outdated`,
  joins: 'join evaluation_sets s on s.id = r.set_id',
  open: `select count(distinct j.batch_index / r.repeats)::int from job_queue q join jobs j on j.id = q.job_id
    where q.batch_id = r.batch_id`,
  describe: ({ set_id }) => ({ evaluation_set_id: set_id }),
};

/** Runs whose jobs have all ended. */
export const settledRows = settledRowsOf(runKind.table);

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

/** Ends a run with its scores. */
export const endScored = (
  tx: Db,
  run: RunRow,
  found: { scores: EvaluationScores; baselineRunId: string | null; regressions: number },
): Promise<void> =>
  endRun(
    tx,
    runKind,
    run,
    { status: 'done', reason: null },
    {
      columns: 'scores = $5::json, baseline_run_id = $6::uuid, regressions = $7::int',
      values: [JSON.stringify(found.scores), found.baselineRunId, found.regressions],
    },
  );

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
