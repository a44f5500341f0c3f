import type { JobSummary } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { cx } from '../../design/cx.ts';
import { formatCost, formatDuration, formatMoment, formatNumber } from '../../design/format.ts';
import { inZone } from '../../design/time-zone.ts';
import { errand } from '../../session/client.ts';
import { type JobSearch, toJobFilter } from './job-search.ts';
import { type PulseSlot, timesPath, toSlots } from './pulse-slots.ts';

type JobPulseProps = { search: JobSearch; onChange(search: JobSearch): void };

/** Shows how many jobs match, their cost, and when they ran. Dragging over the bars filters by time. */
export function JobPulse({ search, onChange }: JobPulseProps) {
  const { columns: _columns, ...filters } = search;
  const { data } = useRead(
    keys.jobSummary(filters),
    (options) => errand.jobs.summary(toJobFilter(filters, Date.now()), options),
    { placeholderData: keepPreviousData, staleTime: 15_000, retry: false },
  );
  return (
    <div className="h-18 max-sm:h-14">
      {data && (
        <>
          <Strip summary={data} onRange={(from, to) => onChange({ ...search, since: undefined, from, to })} />
          <p
            role="status"
            title={describe(data, filters)}
            className="mt-1 mr-36 truncate text-xs text-muted tabular-nums sm:pt-1.5"
          >
            {describe(data, filters)}
          </p>
        </>
      )}
    </div>
  );
}

function describe(data: JobSummary, filters: JobSearch): string {
  const bars = `${isBounded(filters) ? '' : 'bars: last 7 days, '}${formatMinute(data.created_from)} to ${formatMinute(data.created_to)}, line: p95`;
  return [
    countOf(data),
    formatCost(data.cost),
    ...(data.p95_ms === null ? [] : [`p95 ${formatDuration(data.p95_ms)}`]),
    ...(data.buckets.length === 0 ? [] : [bars]),
    ...(data.searched_to === null ? [] : [`counted back to ${formatMoment(data.searched_to)}`]),
  ].join(' · ');
}

/** Writes times to the minute and without the year, so that they can be read at a glance. */
const formatMinute = (iso: string): string =>
  new Date(iso).toLocaleString('en', {
    ...inZone(),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** Without a beginning, all jobs are counted, and only the bars have a period. */
const isBounded = ({ since, from, q = '' }: JobSearch): boolean =>
  since !== undefined || from !== undefined || /(^|\s)(since|from):/i.test(q);

const countOf = ({ count, complete }: JobSummary): string =>
  `${complete ? '' : 'More than '}${formatNumber(count)} ${count === 1 && complete ? 'job matches' : 'jobs match'}`;

type StripProps = { summary: JobSummary; onRange(from: string, to: string): void };

function Strip({ summary, onRange }: StripProps) {
  const slots = useMemo(() => toSlots(summary), [summary]);
  const most = Math.max(1, ...slots.map(({ jobs }) => jobs));
  const frame = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<[number, number]>();
  const placeOf = (event: PointerEvent): number => {
    const { left, width } = frame.current!.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * slots.length);
    return Math.max(0, Math.min(slots.length - 1, place));
  };
  function end(): void {
    if (drawn === undefined) return;
    const [first, last] = [Math.min(...drawn), Math.max(...drawn)];
    setDrawn(undefined);
    onRange(slots[first]!.from, slots[last]!.to);
  }
  const isDrawn = (place: number): boolean =>
    drawn !== undefined && place >= Math.min(...drawn) && place <= Math.max(...drawn);
  return (
    <div
      ref={frame}
      role="img"
      aria-label="Matching jobs over time, with a line for their p95 time; the fields From and Until in the filters choose a time as well"
      className="relative flex h-10 cursor-crosshair touch-none items-end gap-px border-b border-border select-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn([placeOf(event), placeOf(event)]);
      }}
      onPointerMove={(event) => drawn && setDrawn([drawn[0], placeOf(event)])}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(undefined)}
    >
      {slots.map((slot, place) => (
        <div
          key={slot.from}
          title={describeSlot(slot)}
          className={cx('flex h-full flex-1 flex-col justify-end', isDrawn(place) && 'bg-accent-soft')}
        >
          <div style={{ height: `${(slot.failed / most) * 100}%` }} className="bg-chart-failed" />
          <div
            style={{
              height: `${((slot.jobs - slot.failed) / most) * 100}%`,
              minHeight: slot.jobs > slot.failed ? 2 : 0,
            }}
            className="bg-chart-cancelled"
          />
        </div>
      ))}
      <svg
        aria-hidden
        viewBox={`0 0 ${Math.max(1, slots.length)} 100`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full text-text opacity-60"
      >
        <path
          d={timesPath(slots)}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}

const describeSlot = ({ from, jobs, failed, cost, p95 }: PulseSlot): string =>
  `${formatMoment(from)}: ${formatNumber(jobs)} jobs, ${formatNumber(failed)} failed, ${formatCost(cost)}${
    p95 === null ? '' : `, p95 ${formatDuration(p95)}`
  }`;
