import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';

/**
 * Repeats work for as long as the process runs. A failure is logged, and the next round tries again. During an outage
 * failures are expected and only logged for debugging, because the outage itself has been logged.
 */
export function createTasks(log: Logger, isOut: () => boolean) {
  const timers: NodeJS.Timeout[] = [];
  const underWay = new Set<Promise<void>>();

  return {
    every(ms: number, name: string, work: () => Promise<void>): void {
      let current: Promise<void> | undefined;
      const run = (): void => {
        if (current !== undefined) return;
        const started = work()
          .catch((error) => log[isOut() ? 'debug' : 'warn']({ err: error, event: `worker.${name}` }, `${name} failed`))
          .finally(() => {
            current = undefined;
            underWay.delete(started);
          });
        current = started;
        underWay.add(started);
      };
      timers.push(setInterval(run, ms));
    },
    /** Stops the timers and waits for work in progress, at most `limitMs`. */
    async stop(limitMs: number): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      if (underWay.size > 0) await Promise.race([Promise.all(underWay), delay(limitMs, undefined, { ref: false })]);
    },
  };
}
