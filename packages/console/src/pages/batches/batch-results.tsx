import { type Batch, type BatchResultLine, hasSucceeded, isFinalStatus, jobStatus } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { JobLink } from '../../lists/links.tsx';
import { useRowsInPages } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { doneOf } from './batch-bar.tsx';
import type { RowFilter } from './batch-search.ts';
import { rowNumber } from './result-rows.ts';
import { saveFailedRows, saveResults } from './save-results.ts';

/** The results of a batch come in one response, so for larger batches they are loaded at the end or on demand. */
const LIVE_ROWS_MAX = 500;

const filters: Record<RowFilter, (result: BatchResultLine) => boolean> = {
  all: () => true,
  failed: ({ status }) => status === jobStatus.failure,
  succeeded: ({ status }) => hasSucceeded(status),
  open: ({ status }) => !isFinalStatus(status),
};

const rowFilters = [
  { value: 'all', label: 'All rows' },
  { value: 'failed', label: 'Failed' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'open', label: 'Not finished' },
] as const;

export function BatchResults({ batch }: { batch: Batch }) {
  const isLive = batch.finished_at === null && batch.total <= LIVE_ROWS_MAX;
  // The key includes the progress, so that every change reloads the results.
  const progress = [isLive || batch.finished_at !== null ? doneOf(batch) : 0, batch.finished_at];
  const results = useRead(
    [...keys.batchResults(batch.id), ...progress],
    (options) => Array.fromAsync(errand.batches.results(batch.id, {}, options)),
    { placeholderData: keepPreviousData },
  );
  return <QueryView query={results}>{(all) => <Rows batch={batch} all={all} />}</QueryView>;
}

function Rows({ batch, all }: { batch: Batch; all: BatchResultLine[] }) {
  const { rows: filter = 'all' } = useSearch({ from: '/shell/batches/$id' });
  const navigate = useNavigate();
  const list = useRowsInPages(all.filter(filters[filter]), 50);
  const failed = all.filter(filters.failed);
  const saveFailed = useChange(() => saveFailedRows(batch, failed));
  return (
    <Card
      title="Rows"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="Which rows"
            className="w-40!"
            value={filter}
            onChange={(next) =>
              void navigate({
                to: '.',
                search: next === 'all' ? {} : { rows: next },
                replace: true,
                resetScroll: false,
              })
            }
            options={rowFilters}
          />
          <Button disabled={failed.length === 0} busy={saveFailed.isPending} onClick={() => saveFailed.mutate()}>
            Failed rows as CSV
          </Button>
          <Button disabled={all.length === 0} onClick={() => saveResults(batch, all)}>
            Results as CSV
          </Button>
        </div>
      }
    >
      <DataTable label="Rows of the batch" rows={list.rows} rowKey={({ index }) => index} columns={columns} />
      <Pager {...list} onPage={list.goTo} />
    </Card>
  );
}

const textOf = ({ error_message: error, outputs }: BatchResultLine): string | undefined =>
  error ?? outputs?.[0]?.value.slice(0, 300);

const columns: Column<BatchResultLine>[] = [
  {
    header: 'Row',
    numeric: true,
    width: 'w-16',
    cell: (row) => (
      <>
        <span className="sm:hidden">Row </span>
        {rowNumber(row)}
      </>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge code={status} /> },
  { header: 'Job', cell: ({ job_id: id }) => <JobLink id={id} /> },
  {
    header: 'Output',
    className: 'max-w-xl truncate',
    dir: 'auto',
    title: textOf,
    cell: (row) => (row.error_message ? <span className="text-danger">{row.error_message}</span> : textOf(row)),
  },
];
