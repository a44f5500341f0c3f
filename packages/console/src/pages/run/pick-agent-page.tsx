import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { buttonClass } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { allAgents } from '../../session/all-agents.ts';

/** Selects the agent to run. Those that ran most recently come first. */
export function PickAgentPage() {
  const agents = useQuery(allAgents('-most_recent_job'));
  return (
    <>
      <PageHeader title="Run an agent" description="Choose one. Ctrl K finds any of them by name." />
      <QueryView query={agents}>
        {(choices) =>
          choices.length === 0 ? (
            <EmptyState
              title="No agents yet"
              actions={
                <Link to="/agents/new" className={buttonClass('primary')}>
                  Create the first one
                </Link>
              }
            />
          ) : (
            <ul className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
              {choices.map((agent) => (
                <li key={agent.id}>
                  <Link
                    to="/run/$agentId"
                    params={{ agentId: agent.id }}
                    className="flex items-center gap-3 rounded-md border border-border p-3 hover:bg-hover"
                  >
                    <Play size={14} aria-hidden className="text-accent" />
                    <span className="min-w-0">
                      <span dir="auto" className="block truncate font-medium">
                        {agent.name}
                      </span>
                      <span className="text-muted">{agent.engine_name}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}
