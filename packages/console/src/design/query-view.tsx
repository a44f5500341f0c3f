import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorCard } from './error-card.tsx';
import { Skeleton } from './skeleton.tsx';

type QueryViewProps<T> = { query: UseQueryResult<T>; rows?: number; children(data: T): ReactNode };

/** Shows the result of a query, that it is loading, or why it failed. Old data stays while new data loads. */
export function QueryView<T>({ query, rows, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton {...(rows !== undefined && { rows })} />;
}
