import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import type { Wakeups } from './wakeups.ts';

// Waits for the end of jobs. Notifications make it fast. Polling once a second, with one statement for all who wait,
// makes it certain.

const LOOK_MS = 1_000;

export type Watcher = ReturnType<typeof createWatcher>;

export function createWatcher({ database, wakeups, log }: { database: Database; wakeups: Wakeups; log: Logger }) {
  const waiting = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;

  function wake(jobIds: string[]): void {
    for (const jobId of jobIds) {
      const callbacks = waiting.get(jobId);
      if (callbacks === undefined) continue;
      waiting.delete(jobId);
      for (const callback of callbacks) callback();
    }
  }

  async function look(): Promise<void> {
    try {
      const rows = await database.queue.query<{ job_id: string }>(
        'select job_id from job_results where job_id = any($1::uuid[])',
        [[...waiting.keys()]],
      );
      wake(rows.map((row) => row.job_id));
    } catch (error) {
      log.debug({ err: error }, 'polling for ended jobs failed');
    }
    timer = waiting.size > 0 ? setTimeout(() => void look(), LOOK_MS) : undefined;
  }

  wakeups.on('done', wake);

  return {
    /** Resolves when the job has ended. Rejects when the signal is aborted or the time is over. */
    untilFinal(jobId: string, signal: AbortSignal, limitMs: number): Promise<void> {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const leave = (): void => {
          const callbacks = waiting.get(jobId);
          callbacks?.delete(done);
          if (callbacks?.size === 0) waiting.delete(jobId);
          clearTimeout(limit);
          signal.removeEventListener('abort', leave);
          reject(new Error('The job is not final yet.'));
        };
        const done = (): void => {
          clearTimeout(limit);
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const limit = setTimeout(leave, limitMs);
        signal.addEventListener('abort', leave, { once: true });
        const callbacks = waiting.get(jobId);
        if (callbacks) callbacks.add(done);
        else waiting.set(jobId, new Set([done]));
        timer ??= setTimeout(() => void look(), LOOK_MS);
      });
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
