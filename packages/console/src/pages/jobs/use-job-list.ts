import { type AnyJob, isFinalStatus } from '@errand/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';
import { type JobPages, replaceRows } from './job-pages.ts';
import { columnsOf, type JobSearch, toJobFilter } from './job-search.ts';

const PAGE_SIZE = 50;
/** Sorting needs many rows. */
const SORT_PAGE_SIZE = 100;
const LOOK_MS = 3_000;
const NEWS_MS = 3_000;

/**
 * The list is a snapshot, so that rows never move under the cursor. Rows change in place, and new ones are announced.
 */
export function useJobList(search: JobSearch) {
  const key = keys.allJobs(search);
  const pageSize = search.sort === undefined ? PAGE_SIZE : SORT_PAGE_SIZE;
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      errand.jobs.list(
        { ...toJobFilter(search, Date.now()), ...columnsFilter(search), page_size: pageSize, cursor: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 15 * 60_000,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const jobs = useMemo(() => list.data?.pages.flatMap((page) => page.results) ?? [], [list.data]);
  return { list, jobs };
}

const columnsFilter = (search: JobSearch) => {
  const columns = columnsOf(search);
  return columns.length === 0 ? {} : { columns };
};

/** Refreshes visible rows that are not final. */
export function useFreshRows(search: JobSearch, visible: AnyJob[]): void {
  const ids = visible.filter((job) => !isFinalStatus(job.status_code)).map((job) => job.id);
  useRead(
    keys.liveJobs('rows', ids),
    async (options) => {
      const { results } = await errand.jobs.list({ ids, ...columnsFilter(search), page_size: 100 }, options);
      const fresh = new Map(results.map((job) => [job.id, job]));
      queryClient.setQueryData<JobPages>(keys.allJobs(search), (data) => data && replaceRows(data, fresh));
      return results.length;
    },
    { enabled: ids.length > 0, refetchInterval: LOOK_MS, staleTime: LOOK_MS, gcTime: 0 },
  );
}

/** Counts the matching jobs that are newer than the newest one shown. 100 means 100 or more. */
export function useNewJobs(search: JobSearch, newest: string | undefined, isLoaded: boolean): number {
  const { data = 0 } = useRead(
    keys.liveJobs('news', [search, newest]),
    async (options) => {
      const filter = { ...toJobFilter(search, Date.now()), page_size: 100 };
      return (await errand.jobs.list({ ...filter, after: newest }, options)).results.length;
    },
    { enabled: isLoaded, refetchInterval: NEWS_MS, staleTime: NEWS_MS, gcTime: 0 },
  );
  return data;
}
