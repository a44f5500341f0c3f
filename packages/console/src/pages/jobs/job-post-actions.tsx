import { isFinalStatus, type Job, type PostActionDelivery } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, OctagonX, RotateCw } from 'lucide-react';
import { useChange } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { counted } from '../../design/plural.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

/** Lists the post actions of this job. Renders nothing if its version has none. */
export function JobPostActions({ job, canRun }: { job: Job; canRun: boolean }) {
  const queryKey = keys.jobPostActions(job.id);
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => errand.postActions.list(job.id, { signal }),
    enabled: isFinalStatus(job.status_code),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 3_000 : false),
  });
  const resend = useChange(
    (id: string) => errand.postActions.resend(job.id, id),
    async () => {
      showToast('It is carried out again');
      await queryClient.invalidateQueries({ queryKey });
    },
  );
  if (data.length === 0) return null;
  return (
    <Card title="Post actions">
      <ul aria-label="Post actions of this job" className="flex flex-col gap-3">
        {data.map((action) => (
          <li key={action.id} className="flex flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <StateBadge action={action} />
              <bdi className="min-w-0 truncate font-medium">{action.name}</bdi>
              <span className="text-muted">
                {action.operation}, {counted(action.attempts, 'attempt')}
                {action.finished_at !== null && ', '}
                {action.finished_at !== null && <RelativeTime at={action.finished_at} />}
              </span>
              <Button
                size="sm"
                className="ml-auto"
                aria-label={`Resend ${action.name}`}
                disabled={!canRun}
                title={canRun ? undefined : 'This needs the role member.'}
                busy={resend.isPending && resend.variables === action.id}
                onClick={() => resend.mutate(action.id)}
              >
                Resend
              </Button>
            </div>
            {action.message !== null && (
              <p dir="auto" className="break-words text-muted">
                {action.message}
              </p>
            )}
            {action.status === 'pending' && action.attempts > 0 && (
              <p className="text-muted">
                Tried again <RelativeTime at={action.next_attempt_at} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function StateBadge({ action: { status, attempts } }: { action: PostActionDelivery }) {
  if (status === 'succeeded') {
    return (
      <Badge tone="positive">
        <CircleCheck size={12} aria-hidden /> done
      </Badge>
    );
  }
  if (status === 'failed') {
    return (
      <Badge tone="danger">
        <OctagonX size={12} aria-hidden /> failed
      </Badge>
    );
  }
  return (
    <Badge tone={attempts === 0 ? 'neutral' : 'warning'}>
      <RotateCw size={12} aria-hidden /> pending
    </Badge>
  );
}
