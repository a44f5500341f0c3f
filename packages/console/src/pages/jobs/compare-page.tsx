import type { Job } from '@errand/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { DiffView } from '../../design/diff-view.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost, formatDuration, formatMoment, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { counted } from '../../design/plural.ts';
import { shortId } from '../../design/short-id.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { JobLink } from '../../lists/links.tsx';
import { errand } from '../../session/client.ts';
import { type Comparison, compareSteps, compareValues, tokensOf } from './compare-jobs.ts';
import { readJobTimes } from './job-times.ts';
import { verdictOf } from './verdict-of.ts';

const CHANGES_SHOWN = 200;

/** Shows two jobs side by side: facts, inputs, outputs, time and cost. */
export function ComparePage() {
  const { a, b } = useSearch({ from: '/shell/jobs/compare' });
  const navigate = useNavigate({ from: '/jobs/compare' });
  const first = useOne(a);
  const second = useOne(b);
  const error = first.error ?? second.error;
  return (
    <>
      <PageHeader
        title="Compare jobs"
        crumbs={[{ label: 'Jobs', to: '/jobs' }]}
        actions={
          a !== undefined &&
          b !== undefined && (
            <Button
              icon={<ArrowLeftRight size={14} aria-hidden />}
              onClick={() => void navigate({ search: { a: b, b: a }, replace: true })}
            >
              Swap
            </Button>
          )
        }
      />
      {a === undefined || b === undefined ? (
        <EmptyState title="Select two jobs">Select two jobs in the list, then choose Compare.</EmptyState>
      ) : error ? (
        <ErrorCard error={error} onRetry={() => void Promise.all([first.refetch(), second.refetch()])} />
      ) : first.data && second.data ? (
        <Comparisons before={first.data} after={second.data} />
      ) : (
        <Skeleton rows={8} />
      )}
    </>
  );
}

const useOne = (id: string | undefined) =>
  useRead(keys.job(id ?? ''), (options) => errand.jobs.get(id!, options), { enabled: id !== undefined });

function Comparisons({ before, after }: { before: Job; after: Job }) {
  const inputs = useMemo(() => compareValues(before.job_inputs, after.job_inputs), [before, after]);
  const outputs = useMemo(() => compareValues(before.outputs, after.outputs), [before, after]);
  return (
    <div className="flex flex-col gap-6">
      <Overview before={before} after={after} />
      <Changes title="Outputs" comparison={outputs} />
      <Changes title="Inputs" comparison={inputs} />
      <Steps before={before} after={after} />
    </div>
  );
}

function Overview({ before, after }: { before: Job; after: Job }) {
  const rows: [label: string, read: (job: Job) => ReactNode][] = [
    ['Status', (job) => <StatusBadge code={job.status_code} state={job.display_status} />],
    ['Agent', (job) => <AgentName key={job.id} id={job.agent_id} />],
    ['Version', (job) => <bdi>{job.agent_version_name ?? 'deleted'}</bdi>],
    ['Verdict', (job) => <bdi>{verdictOf(job) ?? '–'}</bdi>],
    ['Created', (job) => formatMoment(job.created_at)],
    ['Queued', (job) => formatDuration(timesOf(job).queuedMs)],
    ['Waited', (job) => formatDuration(timesOf(job).waitingMs)],
    ['Worked', (job) => formatDuration(timesOf(job).workingMs)],
    ['Attempts', (job) => (job.attempt === 0 ? 'none' : String(job.attempt))],
    ['Tokens', (job) => (tokensOf(job) === null ? '–' : formatNumber(tokensOf(job)!))],
    ['Cost', (job) => formatCost(job.cost)],
    ['Error', (job) => <bdi className="break-words">{job.error_message ?? '–'}</bdi>],
  ];
  const column = (header: string, job: Job): Column<(typeof rows)[number]> => ({
    header,
    heading: (
      <>
        {header} <JobLink id={job.id} />
      </>
    ),
    className: 'tabular-nums',
    cell: ([, read]) => read(job),
  });
  return (
    <DataTable
      label="The two jobs"
      narrow="scroll"
      rows={rows}
      rowKey={([label]) => label}
      columns={[
        { header: 'What', quiet: true, width: 'w-32', className: 'text-muted', cell: ([label]) => label },
        column('First', before),
        column('Second', after),
      ]}
    />
  );
}

function AgentName({ id }: { id: string }) {
  const { data } = useRead(keys.agent(id), (options) => errand.agents.get(id, options), { staleTime: 60_000 });
  return <bdi>{data?.name ?? shortId(id)}</bdi>;
}

const timesOf = (job: Job) => readJobTimes(job, Date.now());

function Changes({ title, comparison: { changes, same, isWhole } }: { title: string; comparison: Comparison }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-lg font-semibold">{title}</h2>
      <p className="mb-2 text-muted">
        {changes.length === 0
          ? same === 0
            ? 'There are none.'
            : `All ${formatNumber(same)} values are the same.`
          : `${counted(changes.length, 'value differs', 'values differ')}, ${counted(same, 'is', 'are')} the same.`}
        {!isWhole && ' Only the first 5,000 values of each were compared.'}
      </p>
      <ul className="flex flex-col gap-2">
        {changes.slice(0, CHANGES_SHOWN).map(({ path, before, after }) => (
          <li key={path} className="flex flex-col gap-1">
            <code dir="auto" className="text-code break-words text-muted">
              {path}
              {before === undefined && ' · only in the second'}
              {after === undefined && ' · only in the first'}
            </code>
            <DiffView before={shorten(before)} after={shorten(after)} />
          </li>
        ))}
      </ul>
      {changes.length > CHANGES_SHOWN && (
        <p className="mt-2 text-muted">The other {formatNumber(changes.length - CHANGES_SHOWN)} are not shown.</p>
      )}
    </section>
  );
}

/** Shortens long values, because megabytes of text do not help to see a difference. */
const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 20_000 ? `${value.slice(0, 20_000)} …` : printable(value);

const printable = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

function Steps({ before, after }: { before: Job; after: Job }) {
  const pairs = useMemo(() => compareSteps(before.steps, after.steps), [before, after]);
  if (pairs.length === 0) return null;
  return (
    <section aria-label="Steps">
      <h2 className="mb-2 text-lg font-semibold">Steps</h2>
      <DataTable
        label="Steps of both"
        className="max-h-[32rem] overflow-y-auto"
        rows={pairs.slice(0, CHANGES_SHOWN)}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Step', className: 'max-w-96 truncate', cell: ({ name }) => <bdi>{name}</bdi> },
          {
            header: 'Times',
            numeric: true,
            cell: ({ before: one, after: other }) => `${one?.count ?? 0} → ${other?.count ?? 0}`,
          },
          ...changeColumns('Duration', (step) => step?.durationMs, formatDuration),
          ...changeColumns('Cost', (step) => step?.cost, formatCost),
        ]}
      />
    </section>
  );
}

type Pair = ReturnType<typeof compareSteps>[number];

/** Both values of a figure, and how much it changed. */
function changeColumns(
  header: string,
  read: (step: Pair['before']) => number | undefined,
  format: (value: number | undefined) => string,
): Column<Pair>[] {
  const changeOf = ({ before, after }: Pair) => (read(after) ?? 0) - (read(before) ?? 0);
  return [
    { header, numeric: true, cell: ({ before, after }) => `${format(read(before))} → ${format(read(after))}` },
    {
      header: 'Change',
      numeric: true,
      className: (pair) => cx(changeOf(pair) === 0 && 'text-faint'),
      cell: (pair) => {
        const change = changeOf(pair);
        return change === 0 ? '–' : `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`;
      },
    },
  ];
}
