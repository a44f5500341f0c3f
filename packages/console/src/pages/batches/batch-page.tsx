import type { Batch } from '@errand/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { RunPage } from '../runs/run-page.tsx';
import { BatchBar, doneOf } from './batch-bar.tsx';
import { BatchResults } from './batch-results.tsx';

const LOOK_AGAIN_MS = 1_500;

const isOver = ({ finished_at: at }: Batch): boolean => at !== null;

export function BatchPage() {
  const { id } = useParams({ from: '/shell/batches/$id' });
  const batch = useRead(keys.batch(id), (options) => errand.batches.get(id, {}, options), {
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? LOOK_AGAIN_MS : false),
  });
  const { data } = batch;
  const percent = data && Math.floor((doneOf(data) / Math.max(1, data.total)) * 100);
  return (
    <RunPage
      query={batch}
      title={data === undefined ? 'Batch' : data.name || 'Unnamed batch'}
      titlePrefix={data === undefined || isOver(data) ? '' : `${percent} %`}
      id={id}
      crumbs={[{ label: 'Batches', to: '/batches' }]}
      description={(found) => <Origin batch={found} />}
      actions={(found) => <BatchActions batch={found} />}
    >
      {(found) => (
        <>
          <Card>
            <BatchBar batch={found} />
            <Counts batch={found} />
          </Card>
          <BatchResults batch={found} />
        </>
      )}
    </RunPage>
  );
}

function Origin({ batch: { agent_id: id, created_at: at } }: { batch: Batch }) {
  const agent = useRead(keys.agent(id), (options) => errand.agents.get(id, options));
  return (
    <>
      {agent.data && (
        <Link to="/agents/$id" params={{ id }} dir="auto" className="text-accent hover:underline">
          {agent.data.name}
        </Link>
      )}{' '}
      · started <RelativeTime at={at} />
    </>
  );
}

function BatchActions({ batch }: { batch: Batch }) {
  const { can } = useAccess();
  const update = (changed: Batch) => {
    queryClient.setQueryData(keys.batch(batch.id), changed);
    void reload(keys.batches());
  };
  const cancel = useChange(() => errand.batches.cancel(batch.id), update);
  const retry = useChange(
    () => errand.batches.retryFailed(batch.id),
    (changed) => {
      update(changed);
      showToast('Failed rows are running again');
    },
  );
  if (!can('member')) return null;
  return (
    <>
      {!isOver(batch) && (
        <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel remaining
        </Button>
      )}
      {batch.counts.failure > 0 && (
        <Button variant={isOver(batch) ? 'primary' : 'secondary'} busy={retry.isPending} onClick={() => retry.mutate()}>
          Retry {formatNumber(batch.counts.failure)} failed
        </Button>
      )}
    </>
  );
}

function Counts({ batch }: { batch: Batch }) {
  const { counts } = batch;
  return (
    <p role="status" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
      <span>
        <strong>{formatNumber(doneOf(batch))}</strong> of {formatNumber(batch.total)} rows
      </span>
      <span>{formatNumber(counts.success + counts.cached)} succeeded</span>
      {counts.cached > 0 && <span className="text-muted">{formatNumber(counts.cached)} of them cached</span>}
      <span>{formatNumber(counts.failure)} failed</span>
      {batch.waiting > 0 && (
        <Link to="/jobs" search={{ q: `batch:${batch.id} is:waiting` }} className="text-accent hover:underline">
          {formatNumber(batch.waiting)} waiting
        </Link>
      )}
      {counts.cancelled > 0 && <span>{formatNumber(counts.cancelled)} cancelled</span>}
      <span>
        {formatCost(batch.cost)}
        {batch.max_cost !== null && ` of at most ${formatCost(batch.max_cost)}`}
      </span>
      {!isOver(batch) && batch.eta_seconds !== null && (
        <span className="text-muted">about {formatDuration(batch.eta_seconds * 1_000)} left</span>
      )}
      {isOver(batch) && (
        <span className="text-muted">
          finished <RelativeTime at={batch.finished_at} />
        </span>
      )}
    </p>
  );
}
