import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorCard } from './error-card.tsx';
import { type Crumb, PageHeader } from './page-header.tsx';
import { Skeleton } from './skeleton.tsx';

type QueryViewProps<T> = { query: UseQueryResult<T>; rows?: number; children(data: T): ReactNode };

/** Shows the result of a query, that it is loading, or why it failed. Old data stays while new data loads. */
export function QueryView<T>({ query, rows, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton {...(rows !== undefined && { rows })} />;
}

type QueryPageProps<T> = QueryViewProps<T> & {
  title: string;
  id?: string;
  crumbs: Crumb[];
  /** False until everything else that its header shows is loaded. */
  isReady?: boolean;
};

/** The page of one thing. Its own header replaces this one when it is loaded. */
export function QueryPage<T>({ title, id, crumbs, isReady = true, ...view }: QueryPageProps<T>) {
  const { data, isError } = view.query;
  if (data !== undefined && isReady) return view.children(data);
  return (
    <>
      <PageHeader title={title} {...(id !== undefined && { id })} crumbs={crumbs} />
      {isError ? <QueryView {...view} /> : <Skeleton />}
    </>
  );
}
