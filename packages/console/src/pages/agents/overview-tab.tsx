import type { Agent } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useActivity } from '../../activity.ts';
import { toSlots } from '../../charts/activity-slots.ts';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { formatCost, formatDuration, formatNumber, formatPercent } from '../../design/format.ts';
import { JsonView } from '../../design/json-view.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Sparkline } from '../../design/sparkline.tsx';
import { errand } from '../../session/client.ts';
import { inputPreview } from '../jobs/input-preview.ts';
import { JobLinks } from '../jobs/job-links.tsx';
import { useVersions } from '../versions/use-versions.ts';
import { WebhookStateBadge } from '../webhooks/webhook-state.tsx';
import { AgentDoors } from './agent-doors.tsx';

const RECENT_JOBS = { page_size: 10 };

export function OverviewTab({ agent }: { agent: Agent }) {
  const activity = useActivity({ hours: 24, agent_id: [agent.id] });
  const versions = useVersions(agent);
  const recent = activity.data?.agents[0];
  const ended = recent ? recent.succeeded + recent.failed : 0;
  const current = versions.data?.find(({ id }) => id === agent.current_version_id);
  return (
    <div className="in-order grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <Card title="Last 24 hours">
        {activity.isPending ? (
          <Skeleton rows={4} />
        ) : activity.data && recent && ended + recent.cancelled > 0 ? (
          <div className="flex flex-col gap-3">
            <Sparkline bars={toSlots(activity.data, agent.id)} label={`${ended} jobs finished in 24 hours`} />
            <Facts
              facts={[
                ['Succeeded', `${formatPercent(recent.succeeded, ended)} of ${formatNumber(ended)}`],
                ['Latency', `${formatDuration(recent.p50_ms)} median, ${formatDuration(recent.p95_ms)} p95`],
                ['Cost', `${formatCost(recent.cost)}, ${formatCost(recent.cost / Math.max(1, ended))} per job`],
                ['In flight', formatNumber(recent.in_flight)],
                ['Waiting', formatNumber(recent.waiting)],
              ]}
            />
          </div>
        ) : (
          <p className="text-muted">No jobs finished in this period.</p>
        )}
      </Card>
      {/* As high as the two cards beside it together. */}
      <div className="min-w-0 xl:row-span-2">
        <RecentJobs agentId={agent.id} />
      </div>
      <Card
        title="Current version"
        actions={
          <Link
            to="/agents/$id"
            params={{ id: agent.id }}
            search={{ tab: 'versions' }}
            className={buttonClass('secondary', 'sm')}
          >
            All versions
          </Link>
        }
      >
        {versions.isPending && <Skeleton rows={5} />}
        {current && (
          <div className="flex flex-col gap-3">
            <Facts
              facts={[
                [
                  'Name',
                  <span key="n" dir="auto">
                    {current.version_name}
                  </span>,
                ],
                [
                  'Notes',
                  <span key="d" dir="auto">
                    {current.description || '–'}
                  </span>,
                ],
                ['Created', <RelativeTime key="m" at={current.created_at} />],
                ['Inputs', current.input_definitions.map(({ key }) => key).join(', ') || 'none'],
              ]}
            />
            <JsonView value={current.engine_config} label="Configuration" />
          </div>
        )}
      </Card>
      <LinkedWebhooks agentId={agent.id} />
      <AgentDoors agentId={agent.id} />
    </div>
  );
}

function RecentJobs({ agentId }: { agentId: string }) {
  const jobs = useRead(
    keys.jobList(agentId, RECENT_JOBS),
    (options) => errand.jobs.ofAgent(agentId, RECENT_JOBS, options),
    { refetchInterval: 5_000 },
  );
  return (
    <Card title="Recent jobs">
      <QueryView query={jobs}>
        {({ results }) =>
          results.length === 0 ? (
            <p className="text-muted">No jobs yet.</p>
          ) : (
            <JobLinks jobs={results} name={(job) => inputPreview(job) || 'No input'} />
          )
        }
      </QueryView>
    </Card>
  );
}

function LinkedWebhooks({ agentId }: { agentId: string }) {
  const webhooks = useRead(keys.agentWebhooks(agentId), (options) => errand.webhooks.ofAgent(agentId, options));
  return (
    <Card
      title="Webhooks"
      actions={
        <Link to="/webhooks" className={buttonClass('secondary', 'sm')}>
          Manage
        </Link>
      }
    >
      <QueryView query={webhooks} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">No webhook is linked. Link one to receive each result as it is ready.</p>
          ) : (
            <ul className="flex flex-col gap-1.5">
              {list.map((webhook) => (
                <li key={webhook.id} className="flex items-center justify-between gap-3">
                  <Link to="/webhooks/$id" params={{ id: webhook.id }} className="font-medium hover:underline">
                    <bdi>{webhook.name}</bdi>
                  </Link>
                  <span className="truncate text-muted">{webhook.url}</span>
                  <WebhookStateBadge webhook={webhook} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}
