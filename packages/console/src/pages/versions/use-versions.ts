import type { Agent } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

const NEWEST = { page_size: 100 };

/** Loads the newest versions, and the current one even if it is older. */
export const useVersions = ({ id, current_version_id: currentId }: Pick<Agent, 'id' | 'current_version_id'>) =>
  useQuery({
    queryKey: [...keys.versions(id, NEWEST), currentId],
    queryFn: async ({ signal }) => {
      const page = await errand.versions.list(id, NEWEST, { signal });
      if (page.results.some((version) => version.id === currentId)) return page.results;
      return [...page.results, await errand.versions.get(id, currentId, {}, { signal })];
    },
    placeholderData: (previous) => previous,
  });
