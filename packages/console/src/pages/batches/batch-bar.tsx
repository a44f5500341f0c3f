import type { Batch } from '@errand/sdk';
import { ProgressBar } from '../runs/progress-bar.tsx';

export const doneOf = ({ counts }: Batch): number => counts.success + counts.cached + counts.failure + counts.cancelled;

/** Shows all rows of a batch as one bar. */
export const BatchBar = ({ batch: { counts, waiting, total } }: { batch: Batch }) => (
  <ProgressBar
    label="Progress of the batch"
    unit="rows"
    total={total}
    counts={{
      succeeded: counts.success + counts.cached,
      failed: counts.failure,
      cancelled: counts.cancelled,
      running: counts.started - waiting + counts.retry,
    }}
  />
);
