import type { EvaluationRun } from '@errand/sdk';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { formatPercent } from '../../design/format.ts';
import { errand } from '../../session/client.ts';
import { RunActions } from '../runs/run-actions.tsx';
import { RunStatus } from '../runs/run-status.tsx';

export const EvaluationStatus = ({ run }: { run: EvaluationRun }) => (
  <span className="inline-flex items-center gap-2">
    <RunStatus run={run} />
    {run.outdated && <Badge tone="warning">outdated</Badge>}
  </span>
);

/** The share of right cases, with its 95 % interval. */
export const accuracyOf = (run: EvaluationRun): string =>
  run.scores === null
    ? '–'
    : `${formatPercent(run.scores.accuracy, 1)} (${formatPercent(run.scores.accuracy_interval.low, 1)} to ${formatPercent(run.scores.accuracy_interval.high, 1)})`;

export const EvaluationActions = ({ run }: { run: EvaluationRun }) => (
  <RunActions
    run={run}
    what="run"
    cancel={() => errand.evaluationRuns.cancel(run.id)}
    resume={(limit) => errand.evaluationRuns.resume(run.id, limit)}
    onDone={() => reload(keys.evaluationSets())}
  />
);
