/**
 * The time that a job has. What the database was out is not counted: the job may have waited for it, and is not to
 * blame. `outMs`: how long it was out, ever.
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
