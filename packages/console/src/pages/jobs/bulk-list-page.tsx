import type { BulkOperation } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { BulkStatus } from './bulk-status.tsx';
import { titleOf } from './bulk-words.ts';

const columns: Column<BulkOperation>[] = [
  {
    header: 'Action',
    cell: (one) => (
      <Link to="/jobs/bulk/$id" params={{ id: one.id }} className="text-accent hover:underline">
        {titleOf(one)}
      </Link>
    ),
  },
  { header: 'Status', cell: ({ status }) => <BulkStatus status={status} /> },
  { header: 'Done', numeric: true, cell: ({ counts }) => formatNumber(counts.done) },
  { header: 'Failed', numeric: true, cell: ({ counts }) => formatNumber(counts.failed) },
  { header: 'By', cell: ({ creator }) => creator ?? 'an API key' },
  { header: 'When', at: ({ created_at: at }) => at },
];

export function BulkListPage() {
  const list = useList(keys.bulkLists(), (paging, options) => errand.bulk.list(paging, options), {
    pageSize: 50,
    refetchInterval: 5_000,
  });
  return (
    <ListPage
      title="Bulk actions"
      crumbs={[{ label: 'Jobs', to: '/jobs' }]}
      description="Actions on many jobs at once, each with a record of what it did."
      list={list}
      columns={columns}
      empty={
        <EmptyState
          title="No bulk actions yet"
          actions={
            <Link to="/jobs" className={buttonClass('primary')}>
              Go to jobs
            </Link>
          }
        >
          Select jobs in the list, then run them again, cancel them or export them.
        </EmptyState>
      }
    />
  );
}
