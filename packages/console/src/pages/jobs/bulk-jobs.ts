import { errand } from '../../session/client.ts';
import { type JobSearch, toJobFilter } from './job-search.ts';

// One action on many jobs, a few at a time, with progress and a way to stop. What was done stays done.

export type BulkKind = 'cancel' | 'retry';
export type BulkProgress = { done: number; failed: number; firstError?: string | undefined };

const AT_ONCE = 4;
/** Nobody means to run a hundred thousand jobs again by one click. */
export const BULK_MAX = 10_000;

export async function runBulk(
  kind: BulkKind,
  ids: AsyncIterable<string> | Iterable<string>,
  onProgress: (progress: BulkProgress) => void,
  signal: AbortSignal,
): Promise<BulkProgress> {
  const progress: BulkProgress = { done: 0, failed: 0 };
  const iterator = asyncIterator(ids);
  async function work(): Promise<void> {
    while (!signal.aborted) {
      const next = await iterator.next();
      if (next.done) return;
      try {
        if (kind === 'cancel') await errand.jobs.cancel(next.value);
        else await errand.jobs.retry(next.value);
        progress.done += 1;
      } catch (error) {
        progress.failed += 1;
        progress.firstError ??= error instanceof Error ? error.message : String(error);
      }
      onProgress({ ...progress });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return progress;
}

/** One queue for all workers: each id is taken once. */
function asyncIterator(ids: AsyncIterable<string> | Iterable<string>) {
  const source = (async function* () {
    yield* ids;
  })();
  // An async generator queues calls by itself, so that racing workers get different ids.
  return source;
}

/** Ids of every job that fits the filters and can take the action, newest first. */
export async function* everyMatching(search: JobSearch, kind: BulkKind, signal: AbortSignal): AsyncGenerator<string> {
  const filter = toJobFilter(search, Date.now());
  let cursor: string | undefined;
  for (let taken = 0; taken < BULK_MAX; ) {
    const page = await errand.overview.jobs({ ...filter, cursor, page_size: 100 }, signal);
    for (const job of page.results) {
      if (!canTake(kind, job.status_code)) continue;
      yield job.id;
      taken += 1;
    }
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

/** Only what is not final can be cancelled, only what is can be run again. */
export const canTake = (kind: BulkKind, statusCode: number): boolean =>
  kind === 'cancel' ? statusCode < 3 : statusCode >= 3;
