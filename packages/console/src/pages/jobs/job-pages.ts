import type { AllJobsPage, AnyJob } from '@errand/sdk';
import type { InfiniteData } from '@tanstack/react-query';

/** Pages of the list of jobs as they have been loaded. */
export type JobPages = InfiniteData<AllJobsPage, string | undefined>;

/** Fresh rows in the places of the old ones: nothing moves, appears or disappears. */
export function replaceRows(data: JobPages, fresh: ReadonlyMap<string, AnyJob>): JobPages {
  const pages = data.pages.map((page) =>
    page.results.some(({ id }) => fresh.has(id))
      ? { ...page, results: page.results.map((job) => fresh.get(job.id) ?? job) }
      : page,
  );
  return { ...data, pages };
}

/** The job before or after one, in the first list that has it; undefined at the ends. */
export function findNeighbour(lists: readonly (JobPages | undefined)[], id: string, by: 1 | -1): string | undefined {
  for (const list of lists) {
    const ids = list?.pages.flatMap((page) => page.results.map((job) => job.id)) ?? [];
    const at = ids.indexOf(id);
    if (at >= 0) return ids[at + by];
  }
  return undefined;
}
