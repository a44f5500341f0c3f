import type { Activity, ActivityQuery, QueryOf } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { keys } from './data/query-keys.ts';
import { errand } from './session/client.ts';

const LOOK_AGAIN_MS = 15_000;

/** Recent stats of the agents, refreshed while the page is visible. */
export const useActivity = (filter: QueryOf<ActivityQuery>) =>
  useQuery<Activity>({
    queryKey: keys.activity(filter),
    queryFn: ({ signal }) => errand.activity.get(filter, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS,
    placeholderData: (previous) => previous,
  });
