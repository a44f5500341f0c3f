import type { Agent } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

const NEWEST = { page_size: 100 };

/** Loads the newest versions, and the current one even if it is older. */
export const useVersions = ({ id, current_version_id: currentId }: Pick<Agent, 'id' | 'current_version_id'>) =>
  useRead(
    [...keys.versions(id, NEWEST), currentId],
    async (options) => {
      const page = await errand.versions.list(id, NEWEST, options);
      if (page.results.some((version) => version.id === currentId)) return page.results;
      return [...page.results, await errand.versions.get(id, currentId, {}, options)];
    },
    { placeholderData: (previous) => previous },
  );
