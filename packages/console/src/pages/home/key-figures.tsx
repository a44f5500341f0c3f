import type { Activity } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { describeChange, describePoints } from '../../design/changes.ts';
import { formatCompact, formatCost, formatDuration, formatPercent } from '../../design/format.ts';

type Totals = Activity['totals'];

/** Shows the stats of the period, each with the change to the period before and a link to its jobs. */
export function KeyFigures({ now, before }: { now: Activity; before: Totals | undefined }) {
  const { totals } = now;
  // Lists include the last millisecond of a period.
  const bounds = { from: now.from, to: new Date(Date.parse(now.to) - 1).toISOString() };
  const ended = totals.succeeded + totals.failed;
  const endedBefore = before && before.succeeded + before.failed;
  const share = ended > 0 ? (totals.succeeded / ended) * 100 : undefined;
  const shareBefore = before && endedBefore ? (before.succeeded / endedBefore) * 100 : undefined;
  return (
    <div className="grid grid-cols-3 gap-3 max-sm:gap-2 xl:grid-cols-6">
      <KeyFigure
        label="Jobs ended"
        value={formatCompact(ended + totals.cancelled)}
        note={describeChange(ended + totals.cancelled, before && endedBefore! + before.cancelled)}
        to="/jobs"
        search={{ ...bounds, status: 'succeeded,failed,cancelled' }}
      />
      <KeyFigure
        label="Succeeded"
        value={formatPercent(totals.succeeded, ended)}
        note={
          share !== undefined && shareBefore !== undefined
            ? `${formatCompact(totals.failed)} failed, ${describePoints(share - shareBefore)}`
            : `${formatCompact(totals.failed)} failed`
        }
        to="/jobs"
        search={{ ...bounds, status: 'failed' }}
      />
      <KeyFigure
        label="Median time"
        value={formatDuration(totals.p50_ms)}
        note={describeChange(totals.p50_ms, before?.p50_ms)}
        to="/jobs"
        search={{ ...bounds, status: 'success', ...slower(totals.p50_ms) }}
      />
      <KeyFigure
        label="p95 time"
        value={formatDuration(totals.p95_ms)}
        note={describeChange(totals.p95_ms, before?.p95_ms)}
        to="/jobs"
        search={{ ...bounds, status: 'success', ...slower(totals.p95_ms) }}
      />
      <KeyFigure
        label="Cost"
        value={formatCost(totals.cost)}
        note={describeChange(totals.cost, before?.cost)}
        to="/usage"
      />
      <KeyFigure
        label="In flight now"
        value={formatCompact(totals.in_flight)}
        note={totals.waiting > 0 ? `${formatCompact(totals.waiting)} waiting` : 'none waiting'}
        to="/jobs"
        search={{ status: totals.in_flight === 0 && totals.waiting > 0 ? 'waiting' : 'queued,running,retrying' }}
      />
    </div>
  );
}

/** Filters the jobs that took at least as long. */
const slower = (ms: number | null): { q?: string } => (ms === null ? {} : { q: `duration:>=${Math.floor(ms)}ms` });

type KeyFigureProps = {
  label: string;
  value: string;
  note?: string;
  /** The list behind the number. */
  to?: string;
  search?: Record<string, string>;
};

function KeyFigure({ label, value, note, to, search }: KeyFigureProps) {
  const content = (
    <>
      <span className="text-muted max-sm:truncate max-sm:text-xs">{label}</span>
      <span className="text-2xl font-semibold whitespace-nowrap tabular-nums max-sm:text-lg">{value}</span>
      <span className="min-h-5 text-muted max-sm:hidden">{note ?? ''}</span>
    </>
  );
  const look = 'flex flex-col rounded-md border border-border bg-raised px-4 py-3 max-sm:px-2.5 max-sm:py-2';
  if (to === undefined) return <div className={look}>{content}</div>;
  return (
    <Link to={to} search={(search ?? {}) as never} className={`${look} hover:bg-hover`}>
      {content}
    </Link>
  );
}
