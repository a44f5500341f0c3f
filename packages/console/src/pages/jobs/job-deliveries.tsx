import { isFinalStatus, type Job } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { errand } from '../../session/client.ts';
import { DeliveryBadge } from '../webhooks/webhook-state.tsx';

/** Lists the webhook deliveries of this job. Renders nothing if there are no webhooks. */
export function JobDeliveries({ job }: { job: Job }) {
  const { data = [] } = useRead(keys.jobDeliveries(job.id), (options) => errand.deliveries.ofJob(job.id, options), {
    enabled: isFinalStatus(job.status_code),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 3_000 : false),
  });
  if (data.length === 0) return null;
  return (
    <Card title="Webhooks">
      <ul aria-label="Deliveries of this job" className="flex flex-col gap-1.5">
        {data.slice(0, 10).map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <DeliveryBadge delivery={delivery} isActive />
            <Link
              to="/webhooks/$id"
              params={{ id: delivery.webhook_id }}
              search={{ delivery: delivery.id }}
              className="min-w-0 truncate text-accent hover:underline"
            >
              <bdi>{delivery.webhook_name}</bdi>
            </Link>
            <span className="text-muted">
              {delivery.response_status !== null && `${delivery.response_status}, `}
              <RelativeTime at={delivery.delivered_at ?? delivery.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
