// A semaphore: at most N at a time. Used for connections, statements, browsers and password hashes. Callers without a
// slot wait in line. With keys (organizations, providers), no key exceeds its share, and the next slot goes to the key
// that holds the fewest, so that many callers of one key do not delay the others.

export type AcquireOptions = {
  key?: string | undefined;
  /** How many slots this key may hold, if that differs between keys. */
  perKeyMax?: number | undefined;
  /** Ends the wait. Work that has begun is not affected. */
  signal?: AbortSignal | undefined;
};
/** Returns the slot. A second call does nothing. */
export type Release = () => void;
export type Semaphore = ReturnType<typeof createSemaphore>;

type Waiter = { perKeyMax: number; arrival: number; start(): void };

export function createSemaphore(limits: { max?: number; perKeyMax?: number }) {
  const max = limits.max ?? Number.POSITIVE_INFINITY;
  const takenByKey = new Map<string, number>();
  const lines = new Map<string, Waiter[]>();
  let taken = 0;
  let arrivals = 0;
  let waiting = 0;

  const takenBy = (key: string): number => takenByKey.get(key) ?? 0;
  const shareOf = (options: AcquireOptions): number =>
    options.perKeyMax ?? limits.perKeyMax ?? Number.POSITIVE_INFINITY;

  function take(key: string): Release {
    taken += 1;
    takenByKey.set(key, takenBy(key) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      taken -= 1;
      const left = takenBy(key) - 1;
      if (left > 0) takenByKey.set(key, left);
      else takenByKey.delete(key);
      serve();
    };
  }

  /** Grants free slots. */
  function serve(): void {
    while (taken < max && waiting > 0) {
      const key = findNext(lines, takenBy);
      if (key === undefined) return;
      const next = lines.get(key)![0]!;
      leave(key, next);
      next.start();
    }
  }

  function leave(key: string, waiter: Waiter): void {
    const line = lines.get(key)!;
    line.splice(line.indexOf(waiter), 1);
    if (line.length === 0) lines.delete(key);
    waiting -= 1;
  }

  function waitInLine(key: string, perKeyMax: number, signal: AbortSignal | undefined): Promise<Release> {
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const giveUp = (): void => {
      leave(key, waiter);
      reject(signal!.reason);
      serve();
    };
    const start = (): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve(take(key));
    };
    const waiter: Waiter = { perKeyMax, arrival: arrivals++, start };
    signal?.addEventListener('abort', giveUp, { once: true });
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [waiter]);
    else line.push(waiter);
    waiting += 1;
    return promise;
  }

  /** Returns undefined if no slot is free, or if a caller of the same key is already waiting. */
  function tryAcquire(options: AcquireOptions = {}): Release | undefined {
    const { key = '' } = options;
    return taken < max && !lines.has(key) && takenBy(key) < shareOf(options) ? take(key) : undefined;
  }

  async function acquire(options: AcquireOptions = {}): Promise<Release> {
    options.signal?.throwIfAborted();
    return tryAcquire(options) ?? waitInLine(options.key ?? '', shareOf(options), options.signal);
  }

  return {
    tryAcquire,
    acquire,
    /** Runs the work once a slot is free, and returns the slot when the work has ended or failed. */
    async run<T>(work: () => Promise<T>, options: AcquireOptions = {}): Promise<T> {
      options.signal?.throwIfAborted();
      // Avoids a promise if possible, because most database statements find a free slot.
      const release = tryAcquire(options) ?? (await acquire(options));
      try {
        return await work();
      } finally {
        release();
      }
    },
    get waiting(): number {
      return waiting;
    },
  };
}

/** Finds the line whose key holds the fewest slots, and among equals the one whose first caller came first. */
function findNext(lines: Map<string, Waiter[]>, takenBy: (key: string) => number): string | undefined {
  let best: { key: string; count: number; arrival: number } | undefined;
  for (const [key, [first]] of lines) {
    const count = takenBy(key);
    if (count >= first!.perKeyMax) continue;
    const isBetter =
      best === undefined || count < best.count || (count === best.count && first!.arrival < best.arrival);
    if (isBetter) best = { key, count, arrival: first!.arrival };
  }
  return best?.key;
}
