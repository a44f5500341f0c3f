import { isFinalQuery, type QueryObject } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

const LOOK_MS = 700;
/** Row limit of a statement's result. */
const ROWS_MAX = 10_000;

/** Follows a query to its end and loads its results. The query goes on without the page. */
export function useQueryRun(id: string | undefined) {
  const query = useRead(keys.sqlQuery(id ?? ''), (options) => errand.queries.get(id!, options), {
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_MS),
  });
  const over = isOver(query.data);
  const result = useRead(
    keys.sqlResult(id ?? ''),
    (options) => errand.queries.result(id!, { limit: ROWS_MAX }, options),
    { enabled: id !== undefined && over, staleTime: Number.POSITIVE_INFINITY, gcTime: 5 * 60_000 },
  );
  return { query, result, isRunning: id !== undefined && query.data !== undefined && !over };
}

export const isOver = (query: QueryObject | undefined): boolean =>
  query !== undefined && isFinalQuery(query.query_task_status);
