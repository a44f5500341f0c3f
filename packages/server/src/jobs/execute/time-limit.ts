/**
 * Calls `onOver` when the job's time is over. Outages of the database do not count, because the job may have waited for
 * them. `outMs` returns the total duration of outages so far.
 */
export function createTimeLimit(ms: number, outMs: () => number, onOver: () => void) {
  let endsAt = 0;
  let timer: NodeJS.Timeout;

  function start(): void {
    endsAt = performance.now() + ms - outMs();
    timer = setTimeout(look, ms);
  }
  function look(): void {
    const leftMs = endsAt + outMs() - performance.now();
    if (leftMs < 1) onOver();
    else timer = setTimeout(look, leftMs);
  }

  start();
  return {
    restart(): void {
      clearTimeout(timer);
      start();
    },
    stop: (): void => clearTimeout(timer),
  };
}
