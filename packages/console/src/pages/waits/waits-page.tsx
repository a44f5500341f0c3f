import { useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { ListPager } from '../../lists/paged-table.tsx';
import { asTexts, useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { WaitCard } from './wait-card.tsx';

/** Lists what jobs wait for, first those that this user may answer. */
export function WaitsPage() {
  const { all } = useSearch({ from: '/shell/waits' });
  const navigate = useNavigate({ from: '/waits' });
  const list = useList(
    keys.waitList({ all: all === true }),
    (paging, options) =>
      errand.waits.list({ status: 'open', ...(all !== true && { mine: true }), ...asTexts(paging) }, options),
    { pageSize: 10, refetchInterval: 5_000 },
  );
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
      <QueryView query={list.query}>
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
              <ListPager list={list} />
            </div>
          )
        }
      </QueryView>
    </>
  );
}
