import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { BatchBar } from './batch-bar.tsx';

const PAGE_SIZE = 25;

export function BatchesPage() {
  const { page = 1 } = useSearch({ from: '/shell/batches' });
  const navigate = useNavigate();
  const { can } = useAccess();
  const paging = { page, page_size: PAGE_SIZE };
  const batches = useQuery({
    queryKey: keys.batchList(paging),
    queryFn: ({ signal }) => errand.batches.list(paging, { signal }),
    refetchInterval: (query) =>
      query.state.data?.results.some((batch) => batch.finished_at === null) ? 2_000 : 15_000,
  });
  const newBatch = can('member') && (
    <Link to="/batches/new" className={buttonClass('primary')}>
      New batch from a CSV file
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Batches"
        description="Run one agent over many rows, with progress, a cost limit and retries."
        actions={newBatch}
      />
      <QueryView query={batches}>
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title="No batches yet" actions={newBatch}>
              Choose a file, map its columns to inputs, try three rows, then run the rest.
            </EmptyState>
          ) : (
            <>
              <Table label="Batches">
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Progress</Th>
                    <Th numeric>Rows</Th>
                    <Th numeric>Failed</Th>
                    <Th numeric>Cost</Th>
                    <Th>Started</Th>
                  </tr>
                </thead>
                <tbody>
                  {results.map((batch) => (
                    <Tr key={batch.id}>
                      <Td>
                        <Link
                          to="/batches/$id"
                          params={{ id: batch.id }}
                          dir="auto"
                          className="font-medium hover:underline"
                        >
                          {batch.name || 'Unnamed batch'}
                        </Link>
                      </Td>
                      <Td className="w-64">
                        <div className="max-sm:pt-1">
                          <BatchBar batch={batch} />
                        </div>
                      </Td>
                      <Td numeric>{formatNumber(batch.total)}</Td>
                      <Td numeric>{formatNumber(batch.counts.failure)}</Td>
                      <Td numeric>{formatCost(batch.cost)}</Td>
                      <Td>
                        <RelativeTime at={batch.created_at} />
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(next) => void navigate({ to: '.', search: { page: next } })}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}
