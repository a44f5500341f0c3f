import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { BulkStatus } from './bulk-status.tsx';
import { titleOf } from './bulk-words.ts';

const PAGE_SIZE = 50;

export function BulkListPage() {
  const { page = 1 } = useSearch({ from: '/shell/jobs/bulk' });
  const navigate = useNavigate({ from: '/jobs/bulk' });
  const list = useQuery({
    queryKey: keys.bulkList(page),
    queryFn: ({ signal }) => errand.bulk.list({ page, page_size: PAGE_SIZE }, { signal }),
    refetchInterval: 5_000,
  });
  return (
    <>
      <PageHeader
        title="Bulk actions"
        crumbs={[{ label: 'Jobs', to: '/jobs' }]}
        description="Actions on many jobs at once, each with a record of what it did."
      />
      <QueryView query={list}>
        {({ results, count }) =>
          count === 0 ? (
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
          ) : (
            <>
              <Table label="Bulk actions">
                <thead>
                  <tr>
                    <Th>Action</Th>
                    <Th>Status</Th>
                    <Th numeric>Done</Th>
                    <Th numeric>Failed</Th>
                    <Th>By</Th>
                    <Th>When</Th>
                  </tr>
                </thead>
                <tbody>
                  {results.map((one) => (
                    <Tr key={one.id}>
                      <Td>
                        <Link to="/jobs/bulk/$id" params={{ id: one.id }} className="text-accent hover:underline">
                          {titleOf(one)}
                        </Link>
                      </Td>
                      <Td>
                        <BulkStatus status={one.status} />
                      </Td>
                      <Td numeric>{formatNumber(one.counts.done)}</Td>
                      <Td numeric>{formatNumber(one.counts.failed)}</Td>
                      <Td>{one.creator ?? 'an API key'}</Td>
                      <Td>
                        <RelativeTime at={one.created_at} />
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}
