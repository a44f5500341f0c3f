import type { Logger } from './log.ts';

/** Runs background work at intervals. A failure is logged, and the work runs again the next time. */
export function createPeriodic(log: Logger, area: string) {
  const timers: NodeJS.Timeout[] = [];
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  return {
    every(ms: number, name: string, work: () => Promise<unknown>, { atOnce = false } = {}): void {
      let busy = false;
      const run = async (): Promise<void> => {
        busy = true;
        await work().catch((error) => log.warn({ err: error, event: `${area}.${name}` }, `${name} failed`));
        busy = false;
      };
      const begin = (): void => {
        if (busy || stopped) return;
        const done = run().finally(() => underWay.delete(done));
        underWay.add(done);
      };
      timers.push(setInterval(begin, ms));
      if (atOnce) begin();
    },
    isStopped: () => stopped,
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
