import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';

/**
 * Work that is repeated for as long as the process runs; a failure is logged and the next round tries again. During an
 * outage, which has been told, failures are expected.
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
    /** Waits for what is in progress, at most so long. */
    async stop(limitMs: number): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      if (underWay.size > 0) await Promise.race([Promise.all(underWay), delay(limitMs, undefined, { ref: false })]);
    },
  };
}
