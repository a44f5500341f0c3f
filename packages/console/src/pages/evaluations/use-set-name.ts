import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

/** How a set is called, for the way back to it. */
export function useSetName(id: string | undefined): string {
  const set = useQuery({
    queryKey: keys.evaluationSet(id ?? ''),
    queryFn: ({ signal }) => errand.evaluationSets.get(id!, { signal }),
    enabled: id !== undefined,
  });
  return set.data?.name ?? 'Evaluation set';
}
