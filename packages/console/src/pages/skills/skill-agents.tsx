import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { AgentList } from '../policies/dependent-agents.tsx';

/** Lists the agents that use this set. */
export function SkillAgents({ setId }: { setId: string }) {
  const dependents = useQuery({
    queryKey: keys.skillAgents(setId),
    queryFn: ({ signal }) => errand.skills.dependents(setId, { signal }),
  });
  return (
    <QueryView query={dependents} rows={3}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title="No agent uses this skill set">
            Add it to an agent's configuration as <code>skill_set_id</code>. Its next job reads the current version.
          </EmptyState>
        ) : (
          <AgentList dependents={list} />
        )
      }
    </QueryView>
  );
}
