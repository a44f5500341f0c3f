import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

/** Returns the name of a set, for breadcrumbs. */
export function useSetName(id: string | undefined): string {
  const set = useRead(keys.evaluationSet(id ?? ''), (options) => errand.evaluationSets.get(id!, options), {
    enabled: id !== undefined,
  });
  return set.data?.name ?? 'Evaluation set';
}
