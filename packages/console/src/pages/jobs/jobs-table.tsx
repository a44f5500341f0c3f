import { type AnyJob, hasSucceeded, jobStatus, jobStatuses } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { PanelRight } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { StatusBadge } from '../../design/badge.tsx';
import { IconButton } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { cx } from '../../design/cx.ts';
import { useRowHeight } from '../../design/density.ts';
import { formatCost, formatDuration } from '../../design/format.ts';
import { usePhone } from '../../design/media.ts';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { SpacerRow, Table, Th } from '../../design/table.tsx';
import { VerdictBadge } from '../../design/verdict-badge.tsx';
import { CellFilter } from './cell-filter.tsx';
import { readJobTimes } from './job-times.ts';
import { PathHead } from './path-head.tsx';
import { inputPreview, outcomeOf, tokensOf, versionOf } from './row-words.ts';
import { verdictOf } from './verdict-of.ts';

/** Estimated height of a card on a phone, before it is measured. */
const CARD_HEIGHT = 96;

type JobsTableProps = {
  jobs: AnyJob[];
  /** Additional columns, whose values come with the jobs. */
  paths: string[];
  /** The path to sort by. With a leading `-`, largest first. */
  sort: string | undefined;
  onSort(path: string): void;
  onFilter(field: string, value: string, isExcluded: boolean): void;
  selected: ReadonlySet<string>;
  onSelect(id: string, selected: boolean, withRange: boolean): void;
  onSelectAll(selected: boolean): void;
  /** Index of the active row of the keyboard, or -1. */
  active: number;
  /** Called with the visible rows. */
  onVisible(first: number, last: number): void;
  /** Shows the job beside the list. */
  onPeek(index: number): void;
};

type Column = { name: string; numeric?: boolean; width?: string; className?: string };

/** Hides columns if the list is narrow, such as beside a peek. The peek and the job's page show their values. */
const roomy = 'sm:@max-[60rem]:hidden';
const wide = '@max-[76rem]:hidden';
const widest = '@max-[98rem]:hidden';
const columns: readonly Column[] = [
  { name: 'Job', width: 'w-32' },
  { name: 'Status', width: 'w-28' },
  { name: 'Agent', width: '@min-[76rem]:w-[18%]' },
  { name: 'Input', className: wide },
  { name: 'Created', width: 'w-26' },
  { name: 'Waited', width: 'w-21', numeric: true, className: widest },
  { name: 'Worked', width: 'w-21', numeric: true, className: roomy },
  { name: 'Cost', width: 'w-21', numeric: true, className: roomy },
  { name: 'Tokens', width: 'w-18', numeric: true, className: widest },
  { name: 'Outcome', width: '@min-[60rem]:w-[20%]' },
];

/** A virtualized table that renders only the visible rows, so that a million jobs scroll like fifty. */
export function JobsTable(props: JobsTableProps) {
  const { jobs, paths, sort, onSort, onFilter, selected, onSelect, onSelectAll, active, onVisible, onPeek } = props;
  const frame = useRef<HTMLElement>(null);
  const isPhone = usePhone();
  const rowHeight = useRowHeight();
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(frame.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => (isPhone ? CARD_HEIGHT : rowHeight),
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => jobs[index]!.id,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows moves all of them
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isPhone, rowHeight]);
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
    <Table
      ref={frame}
      label="Jobs"
      narrow="scroll"
      rowCount={-1}
      className="@container overflow-visible"
      tableClassName="table-fixed max-sm:block"
    >
      <colgroup className="max-sm:hidden">
        <col className="w-10" />
        {columns.map(({ name, width, className }) => (
          <col key={name} className={cx(width, className)} />
        ))}
        {paths.map((path) => (
          <col key={path} className="w-28" />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 max-sm:sr-only">
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
          {columns.map(({ name, numeric = false, className }) => (
            <Th key={name} numeric={numeric} className={cx('truncate', className)}>
              {name}
            </Th>
          ))}
          {paths.map((path) => (
            <PathHead key={path} path={path} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        <SpacerRow height={before} columns={1} />
        {items.map(({ index, key }) => (
          <JobRow
            key={key}
            job={jobs[index]!}
            index={index}
            isActive={index === active}
            isSelected={selected.has(jobs[index]!.id)}
            onSelect={onSelect}
            onPeek={onPeek}
            onFilter={onFilter}
            paths={paths}
            {...(isPhone && { measure: virtualizer.measureElement })}
          />
        ))}
        <SpacerRow height={after} columns={1} />
      </tbody>
    </Table>
  );
}

type RowProps = {
  job: AnyJob;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  onSelect: JobsTableProps['onSelect'];
  onPeek: JobsTableProps['onPeek'];
  onFilter: JobsTableProps['onFilter'];
  paths: string[];
  /** Called with the row if its height depends on its content. */
  measure?(row: HTMLTableRowElement | null): void;
};

/** A row of the table, or on phones a card of four lines. */
function JobRow({ job, index, isActive, isSelected, onSelect, onPeek, onFilter, paths, measure }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const shift = useRef(false);
  useEffect(() => {
    if (isActive) row.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isActive]);
  return (
    <tr
      ref={(element) => {
        row.current = element;
        measure?.(element);
      }}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      className={cx(
        'group relative border-b border-border last:border-b-0 hover:bg-hover sm:h-(--row-height) sm:whitespace-nowrap',
        'max-sm:grid max-sm:grid-cols-[1.75rem_1fr_auto_auto] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:p-3',
        isSelected && 'bg-accent-soft',
        isActive && 'bg-hover outline-2 -outline-offset-2 outline-focus',
      )}
    >
      <td className="relative z-[1] px-3 max-sm:p-0" onPointerDownCapture={(event) => (shift.current = event.shiftKey)}>
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
      <td className="truncate px-3 max-sm:col-start-2 max-sm:row-start-3 max-sm:p-0">
        <Link
          to="/jobs/$id"
          params={{ id: job.id }}
          title={job.id}
          className="font-mono text-code text-accent after:absolute after:inset-0 hover:underline"
        >
          {shortId(job.id)}
        </Link>
      </td>
      <td className="group/cell relative px-3 max-sm:col-start-2 max-sm:row-start-1 max-sm:p-0">
        <StatusBadge code={job.status_code} />
        {job.archived && <span className="ml-1.5 text-xs text-muted">archived</span>}
        <CellFilter field="status" value={jobStatuses[job.status_code] ?? ''} onFilter={onFilter} />
      </td>
      <td
        className="group/cell relative px-3 max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-2 max-sm:p-0 max-sm:break-words sm:truncate"
        title={`${job.agent_name} · ${job.agent_version_name ?? 'deleted version'}`}
      >
        <bdi className="max-sm:font-medium">{job.agent_name}</bdi>
        {versionOf(job) && <bdi className="ml-1.5 text-xs text-muted">{versionOf(job)}</bdi>}
        <CellFilter field="agent" value={job.agent_name} onFilter={onFilter} />
      </td>
      <td className={cx('truncate px-3 text-muted', wide)}>
        <bdi>{inputPreview(job)}</bdi>
      </td>
      <td className="truncate px-3 max-sm:col-span-2 max-sm:col-start-3 max-sm:row-start-1 max-sm:p-0 max-sm:text-right max-sm:text-muted">
        <RelativeTime at={job.created_at} />
      </td>
      <Times job={job} />
      <td className={cx('px-3 text-right max-sm:col-start-4 max-sm:row-start-3 max-sm:p-0', roomy)}>
        {formatCost(job.cost)}
      </td>
      <td className={cx('px-3 text-right', widest)}>{tokensOf(job)}</td>
      <td
        className="relative px-3 max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-4 max-sm:p-0 max-sm:break-words max-sm:empty:hidden sm:truncate"
        title={outcomeOf(job)}
      >
        <Outcome job={job} />
        <Review job={job} />
        <span className="absolute inset-y-0 right-1 z-[1] hidden items-center group-focus-within:sm:flex group-hover:sm:flex">
          <IconButton
            label={`Peek at job ${job.id}`}
            title="Peek (Space)"
            tabIndex={-1}
            className="size-6! bg-raised! shadow-raised"
            icon={<PanelRight size={14} aria-hidden />}
            onClick={() => onPeek(index)}
          />
        </span>
      </td>
      {paths.map((path) => (
        <td
          key={path}
          className="group/cell relative px-3 max-sm:col-span-3 max-sm:col-start-2 max-sm:p-0 sm:truncate"
          title={job.columns?.[path] ?? ''}
        >
          <span className="mr-1.5 text-xs text-muted sm:hidden">{path}</span>
          <bdi>{job.columns?.[path] ?? '–'}</bdi>
          <CellFilter field={path} value={job.columns?.[path] ?? ''} onFilter={onFilter} />
        </td>
      ))}
    </tr>
  );
}

function Times({ job }: { job: AnyJob }) {
  const times = readJobTimes(job.status_events, useNow());
  return (
    <>
      <td className={cx('px-3 text-right text-muted', widest)}>{formatDuration(times.waitingMs)}</td>
      <td className={cx('px-3 text-right max-sm:col-start-3 max-sm:row-start-3 max-sm:p-0', roomy)}>
        {times.workingMs > 0 ? formatDuration(times.workingMs) : '–'}
      </td>
    </>
  );
}

function Outcome({ job }: { job: AnyJob }) {
  const verdict = hasSucceeded(job.status_code) ? verdictOf(job) : undefined;
  if (verdict) return <VerdictBadge verdict={verdict} />;
  return <bdi className={cx(job.status_code === jobStatus.failure && 'text-failure')}>{outcomeOf(job)}</bdi>;
}

const reviewWords = { pending: 'to review', approved: 'approved', rejected: 'corrected' } as const;

function Review({ job }: { job: AnyJob }) {
  const status = (job.feedback_review as { review_status?: keyof typeof reviewWords } | null)?.review_status;
  if (status === undefined) return null;
  return <span className="ml-1.5 text-xs text-muted">{reviewWords[status]}</span>;
}
