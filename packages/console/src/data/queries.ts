import { type QueryKey, type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

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

/** Changes something. A failure is shown as a toast, unless the caller is `quiet` because it shows it itself. */
export const useChange = <Answer, Change = void>(
  change: (what: Change) => Promise<Answer>,
  onDone?: (answer: Answer, what: Change) => unknown,
  quiet?: 'quiet',
) =>
  useMutation({
    mutationFn: change,
    ...(onDone && { onSuccess: (answer: Answer, what: Change) => onDone(answer, what) }),
    ...(quiet && { meta: { quiet: true } }),
  });

/** Loads everything under a key again. */
export const reload = (key: QueryKey): Promise<void> => queryClient.invalidateQueries({ queryKey: key });
