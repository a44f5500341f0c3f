import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
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
        title="Actions on many jobs"
        crumbs={[{ label: 'Jobs', to: '/jobs' }]}
        description="What was done with many jobs at once, with a record of each."
      />
      <QueryView query={list}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title="No actions yet">
              Choose jobs in their list, then run them again, cancel or export.
            </EmptyState>
          ) : (
            <>
              <Table label="Actions on many jobs">
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
                      <Td>{one.status}</Td>
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
