import type { BulkOperation } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Download, Pause, Play, Square, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Menu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { saveBlob } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { BulkStatus } from './bulk-status.tsx';
import { bulkWords, titleOf } from './bulk-words.ts';

const LOOK_AGAIN_MS = 1_500;
const PAGE_SIZE = 50;

/** Shows the progress and the record of a bulk action. It goes on without the page. */
export function BulkPage() {
  const { id } = useParams({ from: '/shell/jobs/bulk/$id' });
  const operation = useQuery({
    queryKey: keys.bulk(id),
    queryFn: ({ signal }) => errand.bulk.get(id, { signal }),
    refetchInterval: (query) => (query.state.data?.status === 'running' ? LOOK_AGAIN_MS : false),
  });
  return <QueryView query={operation}>{(found) => <BulkView operation={found} />}</QueryView>;
}

function BulkView({ operation }: { operation: BulkOperation }) {
  const { counts, total, kind, status } = operation;
  const finished = total - counts.pending;
  return (
    <>
      <PageHeader
        title={titleOf(operation)}
        titlePrefix={status === 'running' ? `${Math.floor((finished / Math.max(1, total)) * 100)} %` : ''}
        id={operation.id}
        crumbs={[
          { label: 'Jobs', to: '/jobs' },
          { label: 'Bulk actions', to: '/jobs/bulk' },
        ]}
        badge={<BulkStatus status={status} />}
        description={
          <>
            {operation.creator ?? 'An API key'} · <RelativeTime at={operation.created_at} />
            {operation.undoes !== null && ' · undoes another action'}
          </>
        }
        actions={<BulkActions operation={operation} />}
      />
      <div className="flex flex-col gap-5">
        <Card>
          <progress
            aria-label="Progress of the action"
            value={finished}
            max={Math.max(1, total)}
            className="h-2.5 w-full accent-accent"
          />
          <p role="status" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
            <span>
              <strong>{formatNumber(finished)}</strong> of {formatNumber(total)} {total === 1 ? 'job' : 'jobs'}
            </span>
            <span>
              {formatNumber(counts.done)} {bulkWords[kind].past}
            </span>
            {counts.skipped > 0 && <span>{formatNumber(counts.skipped)} skipped</span>}
            {counts.failed > 0 && <span className="text-failure">{formatNumber(counts.failed)} failed</span>}
            {kind === 'retry' && (
              <span className="text-muted">about {formatCost(operation.estimated_cost)} in total</span>
            )}
            {kind === 'retry' && counts.done > 0 && (
              <Link to="/jobs" search={{ q: `bulk:${operation.id}` }} className="text-accent hover:underline">
                Show the new jobs
              </Link>
            )}
          </p>
          {operation.paused_because !== null && (
            <p role="alert" className="mt-3 rounded-md bg-warning-soft p-3 text-warning">
              {operation.paused_because}
            </p>
          )}
        </Card>
        <BulkItems operation={operation} />
      </div>
    </>
  );
}

function BulkActions({ operation }: { operation: BulkOperation }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { can } = useAccess();
  const { id, status } = operation;
  const change = useMutation({
    mutationFn: (verb: 'pause' | 'resume' | 'cancel') => errand.bulk[verb](id),
    onSuccess: (changed) => queryClient.setQueryData(keys.bulk(id), changed),
  });
  const undo = useMutation({
    mutationFn: () => errand.bulk.undo(id),
    onSuccess: ({ id: next }) => navigate({ to: '/jobs/bulk/$id', params: { id: next } }),
  });
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'parquet') =>
      saveBlob(await errand.bulk.file(id, { format }), `jobs-${id}.${format}`),
  });
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
  const [page, setPage] = useState(1);
  const { counts } = operation;
  const items = useQuery({
    queryKey: keys.bulkItems(operation.id, page, operation.total - counts.pending),
    queryFn: ({ signal }) => errand.bulk.items(operation.id, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <QueryView query={items} rows={5}>
      {({ results, count }) => (
        <>
          <Table label="Record of the action">
            <thead>
              <tr>
                <Th>Job</Th>
                <Th>Outcome</Th>
                <Th>New job</Th>
                <Th>Reason</Th>
                <Th>When</Th>
              </tr>
            </thead>
            <tbody>
              {results.map((item) => (
                <Tr key={item.position}>
                  <Td>
                    <JobLink id={item.job_id} />
                  </Td>
                  <Td>
                    <BulkStatus status={item.status} />
                  </Td>
                  <Td>{item.new_job_id === null ? '–' : <JobLink id={item.new_job_id} />}</Td>
                  <Td>{item.reason ?? ''}</Td>
                  <Td>{item.at === null ? '' : <RelativeTime at={item.at} />}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={setPage} />
        </>
      )}
    </QueryView>
  );
}

const JobLink = ({ id }: { id: string }) => (
  <Link to="/jobs/$id" params={{ id }} title={id} className="font-mono text-code text-accent hover:underline">
    {shortId(id)}
  </Link>
);
