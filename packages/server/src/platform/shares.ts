type Share = { taken: number; line: (() => void)[] };

/**
 * Lets nobody have all of something: each name gets at most `max` at once, and beyond that waits in line, but not for
 * longer than `waitMs`. Gives a function that runs work under a name.
 */
export function createShares(max: number, waitMs: number): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const shares = new Map<string, Share>();

  function release(name: string, share: Share): void {
    const next = share.line.shift();
    // Whoever is next takes over the place.
    if (next !== undefined) next();
    else if (--share.taken === 0) shares.delete(name);
  }

  function waitInLine({ line }: Share): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      line.splice(line.indexOf(go), 1);
      reject(new Error('timeout exceeded when trying to connect'));
    }, waitMs);
    function go(): void {
      clearTimeout(timer);
      resolve();
    }
    line.push(go);
    return promise;
  }

  return async (name, work) => {
    let share = shares.get(name);
    if (share === undefined) {
      share = { taken: 0, line: [] };
      shares.set(name, share);
    }
    if (share.taken < max) share.taken += 1;
    else await waitInLine(share);
    try {
      return await work();
    } finally {
      release(name, share);
    }
  };
}
