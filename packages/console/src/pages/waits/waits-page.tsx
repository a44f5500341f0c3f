import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { WaitCard } from './wait-card.tsx';

const PAGE_SIZE = 10;

/** Lists what jobs wait for, first those that this user may answer. */
export function WaitsPage() {
  const { all, page = 1 } = useSearch({ from: '/shell/waits' });
  const navigate = useNavigate({ from: '/waits' });
  const waits = useQuery({
    queryKey: keys.waitList({ all: all === true, page }),
    queryFn: ({ signal }) =>
      errand.waits.list(
        { status: 'open', ...(all !== true && { mine: true }), page: String(page), page_size: String(PAGE_SIZE) },
        { signal },
      ),
    refetchInterval: 5_000,
  });
  const toggle = (
    <Button onClick={() => void navigate({ search: all === true ? {} : { all: true } })}>
      {all === true ? 'Only mine' : 'Show all'}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Waiting"
        description="Jobs waiting for an approval, an answer, an event or a time. They take no worker slot."
        actions={toggle}
      />
      <QueryView query={waits}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState title={all === true ? 'No job waits' : 'Nothing waits for you'}>
              Results that need an approval and questions from jobs show up here.
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              {results.map((wait) => (
                <WaitCard key={wait.id} wait={wait} withJob />
              ))}
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(next) => void navigate({ search: { ...(all === true && { all: true }), page: next } })}
              />
            </div>
          )
        }
      </QueryView>
    </>
  );
}
