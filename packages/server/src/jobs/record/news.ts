import type { Wakeups } from './wakeups.ts';

/** Wakes watchers of a job in this process. Watchers in other processes poll. */
export function createNews(wakeups: Wakeups) {
  const watchers = new Map<string, Set<() => void>>();

  function notify(jobId: string): void {
    for (const wake of watchers.get(jobId) ?? []) wake();
  }

  wakeups.on('done', (jobIds) => {
    for (const jobId of jobIds) notify(jobId);
  });

  return {
    notify,
    subscribe(jobId: string, wake: () => void): () => void {
      const own = watchers.get(jobId) ?? new Set();
      own.add(wake);
      watchers.set(jobId, own);
      return () => {
        own.delete(wake);
        if (own.size === 0) watchers.delete(jobId);
      };
    },
  };
}
