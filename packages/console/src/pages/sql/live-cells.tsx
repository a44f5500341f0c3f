import { jobStatus, type QueryObject } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { JobLink } from '../../lists/links.tsx';
import { errand } from '../../session/client.ts';
import { inputPreview } from '../jobs/input-preview.ts';

const LOOK_MS = 1_500;
const SHOWN = 50;

/** Shows the cells that agents fill while the query runs, each with its job. */
export function LiveCells({ query }: { query: QueryObject }) {
  const filter = { metadata: JSON.stringify({ query_id: query.id }), page_size: SHOWN };
  const jobs = useRead(keys.liveJobs('cells', [query.id]), (options) => errand.jobs.list(filter, options), {
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const list = jobs.data?.results ?? [];
  if (list.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <DataTable
        label="Cells that agents fill"
        rows={list}
        columns={[
          { header: 'Input', className: 'max-w-72 truncate', cell: (job) => <bdi>{inputPreview(job) || '–'}</bdi> },
          { header: 'Agent', className: 'max-w-48 truncate text-muted', cell: (job) => <bdi>{job.agent_name}</bdi> },
          { header: 'State', cell: (job) => <StatusBadge code={job.status_code} /> },
          {
            header: 'Answer',
            className: 'max-w-96 truncate',
            cell: (job) => (
              <bdi className={job.status_code === jobStatus.failure ? 'text-failure' : ''}>{answerOf(job) || '…'}</bdi>
            ),
          },
          { header: 'Cost', numeric: true, cell: (job) => formatCost(job.cost) },
          { header: 'Job', cell: (job) => <JobLink id={job.id} /> },
        ]}
      />
      {query.jobs_total > list.length && (
        <p className="text-muted">
          The newest {formatNumber(list.length)} of {formatNumber(query.jobs_total)} are shown.
        </p>
      )}
    </div>
  );
}

type Answered = { status_code: number; error_message: string | null; outputs?: { value: string }[] | null };

const answerOf = (job: Answered): string =>
  job.status_code === jobStatus.failure
    ? (job.error_message ?? 'failed')
    : (job.outputs?.[0]?.value ?? '').slice(0, 300);
