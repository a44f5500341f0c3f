import { type AnyJob, type BulkOperation, isFinalStatus, type JobFacets } from '@errand/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Download, Pause, Play, Square, Undo2 } from 'lucide-react';
import { useChange, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Menu } from '../../design/menu.tsx';
import { counted } from '../../design/plural.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { saveBlob } from '../../json/save-text.ts';
import { JobLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { ProgressBar } from '../runs/progress-bar.tsx';
import { RunPage } from '../runs/run-page.tsx';
import { BulkStatus } from './bulk-status.tsx';
import { bulkWords, outcomeWords, titleOf } from './bulk-words.ts';

const LOOK_AGAIN_MS = 1_500;

const finishedOf = ({ total, counts }: BulkOperation): number => total - counts.pending;

/** Shows the progress and the record of a bulk action. It goes on without the page. */
export function BulkPage() {
  const { id } = useParams({ from: '/shell/jobs/bulk/$id' });
  const operation = useRead(keys.bulk(id), (options) => errand.bulk.get(id, options), {
    refetchInterval: (query) => (query.state.data?.status === 'running' ? LOOK_AGAIN_MS : false),
  });
  const { data } = operation;
  const percent = data && Math.floor((finishedOf(data) / Math.max(1, data.total)) * 100);
  return (
    <RunPage
      query={operation}
      title={data === undefined ? 'Bulk action' : titleOf(data)}
      titlePrefix={data?.status === 'running' ? `${percent} %` : ''}
      id={id}
      crumbs={[
        { label: 'Jobs', to: '/jobs' },
        { label: 'Bulk actions', to: '/jobs/bulk' },
      ]}
      badge={({ status }) => <BulkStatus status={status} />}
      description={({ creator, created_at: at, undoes }) => (
        <>
          {creator ?? 'An API key'} · <RelativeTime at={at} />
          {undoes !== null && ' · undoes another action'}
        </>
      )}
      actions={(found) => <BulkActions operation={found} />}
    >
      {(found) => (
        <>
          <BulkProgress operation={found} />
          <BulkItems operation={found} />
        </>
      )}
    </RunPage>
  );
}

function BulkProgress({ operation }: { operation: BulkOperation }) {
  const { id, counts, total, kind } = operation;
  return (
    <Card>
      <ProgressBar
        label="Progress of the action"
        unit="jobs"
        total={total}
        counts={{ succeeded: counts.done, failed: counts.failed, skipped: counts.skipped }}
      />
      <p role="status" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        <span>
          <strong>{formatNumber(finishedOf(operation))}</strong> of {counted(total, 'job')}
        </span>
        <span>
          {formatNumber(counts.done)} {bulkWords[kind].past}
        </span>
        {counts.skipped > 0 && <span>{formatNumber(counts.skipped)} skipped</span>}
        {counts.failed > 0 && <span className="text-failure">{formatNumber(counts.failed)} failed</span>}
        {kind === 'retry' && <span className="text-muted">about {formatCost(operation.estimated_cost)} in total</span>}
        {kind === 'retry' && counts.done > 0 && (
          <Link to="/jobs" search={{ q: `bulk:${id}` }} className="text-accent hover:underline">
            Show the new jobs
          </Link>
        )}
        {kind === 'retry' && counts.done > 0 && <NewJobs operation={operation} />}
      </p>
      {operation.paused_because !== null && (
        <p role="alert" className="mt-3 rounded-md bg-warning-soft p-3 text-warning">
          {operation.paused_because}
        </p>
      )}
    </Card>
  );
}

/** Tells how the new jobs ended: an action that is done has only started them. */
function NewJobs({ operation: { id, counts } }: { operation: BulkOperation }) {
  const { data } = useRead(keys.bulkOutcome(id), (options) => errand.jobs.facets({ q: `bulk:${id}` }, options), {
    refetchInterval: ({ state }) => (isSettled(state.data, counts.done) ? false : LOOK_AGAIN_MS),
  });
  if (data === undefined) return null;
  return <span data-testid="new jobs">New jobs: {outcomeWords(data.display_status)}</span>;
}

const ENDED = ['succeeded', 'failed', 'cancelled'];

const isSettled = (facets: JobFacets | undefined, jobs: number): boolean =>
  facets !== undefined &&
  facets.display_status.filter(({ value }) => ENDED.includes(value)).reduce((sum, { count }) => sum + count, 0) >= jobs;

function BulkActions({ operation }: { operation: BulkOperation }) {
  const navigate = useNavigate();
  const { can } = useAccess();
  const { id, status } = operation;
  const change = useChange(
    (verb: 'pause' | 'resume' | 'cancel') => errand.bulk[verb](id),
    (changed) => queryClient.setQueryData(keys.bulk(id), changed),
  );
  const undo = useChange(
    () => errand.bulk.undo(id),
    ({ id: next }) => navigate({ to: '/jobs/bulk/$id', params: { id: next } }),
  );
  const save = useChange(async (format: 'csv' | 'parquet') =>
    saveBlob(await errand.bulk.file(id, { format }), `jobs-${id}.${format}`),
  );
  if (!can('member')) return null;
  const verb = (name: 'pause' | 'resume' | 'cancel', label: string, icon: React.ReactNode) => (
    <Button icon={icon} busy={change.isPending && change.variables === name} onClick={() => change.mutate(name)}>
      {label}
    </Button>
  );
  return (
    <>
      {status === 'running' && verb('pause', 'Pause', <Pause size={14} aria-hidden />)}
      {status === 'paused' && verb('resume', 'Resume', <Play size={14} aria-hidden />)}
      {['running', 'paused'].includes(status) && verb('cancel', 'Stop', <Square size={14} aria-hidden />)}
      {operation.can_undo && (
        <Button icon={<Undo2 size={14} aria-hidden />} busy={undo.isPending} onClick={() => undo.mutate()}>
          Undo
        </Button>
      )}
      <Menu
        trigger={
          <Button icon={<Download size={14} aria-hidden />} busy={save.isPending}>
            Download jobs…
          </Button>
        }
        items={[
          { label: 'CSV', onSelect: () => save.mutate('csv') },
          { label: 'Parquet', onSelect: () => save.mutate('parquet') },
        ]}
      />
    </>
  );
}

function BulkItems({ operation }: { operation: BulkOperation }) {
  const list = useList(
    keys.bulkItems(operation.id, finishedOf(operation)),
    (paging, options) => errand.bulk.items(operation.id, paging, options),
    { pageSize: 50, isLocal: true },
  );
  const ids = (list.query.data?.results ?? []).flatMap(({ new_job_id: id }) => id ?? []);
  const jobs = useRead(
    keys.bulkNewJobs(operation.id, ids),
    (options) => errand.jobs.list({ ids, page_size: 50 }, options),
    {
      enabled: ids.length > 0,
      refetchInterval: ({ state }) =>
        state.data?.results.every((job) => isFinalStatus(job.status_code)) ? false : LOOK_AGAIN_MS,
    },
  );
  const statusOf = (id: string | null) => jobs.data?.results.find((job) => job.id === id);
  return (
    <PagedTable
      label="Record of the action"
      list={list}
      rowKey={({ position }) => position}
      columns={[
        { header: 'Job', cell: ({ job_id: id }) => <JobLink id={id} /> },
        { header: 'Outcome', cell: ({ status }) => <BulkStatus status={status} /> },
        { header: 'New job', cell: ({ new_job_id: id }) => <NewJob id={id} status={statusOf(id)} /> },
        { header: 'Reason', cell: ({ reason }) => reason ?? '' },
        { header: 'When', at: ({ at }) => at, none: '' },
      ]}
    />
  );
}

/** The job that was started, and how it went. */
const NewJob = ({ id, status }: { id: string | null; status: AnyJob | undefined }) => (
  <span className="flex items-center gap-2">
    <JobLink id={id} />
    {status && <StatusBadge code={status.status_code} state={status.display_status} />}
  </span>
);
