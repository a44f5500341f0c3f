import type { AnyJob } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { StatusBadge } from '../../design/badge.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { cx } from '../../design/cx.ts';
import { formatCost, formatDuration } from '../../design/format.ts';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Th } from '../../design/table.tsx';
import { readJobTimes } from './job-times.ts';
import { inputPreview, outcomeOf, tokensOf, versionOf } from './row-words.ts';

const ROW_HEIGHT = 40;

type JobsTableProps = {
  jobs: AnyJob[];
  selected: ReadonlySet<string>;
  onSelect(id: string, selected: boolean, withRange: boolean): void;
  onSelectAll(selected: boolean): void;
  /** Place of the row that the keyboard is at; -1: none. */
  active: number;
  /** Told of the rows on the screen. */
  onVisible(first: number, last: number): void;
};

const columns = [
  'Job',
  'Status',
  'Agent',
  'Input',
  'Created',
  'Waited',
  'Worked',
  'Cost',
  'Tokens',
  'Outcome',
] as const;
/** What is left out where there is no room for it. */
const narrowClass = 'hidden 2xl:table-cell';
const numeric = new Set<string>(['Waited', 'Worked', 'Cost', 'Tokens']);

/** A real table that holds only the rows on the screen: a million jobs scroll like fifty. */
export function JobsTable({ jobs, selected, onSelect, onSelectAll, active, onVisible }: JobsTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(frame.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => jobs[index]!.id,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => onVisible(first, last), [onVisible, first, last]);
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active, { align: 'auto' });
  }, [active, virtualizer]);
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  const some = selected.size > 0;
  return (
    <div ref={frame} className="overflow-x-auto rounded-md border border-border xl:overflow-x-visible">
      <table
        aria-label="Jobs"
        aria-rowcount={-1}
        className="w-full min-w-[72rem] table-fixed border-collapse text-left"
      >
        <colgroup>
          <col className="w-10" />
          <col className="w-32" />
          <col className="w-28" />
          <col className="w-[16%]" />
          <col />
          <col className="w-25" />
          <col className="w-21" />
          <col className="w-21" />
          <col className="w-21" />
          <col className="hidden w-18 2xl:table-column" />
          <col className="w-[15%]" />
        </colgroup>
        <thead className="sticky top-0 z-10">
          <tr>
            <Th>
              <Checkbox
                label="Select all loaded jobs"
                hideLabel
                checked={some && selected.size >= jobs.length}
                mixed={some && selected.size < jobs.length}
                onChange={onSelectAll}
              />
            </Th>
            {columns.map((name) => (
              <Th key={name} numeric={numeric.has(name)} className={cx(name === 'Tokens' && narrowClass)}>
                {name}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {items.map(({ index, key }) => (
            <JobRow
              key={key}
              job={jobs[index]!}
              index={index}
              isActive={index === active}
              isSelected={selected.has(jobs[index]!.id)}
              onSelect={onSelect}
            />
          ))}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
  );
}

const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height }} />
  </tr>
);

type RowProps = {
  job: AnyJob;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  onSelect: JobsTableProps['onSelect'];
};

function JobRow({ job, index, isActive, isSelected, onSelect }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const shift = useRef(false);
  useEffect(() => {
    if (isActive) row.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isActive]);
  return (
    <tr
      ref={row}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      className={cx(
        'relative h-10 border-b border-border whitespace-nowrap last:border-b-0 hover:bg-hover',
        isSelected && 'bg-accent-soft',
        isActive && 'bg-hover outline-2 -outline-offset-2 outline-focus',
      )}
    >
      <td className="relative z-[1] px-3" onPointerDownCapture={(event) => (shift.current = event.shiftKey)}>
        <Checkbox
          label={`Select job ${job.id}`}
          hideLabel
          checked={isSelected}
          onChange={(checked) => {
            onSelect(job.id, checked, shift.current);
            shift.current = false;
          }}
        />
      </td>
      <td className="truncate px-3">
        <Link
          to="/jobs/$id"
          params={{ id: job.id }}
          title={job.id}
          className="font-mono text-code text-accent after:absolute after:inset-0 hover:underline"
        >
          {shortId(job.id)}
        </Link>
      </td>
      <td className="px-3">
        <StatusBadge code={job.status_code} />
      </td>
      <td className="truncate px-3" title={`${job.agent_name} · ${job.agent_version_name ?? 'deleted version'}`}>
        <bdi>{job.agent_name}</bdi>
        {versionOf(job) && <bdi className="ml-1.5 text-xs text-muted">{versionOf(job)}</bdi>}
      </td>
      <td className="truncate px-3 text-muted">
        <bdi>{inputPreview(job)}</bdi>
      </td>
      <td className="truncate px-3">
        <RelativeTime at={job.created_at} />
      </td>
      <Times job={job} />
      <td className="px-3 text-right">{formatCost(job.cost)}</td>
      <td className={cx('px-3 text-right', narrowClass)}>{tokensOf(job)}</td>
      <td className="truncate px-3" title={outcomeOf(job)}>
        <bdi className={cx(job.status_code === 4 && 'text-failure')}>{outcomeOf(job)}</bdi>
        <Review job={job} />
      </td>
    </tr>
  );
}

function Times({ job }: { job: AnyJob }) {
  const times = readJobTimes(job.status_events, useNow());
  return (
    <>
      <td className="px-3 text-right text-muted">{formatDuration(times.waitingMs)}</td>
      <td className="px-3 text-right">{times.workingMs > 0 ? formatDuration(times.workingMs) : '–'}</td>
    </>
  );
}

const reviewWords = { pending: 'to review', approved: 'approved', rejected: 'corrected' } as const;

function Review({ job }: { job: AnyJob }) {
  const status = (job.feedback_review as { review_status?: keyof typeof reviewWords } | null)?.review_status;
  if (status === undefined) return null;
  return <span className="ml-1.5 text-xs text-muted">{reviewWords[status]}</span>;
}
