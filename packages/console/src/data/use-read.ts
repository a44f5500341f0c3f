import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

/** The last argument of every call of the client: it stops when nobody needs the response any more. */
export type CallOptions = { signal: AbortSignal };

export type ReadOptions<Data, Selected = Data> = Omit<
  UseQueryOptions<Data, Error, Selected, QueryKey>,
  'queryKey' | 'queryFn'
>;

/** Loads data and keeps it under a key of `query-keys.ts`. */
export const useRead = <Data, Selected = Data>(
  key: QueryKey,
  read: (options: CallOptions) => Promise<Data>,
  options: ReadOptions<Data, Selected> = {},
) => useQuery({ queryKey: key, queryFn: ({ signal }) => read({ signal }), ...options });

/** For what never changes, such as a version. */
export const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;
