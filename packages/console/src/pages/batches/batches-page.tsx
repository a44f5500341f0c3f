import type { Batch } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { BatchBar } from './batch-bar.tsx';

const columns: Column<Batch>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/batches/$id" params={{ id }} dir="auto" className="font-medium hover:underline">
        {name || 'Unnamed batch'}
      </Link>
    ),
  },
  {
    header: 'Progress',
    width: 'w-64',
    cell: (batch) => (
      <div className="max-sm:pt-1">
        <BatchBar batch={batch} />
      </div>
    ),
  },
  { header: 'Rows', numeric: true, cell: ({ total }) => formatNumber(total) },
  { header: 'Failed', numeric: true, cell: ({ counts }) => formatNumber(counts.failure) },
  { header: 'Cost', numeric: true, cell: ({ cost }) => formatCost(cost) },
  { header: 'Started', at: ({ created_at: at }) => at },
];

export function BatchesPage() {
  const { can } = useAccess();
  const list = useList(keys.batchLists(), (paging, options) => errand.batches.list(paging, options), {
    refetchInterval: ({ state }) => (state.data?.results.some((batch) => batch.finished_at === null) ? 2_000 : 15_000),
  });
  const create = can('member') && (
    <Link to="/batches/new" className={buttonClass('primary')}>
      New batch from a CSV file
    </Link>
  );
  return (
    <ListPage
      title="Batches"
      description="Run one agent over many rows, with progress, a cost limit and retries."
      actions={create}
      list={list}
      columns={columns}
      empty={
        <EmptyState
          title="No batches yet"
          actions={create}
          command="errand batch people.csv --agent Greeting --map person=name"
        >
          Choose a file, map its columns to inputs, try three rows, then run the rest.
        </EmptyState>
      }
    />
  );
}
