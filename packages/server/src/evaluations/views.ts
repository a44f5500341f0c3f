import type { EvaluationRun, EvaluationScores, EvaluationSet } from '@errand/contract/evaluations.ts';
import { shareInterval } from '#jobs/reviews/kappa.ts';
import type { CaseRow } from './cases-store.ts';
import type { ResultRow } from './results-store.ts';
import type { RunRow } from './runs-store.ts';
import type { SetRow } from './sets-store.ts';

// Converts rows to their API representation.

export const setView = ({ cases_changed_at, created_at, updated_at, ...row }: SetRow): EvaluationSet => ({
  ...row,
  cases_changed_at: cases_changed_at.toISOString(),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const caseView = ({ agent_id: _agent, created_at, ...row }: CaseRow) => ({
  ...row,
  created_at: created_at.toISOString(),
});

/** Runs from before intervals existed get one without weights. */
export const scoresView = ({ scores, total }: Pick<RunRow, 'scores' | 'total'>): EvaluationScores | null =>
  scores && {
    ...scores,
    accuracy_interval: scores.accuracy_interval ?? shareInterval(scores.accuracy * total, total),
  };

export const runView = (row: RunRow, regressed: ResultRow[]): EvaluationRun => ({
  id: row.id,
  evaluation_set_id: row.set_id,
  status: row.status,
  reason: row.reason,
  batch_id: row.batch_id,
  agent_id: row.agent_id,
  agent_version_id: row.agent_version_id,
  policy_version_id: row.policy_version_id,
  model: row.model,
  repeats: row.repeats,
  max_cost: row.max_cost,
  total: row.total,
  done: row.total - row.open,
  cost: row.cost,
  scores: scoresView(row),
  regressions: regressed.map(({ case_id, expected, got, got_before }) => ({ case_id, expected, got, got_before })),
  baseline_run_id: row.baseline_run_id,
  warnings: row.warnings,
  outdated: row.outdated,
  created_by: row.created_by,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
