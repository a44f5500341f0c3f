import { type AnyJob, hasSucceeded, jobStatus } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { PanelRight } from 'lucide-react';
import { StatusBadge } from '../../design/badge.tsx';
import { IconButton } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { cx } from '../../design/cx.ts';
import type { Column } from '../../design/data-table.tsx';
import { formatCost, formatDuration } from '../../design/format.ts';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { VerdictBadge } from '../../design/verdict-badge.tsx';
import { inputPreview } from './input-preview.ts';
import { readJobTimes } from './job-times.ts';
import { PathTitle } from './path-title.tsx';
import { outcomeOf, tokensOf, versionOf } from './row-words.ts';
import { verdictOf } from './verdict-of.ts';

/** A column of the list of jobs, with its share of the width. */
export type JobColumn = Column<AnyJob> & { size?: string };

/** Where a cell stands in the card of a phone, which has four columns and rows. */
const inCard = (place: string): string => `max-sm:h-auto max-sm:p-0 ${place}`;

/** When it ran and what it took. */
const FIGURES: JobColumn[] = [
  {
    header: 'Created',
    size: 'w-26',
    className: cx(
      'truncate text-muted max-sm:text-right',
      inCard('max-sm:col-span-2 max-sm:col-start-3 max-sm:row-start-1'),
    ),
    cell: (job) => <RelativeTime at={job.created_at} />,
  },
  {
    header: 'Queued',
    size: 'w-21',
    from: 'widest',
    numeric: true,
    className: 'text-muted',
    cell: (job) => <Queued job={job} />,
  },
  {
    header: 'Worked',
    size: 'w-21',
    from: 'roomy',
    numeric: true,
    className: inCard('max-sm:hidden'),
    cell: (job) => <Worked job={job} />,
  },
  {
    header: 'Cost',
    size: 'w-21',
    from: 'roomy',
    numeric: true,
    className: inCard('max-sm:hidden'),
    cell: (job) => formatCost(job.cost),
  },
  { header: 'Tokens', size: 'w-18', from: 'widest', numeric: true, cell: tokensOf },
  {
    header: 'Id',
    size: 'w-31',
    from: 'wide',
    className: 'relative z-[1]',
    cell: ({ id }) => <CopyId id={id} className="-ml-1 text-faint" />,
  },
];

export const jobColumns = (onPeek: (index: number) => void): JobColumn[] => [
  {
    header: 'Status',
    size: 'w-28',
    className: inCard('max-sm:col-start-2 max-sm:row-start-1'),
    filter: { field: 'is', value: (job) => job.display_status },
    cell: (job) => (
      <>
        <StatusBadge code={job.status_code} state={job.display_status} />
        {job.archived && <span className="ml-1.5 text-xs text-muted">archived</span>}
      </>
    ),
  },
  {
    header: 'Agent',
    size: '@min-[76rem]:w-[20%]',
    className: cx('max-sm:break-words sm:truncate', inCard('max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-2')),
    title: (job) => `${job.agent_name} · ${job.agent_version_name ?? 'deleted version'}`,
    filter: { field: 'agent', value: (job) => job.agent_name },
    cell: (job) => (
      <>
        <Link
          to="/jobs/$id"
          params={{ id: job.id }}
          title={job.id}
          className="font-medium text-accent after:absolute after:inset-0 hover:underline"
        >
          <bdi>{job.agent_name}</bdi>
        </Link>
        {versionOf(job) && <bdi className="ml-1.5 text-xs text-muted">{versionOf(job)}</bdi>}
      </>
    ),
  },
  {
    header: 'Input',
    from: 'roomy',
    className: cx(
      'truncate text-muted max-sm:empty:hidden',
      inCard('max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-3'),
    ),
    title: inputPreview,
    cell: (job) => inputPreview(job) !== '' && <bdi>{inputPreview(job)}</bdi>,
  },
  {
    header: 'Outcome',
    size: '@min-[60rem]:w-[18%]',
    className: cx(
      'relative max-sm:break-words max-sm:empty:hidden sm:truncate',
      inCard('max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-4'),
    ),
    title: outcomeOf,
    cell: (job, index) => (
      <>
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
      </>
    ),
  },
  ...FIGURES,
];

/** A column with a value of the inputs, outputs or metadata. A click on its title sorts by it. */
export const pathColumn = (path: string, sort: string | undefined, onSort: (path: string) => void): JobColumn => ({
  header: path,
  heading: <PathTitle path={path} sort={sort} onSort={onSort} />,
  sort: path,
  size: 'w-28',
  className: cx('sm:truncate', inCard('max-sm:col-span-3 max-sm:col-start-2')),
  title: (job) => job.columns?.[path] ?? '',
  filter: { field: path, value: (job) => job.columns?.[path] ?? '' },
  cell: (job) => (
    <>
      <span className="mr-1.5 text-xs text-muted sm:hidden">{path}</span>
      <bdi>{job.columns?.[path] ?? '–'}</bdi>
    </>
  ),
});

const Queued = ({ job }: { job: AnyJob }) => formatDuration(readJobTimes(job, useNow()).queuedMs);

function Worked({ job }: { job: AnyJob }) {
  const { workingMs } = readJobTimes(job, useNow());
  return workingMs > 0 ? formatDuration(workingMs) : '–';
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
