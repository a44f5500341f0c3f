import type { DependentAgent } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';

export const useDependents = (policyId: string) =>
  useQuery({
    queryKey: keys.policyAgents(policyId),
    queryFn: ({ signal }) => errand.policies.dependents(policyId, { signal }),
  });

/** Who decides by this policy. */
export function DependentAgents({ policyId }: { policyId: string }) {
  const dependents = useDependents(policyId);
  return (
    <QueryView query={dependents} rows={3}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title="No agent uses this policy">
            Add it to an agent's configuration as <code>policy_version_id</code>. Its next job uses the current version.
          </EmptyState>
        ) : (
          <AgentList dependents={list} />
        )
      }
    </QueryView>
  );
}

export function AgentList({ dependents }: { dependents: DependentAgent[] }) {
  const agents = Map.groupBy(dependents, ({ base_agent_id: id }) => id);
  return (
    <ul aria-label="Agents that use this policy" className="flex max-w-2xl flex-col rounded-md border border-border">
      {[...agents].map(([id, versions]) => (
        <li key={id} className="flex justify-between gap-4 border-b border-border px-3 py-2 last:border-b-0">
          <Link to={`/agents/${id}` as string} className="text-accent hover:underline">
            <bdi>{versions[0]!.agent_name}</bdi>
          </Link>
          <span className="text-muted">
            {versions.length === 1 ? versions[0]!.version_name : `${versions.length} versions`}
          </span>
        </li>
      ))}
    </ul>
  );
}
