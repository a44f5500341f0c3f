import { queryOptions } from '@tanstack/react-query';
import { keys } from '../data/query-keys.ts';
import { readAll } from '../data/read-all.ts';
import { errand } from './client.ts';

/** Loads all agents of the organization, for choices. */
export const allAgents = (ordering: 'name' | '-most_recent_job' = 'name') => {
  const filter = { include_job_stats: false, ordering };
  return queryOptions({
    queryKey: [...keys.agentList(filter), 'all'],
    queryFn: ({ signal }) => readAll((paging) => errand.agents.list({ ...filter, ...paging }, { signal })),
    staleTime: 60_000,
  });
};
