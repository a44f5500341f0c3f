import type { EvaluationRun } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';
import { formatNumber } from '../../design/format.ts';

const LOOK_MS = 1_000;

const tones = {
  pending: 'neutral',
  running: 'accent',
  done: 'positive',
  cancelled: 'warning',
  failed: 'danger',
} as const;

/** What evaluation runs and rehearsals have in common: work on many cases that ends, or is cancelled and resumed. */
export type Run = Pick<EvaluationRun, 'status' | 'done' | 'total' | 'reason' | 'max_cost'>;

export const isUnderWay = ({ status }: Pick<Run, 'status'>): boolean => status === 'pending' || status === 'running';

/** Loads a run again until it has ended. */
export const untilDone = {
  refetchInterval: (query: { state: { data?: Pick<Run, 'status'> | undefined } }) => lookAgain([query.state.data]),
};

/** Loads a list of runs again until all have ended. */
export const untilAllDone = {
  refetchInterval: (query: { state: { data?: { results: Pick<Run, 'status'>[] } | undefined } }) =>
    lookAgain(query.state.data?.results ?? []),
};

const lookAgain = (runs: readonly (Pick<Run, 'status'> | undefined)[]): number | false =>
  runs.some((run) => run !== undefined && isUnderWay(run)) ? LOOK_MS : false;

/** Shows the status, and the progress until it is done. */
export const RunStatus = ({ run }: { run: Pick<Run, 'status' | 'done' | 'total'> }) => (
  <span className="inline-flex items-center gap-2">
    <Badge tone={tones[run.status]}>{run.status}</Badge>
    {run.status !== 'done' && (
      <span className="text-muted tabular-nums">
        {formatNumber(run.done)} of {formatNumber(run.total)}
      </span>
    )}
  </span>
);
