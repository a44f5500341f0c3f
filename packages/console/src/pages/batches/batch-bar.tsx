import type { Batch } from '@errand/sdk';
import { formatNumber } from '../../design/format.ts';

export const doneOf = ({ counts }: Batch): number => counts.success + counts.cached + counts.failure + counts.cancelled;

/** Shows all rows as one bar, divided by outcome. The numbers are in its label. */
export function BatchBar({ batch }: { batch: Batch }) {
  const { counts, total } = batch;
  const parts = [
    { label: 'succeeded', count: counts.success + counts.cached, look: 'bg-chart-succeeded' },
    { label: 'failed', count: counts.failure, look: 'bg-chart-failed' },
    { label: 'cancelled', count: counts.cancelled, look: 'bg-chart-cancelled' },
    { label: 'running', count: counts.started + counts.retry, look: 'bg-chart-in-flight' },
  ];
  const text = parts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatNumber(count)} ${label}`)
    .join(', ');
  return (
    <div
      role="progressbar"
      aria-label="Progress of the batch"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={doneOf(batch)}
      aria-valuetext={`${text || 'nothing yet'}, of ${formatNumber(total)} rows`}
      title={text}
      className="flex h-2.5 w-full gap-px overflow-hidden rounded-sm bg-hover"
    >
      {parts.map(
        ({ label, count, look }) =>
          count > 0 && <div key={label} className={look} style={{ width: `${(count / Math.max(1, total)) * 100}%` }} />,
      )}
    </div>
  );
}
