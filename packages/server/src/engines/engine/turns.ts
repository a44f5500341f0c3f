/** At most so many at once; others wait for their turn, in order. Whoever ends hands its place to the next. */
export function createTurns(atOnceMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  function take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (running < atOnceMax) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal!.reason);
      };
      waiting.push(turn);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async function inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await take(signal);
    try {
      return await work();
    } finally {
      end();
    }
  };
}
