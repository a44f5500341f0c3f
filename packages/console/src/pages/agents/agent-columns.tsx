import { type Activity, type Agent, jobStatus } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { toSlots } from '../../charts/activity-slots.ts';
import { Badge, StatusBadge } from '../../design/badge.tsx';
import { buttonClass } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { formatCompact, formatCost, formatDuration, formatPercent } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Sparkline } from '../../design/sparkline.tsx';
import { AgentMenu } from './agent-menu.tsx';

/** As high as what activity shows, which arrives after the rows: nothing below moves. */
const ACTIVITY = 'flex min-h-5.5 items-center gap-2';
/** An element keeps its place in a card on a phone, where a plain dash is left out. */
const LATE = <>–</>;

/** The columns of the list of agents, with what happened in the last 24 hours. */
export function agentColumns(activity: Activity | undefined, canRun: boolean): Column<Agent>[] {
  const recentOf = ({ id }: Agent) => {
    const found = activity?.agents.find(({ agent_id: agentId }) => agentId === id);
    return found && { ...found, ended: found.succeeded + found.failed };
  };
  return [
    {
      header: 'Name',
      sort: 'name',
      className: 'min-w-48 max-sm:mr-20 xl:max-w-80',
      cell: (agent) => <Name agent={agent} />,
    },
    { header: 'Engine', from: 'xl', className: 'text-muted', cell: ({ engine_name: name }) => name },
    {
      header: 'Last job',
      sort: '-most_recent_job',
      // A line of its own on a phone, because the state comes late.
      className: 'max-sm:col-span-full',
      cell: (agent) => {
        const recent = recentOf(agent);
        const status = recent?.last_status;
        return (
          <span className={ACTIVITY}>
            {status != null ? (
              <StatusBadge code={status} />
            ) : recent && recent.waiting > 0 ? (
              <StatusBadge code={jobStatus.started} state="waiting" />
            ) : (
              recent && recent.in_flight > 0 && <StatusBadge code={jobStatus.started} state="running" />
            )}
            <RelativeTime at={agent.most_recent_job} />
          </span>
        );
      },
    },
    {
      header: '24 hours',
      cell: (agent) => {
        const recent = recentOf(agent);
        return (
          <span className={ACTIVITY}>
            {activity && recent && recent.ended + recent.cancelled > 0 ? (
              <Sparkline
                bars={toSlots(activity, agent.id)}
                label={`${recent.succeeded} succeeded, ${recent.failed} failed, ${recent.cancelled} cancelled in 24 hours`}
              />
            ) : (
              <span className="text-faint">–</span>
            )}
          </span>
        );
      },
    },
    {
      header: 'Succeeded',
      numeric: true,
      cell: (agent) => {
        const recent = recentOf(agent);
        return recent ? formatPercent(recent.succeeded, recent.ended) : LATE;
      },
    },
    { header: 'p95', numeric: true, from: 'lg', cell: (agent) => <>{formatDuration(recentOf(agent)?.p95_ms)}</> },
    {
      header: 'Cost per job',
      numeric: true,
      from: 'lg',
      cell: (agent) => {
        const recent = recentOf(agent);
        return recent && recent.ended > 0 ? formatCost(recent.cost / recent.ended) : LATE;
      },
    },
    {
      header: 'Jobs',
      sort: '-job_count',
      numeric: true,
      cell: ({ job_count: count }) => (count === null ? '–' : formatCompact(count)),
    },
    { header: 'Changed', sort: '-updated_at', from: 'xl', at: ({ updated_at: at }) => at },
    {
      className: 'max-sm:absolute max-sm:top-2 max-sm:right-2',
      actions: (agent) => (
        <span className="flex items-center justify-end gap-1">
          {canRun && (
            <Link
              to="/run/$agentId"
              params={{ agentId: agent.id }}
              aria-label={`Run ${agent.name}`}
              title="Run"
              className={buttonClass('quiet', 'icon')}
            >
              <Play size={14} aria-hidden />
            </Link>
          )}
          <AgentMenu agent={agent} />
        </span>
      ),
    },
  ];
}

const Name = ({ agent: { id, name, tags, engine_name: engine } }: { agent: Agent }) => (
  <>
    <Link to="/agents/$id" params={{ id }} dir="auto" className="font-medium break-words hover:underline">
      {name}
    </Link>
    {tags.length > 0 && (
      <span className="ml-2 inline-flex flex-wrap gap-1">
        {tags.map((tag) => (
          <Badge key={tag.id}>{tag.name}</Badge>
        ))}
      </span>
    )}
    {/* Shown if there is no room for its column. */}
    <span className="block text-xs text-muted xl:hidden">{engine}</span>
  </>
);
