import { isFinalQuery, type QueryObject } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

const LOOK_MS = 700;
/** Row limit of a statement's result. */
const ROWS_MAX = 10_000;

/** Follows a query to its end and loads its results. The query goes on without the page. */
export function useQueryRun(id: string | undefined) {
  const query = useQuery({
    queryKey: keys.sqlQuery(id ?? ''),
    queryFn: ({ signal }) => errand.queries.get(id!, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_MS),
  });
  const over = isOver(query.data);
  const result = useQuery({
    queryKey: keys.sqlResult(id ?? ''),
    queryFn: ({ signal }) => errand.queries.result(id!, { limit: ROWS_MAX }, { signal }),
    enabled: id !== undefined && over,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });
  return { query, result, isRunning: id !== undefined && query.data !== undefined && !over };
}

export const isOver = (query: QueryObject | undefined): boolean =>
  query !== undefined && isFinalQuery(query.query_task_status);
