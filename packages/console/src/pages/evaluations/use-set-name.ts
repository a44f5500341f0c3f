import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

/** Returns the name of a set, for breadcrumbs. */
export function useSetName(id: string | undefined): string {
  const set = useQuery({
    queryKey: keys.evaluationSet(id ?? ''),
    queryFn: ({ signal }) => errand.evaluationSets.get(id!, { signal }),
    enabled: id !== undefined,
  });
  return set.data?.name ?? 'Evaluation set';
}
