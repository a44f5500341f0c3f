import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { drawJobs } from './draw-jobs.ts';
import { type FindJobs, notifyOverdue } from './notify-overdue.ts';

// Background work for reviews. Every process does it; it is safe to run concurrently.

const LOOK_MS = 2_000;

type Options = {
  database: Database;
  log: Logger;
  findJobs: FindJobs;
  /** Called with the webhooks that have something new to deliver. */
  onPublished?: ((webhookIds: string[]) => void) | undefined;
};

export function createReviewSweep({ database, log, findJobs, onPublished }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    while ((await drawJobs(database.system)) && !stopped);
    const told = await database.queue.tx((tx) => notifyOverdue(tx, findJobs));
    if (told.length > 0) onPublished?.([...new Set(told)]);
  }

  return {
    start(): void {
      timer = setInterval(() => {
        if (current !== undefined || !database.state.current().writable) return;
        current = look()
          .catch((error) => log.warn({ err: error, event: 'reviews.sweep' }, 'the sweep for review tasks failed'))
          .finally(() => {
            current = undefined;
          });
      }, LOOK_MS);
    },
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await current;
    },
  };
}
