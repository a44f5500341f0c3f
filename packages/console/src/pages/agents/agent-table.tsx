import type { Activity, Agent } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { toSlots } from '../../charts/activity-slots.ts';
import { Badge, StatusBadge } from '../../design/badge.tsx';
import { buttonClass } from '../../design/button.tsx';
import { formatCompact, formatCost, formatDuration, formatPercent } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Sparkline } from '../../design/sparkline.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { AgentMenu } from './agent-menu.tsx';

export function AgentTable({ agents, activity }: { agents: readonly Agent[]; activity: Activity | undefined }) {
  return (
    <Table label="Agents">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th className="max-xl:hidden">Engine</Th>
          <Th>Last job</Th>
          <Th>24 hours</Th>
          <Th numeric>Succeeded</Th>
          <Th numeric>p95</Th>
          <Th numeric>Cost per job</Th>
          <Th numeric>Jobs</Th>
          <Th className="max-xl:hidden">Changed</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} activity={activity} />
        ))}
      </tbody>
    </Table>
  );
}

function AgentRow({ agent, activity }: { agent: Agent; activity: Activity | undefined }) {
  const { can } = useAccess();
  const recent = activity?.agents.find(({ agent_id }) => agent_id === agent.id);
  const ended = recent ? recent.succeeded + recent.failed : 0;
  return (
    <Tr className="max-sm:relative">
      <Td className="min-w-48 max-sm:mr-20 xl:max-w-80">
        <Link to="/agents/$id" params={{ id: agent.id }} dir="auto" className="font-medium break-words hover:underline">
          {agent.name}
        </Link>
        {agent.tags.length > 0 && (
          <span className="ml-2 inline-flex flex-wrap gap-1">
            {agent.tags.map((tag) => (
              <Badge key={tag.id}>{tag.name}</Badge>
            ))}
          </span>
        )}
        {/* Shown if there is no room for its column. */}
        <span className="block text-xs text-muted xl:hidden">{agent.engine_name}</span>
      </Td>
      <Td className="text-muted max-xl:hidden">{agent.engine_name}</Td>
      <Td>
        <span className="flex items-center gap-2">
          {recent?.last_status != null && <StatusBadge code={recent.last_status} />}
          <RelativeTime at={agent.most_recent_job} />
        </span>
      </Td>
      <Td>
        {activity && recent && ended + recent.cancelled > 0 ? (
          <Sparkline
            bars={toSlots(activity, agent.id)}
            label={`${recent.succeeded} succeeded, ${recent.failed} failed, ${recent.cancelled} cancelled in 24 hours`}
          />
        ) : (
          <span className="text-faint">–</span>
        )}
      </Td>
      <Td numeric>{recent ? formatPercent(recent.succeeded, ended) : '–'}</Td>
      <Td numeric>{formatDuration(recent?.p95_ms)}</Td>
      <Td numeric>{recent && ended > 0 ? formatCost(recent.cost / ended) : '–'}</Td>
      <Td numeric>{agent.job_count === null ? '–' : formatCompact(agent.job_count)}</Td>
      <Td className="max-xl:hidden">
        <RelativeTime at={agent.updated_at} />
      </Td>
      <Td className="max-sm:absolute max-sm:top-2 max-sm:right-2">
        <span className="flex items-center justify-end gap-1">
          {can('member') && (
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
      </Td>
    </Tr>
  );
}
