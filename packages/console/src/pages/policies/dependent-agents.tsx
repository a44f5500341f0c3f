import type { DependentAgent } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';

export const useDependents = (policyId: string) =>
  useQuery({
    queryKey: keys.policyAgents(policyId),
    queryFn: ({ signal }) => errand.policies.dependents(policyId, { signal }),
  });

/** Lists the agents that use this policy. */
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
    <Table label="Agents that use it" className="max-w-3xl overflow-x-auto">
      <thead>
        <tr>
          <Th>Agent</Th>
          <Th>Version</Th>
        </tr>
      </thead>
      <tbody>
        {[...agents].map(([id, versions]) => (
          <Tr key={id}>
            <Td>
              <Link to={`/agents/${id}` as string} className="font-medium text-accent hover:underline">
                <bdi>{versions[0]!.agent_name}</bdi>
              </Link>
            </Td>
            <Td>{versions.length === 1 ? <bdi>{versions[0]!.version_name}</bdi> : `${versions.length} versions`}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
