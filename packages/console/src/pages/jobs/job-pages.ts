import type { AllJobsPage, AnyJob } from '@errand/sdk';
import type { InfiniteData } from '@tanstack/react-query';

/** The loaded pages of the list of jobs. */
export type JobPages = InfiniteData<AllJobsPage, string | undefined>;

/** Replaces rows in place, so that nothing moves, appears or disappears. */
export function replaceRows(data: JobPages, fresh: ReadonlyMap<string, AnyJob>): JobPages {
  const pages = data.pages.map((page) =>
    page.results.some(({ id }) => fresh.has(id))
      ? { ...page, results: page.results.map((job) => fresh.get(job.id) ?? job) }
      : page,
  );
  return { ...data, pages };
}

/** Returns the job before or after one in the first list that has it, or undefined at the ends. */
export function findNeighbour(lists: readonly (JobPages | undefined)[], id: string, by: 1 | -1): string | undefined {
  for (const list of lists) {
    const ids = list?.pages.flatMap((page) => page.results.map((job) => job.id)) ?? [];
    const at = ids.indexOf(id);
    if (at >= 0) return ids[at + by];
  }
  return undefined;
}
