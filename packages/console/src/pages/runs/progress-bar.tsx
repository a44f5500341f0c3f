import { formatNumber } from '../../design/format.ts';

const looks = {
  succeeded: 'bg-chart-succeeded',
  failed: 'bg-chart-failed',
  cancelled: 'bg-chart-cancelled',
  skipped: 'bg-chart-cancelled',
  running: 'bg-chart-in-flight',
} as const;

type ProgressBarProps = {
  label: string;
  /** What the items are, such as `rows`. */
  unit: string;
  total: number;
  counts: Partial<Record<keyof typeof looks, number>>;
};

/** Shows all items as one bar, divided by outcome. The numbers are in its label. */
export function ProgressBar({ label, unit, total, counts }: ProgressBarProps) {
  const parts = (Object.entries(counts) as [keyof typeof looks, number][]).filter(([, count]) => count > 0);
  const text = parts.map(([name, count]) => `${formatNumber(count)} ${name}`).join(', ');
  const done = parts.reduce((sum, [name, count]) => (name === 'running' ? sum : sum + count), 0);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${text || 'nothing yet'}, of ${formatNumber(total)} ${unit}`}
      title={text}
      className="flex h-2.5 w-full gap-px overflow-hidden rounded-sm bg-hover"
    >
      {parts.map(([name, count]) => (
        <div key={name} className={looks[name]} style={{ width: `${(count / Math.max(1, total)) * 100}%` }} />
      ))}
    </div>
  );
}
