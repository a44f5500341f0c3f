import type { Batch } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { BatchBar, doneOf } from './batch-bar.tsx';
import { BatchResults } from './batch-results.tsx';

const LOOK_AGAIN_MS = 1_500;

export function BatchPage() {
  const { id } = useParams({ from: '/shell/batches/$id' });
  const batch = useQuery({
    queryKey: keys.batch(id),
    queryFn: ({ signal }) => errand.batches.get(id, {}, { signal }),
    refetchInterval: (query) => (query.state.data?.finished_at === null ? LOOK_AGAIN_MS : false),
  });
  return <QueryView query={batch}>{(found) => <BatchView batch={found} />}</QueryView>;
}

function BatchView({ batch }: { batch: Batch }) {
  const { can } = useAccess();
  const agent = useQuery({
    queryKey: keys.agent(batch.agent_id),
    queryFn: ({ signal }) => errand.agents.get(batch.agent_id, { signal }),
  });
  const update = (changed: Batch) => {
    queryClient.setQueryData(keys.batch(batch.id), changed);
    void queryClient.invalidateQueries({ queryKey: keys.batches() });
  };
  const cancel = useMutation({ mutationFn: () => errand.batches.cancel(batch.id), onSuccess: update });
  const retry = useMutation({
    mutationFn: () => errand.batches.retryFailed(batch.id),
    onSuccess: (changed) => {
      update(changed);
      showToast('Failed rows are running again');
    },
  });
  const done = doneOf(batch);
  const percent = Math.floor((done / Math.max(1, batch.total)) * 100);
  const isOver = batch.finished_at !== null;
  return (
    <>
      <PageHeader
        title={batch.name || 'Unnamed batch'}
        titlePrefix={isOver ? '' : `${percent} %`}
        id={batch.id}
        crumbs={[{ label: 'Batches', to: '/batches' }]}
        description={
          <>
            {agent.data && (
              <Link to="/agents/$id" params={{ id: batch.agent_id }} dir="auto" className="text-accent hover:underline">
                {agent.data.name}
              </Link>
            )}{' '}
            · started <RelativeTime at={batch.created_at} />
          </>
        }
        actions={
          can('member') && (
            <>
              {!isOver && (
                <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
                  Cancel remaining
                </Button>
              )}
              {batch.counts.failure > 0 && (
                <Button
                  variant={isOver ? 'primary' : 'secondary'}
                  busy={retry.isPending}
                  onClick={() => retry.mutate()}
                >
                  Retry {formatNumber(batch.counts.failure)} failed
                </Button>
              )}
            </>
          )
        }
      />
      <div className="flex flex-col gap-5">
        <Card>
          <BatchBar batch={batch} />
          <p role="status" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
            <span>
              <strong>{formatNumber(done)}</strong> of {formatNumber(batch.total)} rows
            </span>
            <span>{formatNumber(batch.counts.success + batch.counts.cached)} succeeded</span>
            {batch.counts.cached > 0 && (
              <span className="text-muted">{formatNumber(batch.counts.cached)} of them cached</span>
            )}
            <span>{formatNumber(batch.counts.failure)} failed</span>
            {batch.counts.cancelled > 0 && <span>{formatNumber(batch.counts.cancelled)} cancelled</span>}
            <span>
              {formatCost(batch.cost)}
              {batch.max_cost !== null && ` of at most ${formatCost(batch.max_cost)}`}
            </span>
            {!isOver && batch.eta_seconds !== null && (
              <span className="text-muted">about {formatDuration(batch.eta_seconds * 1_000)} left</span>
            )}
            {isOver && (
              <span className="text-muted">
                finished <RelativeTime at={batch.finished_at} />
              </span>
            )}
          </p>
        </Card>
        <BatchResults batch={batch} />
      </div>
    </>
  );
}
