import type { DependentAgent } from '@errand/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DataTable } from '../../design/data-table.tsx';
import { QueryView } from '../../design/query-view.tsx';

type DependentAgentsProps = { query: UseQueryResult<DependentAgent[]>; empty: ReactNode };

/** Lists the agents that use something with versions. */
export const DependentAgents = ({ query, empty }: DependentAgentsProps) => (
  <QueryView query={query} rows={3}>
    {(dependents) =>
      dependents.length === 0 ? (
        empty
      ) : (
        <DataTable
          label="Agents that use it"
          className="max-w-3xl overflow-x-auto"
          rows={[...Map.groupBy(dependents, ({ base_agent_id: id }) => id)]}
          rowKey={([id]) => id}
          columns={[
            {
              header: 'Agent',
              cell: ([id, versions]) => (
                <Link to="/agents/$id" params={{ id }} className="font-medium text-accent hover:underline">
                  <bdi>{versions[0]!.agent_name}</bdi>
                </Link>
              ),
            },
            {
              header: 'Version',
              cell: ([, versions]) =>
                versions.length === 1 ? <bdi>{versions[0]!.version_name}</bdi> : `${versions.length} versions`,
            },
          ]}
        />
      )
    }
  </QueryView>
);
