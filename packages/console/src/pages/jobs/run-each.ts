import { isFinalStatus } from '@errand/sdk';

export type BulkKind = 'cancel' | 'retry';
export type Progress = { done: number; failed: number; firstError?: string | undefined };

type Options = { atOnce: number; signal: AbortSignal; onProgress(progress: Progress): void };

/** Works on many things, a few at a time. A failure stops nothing, an abort begins nothing more. */
export async function runEach<T>(
  items: AsyncIterable<T> | Iterable<T>,
  { atOnce, signal, onProgress }: Options,
  work: (item: T) => Promise<unknown>,
): Promise<Progress> {
  const progress: Progress = { done: 0, failed: 0 };
  // One queue for all workers: an async generator queues calls by itself, so that racing workers get different items.
  const queue = (async function* () {
    yield* items;
  })();
  async function runNext(): Promise<void> {
    while (!signal.aborted) {
      const next = await queue.next();
      if (next.done) return;
      try {
        await work(next.value);
        progress.done += 1;
      } catch (error) {
        progress.failed += 1;
        progress.firstError ??= error instanceof Error ? error.message : String(error);
      }
      onProgress({ ...progress });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return progress;
}

/** Only what is not final can be cancelled, only what is can be run again. */
export const canTake = (kind: BulkKind, statusCode: number): boolean =>
  kind === 'cancel' ? !isFinalStatus(statusCode) : isFinalStatus(statusCode);
