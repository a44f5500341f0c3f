import { isDatabaseOut } from './errors.ts';

/**
 * Group commit: while one flush is under way, new items gather for the next one, so the batch grows with the load
 * and a lone item waits for nobody. Each caller is answered only when its own batch is done.
 */
export function createBatcher<Item, Result>(options: {
  flush(items: Item[]): Promise<Result[]>;
  itemsMax: number;
  /** 1: never two at once, for flushes that would wait for each other. */
  flushesMax?: number;
  /** After a batch that was more than a few, so long the next one gathers: for callers who do not mind to wait. */
  gatherMs?: number;
}): { add(item: Item): Promise<Result>; idle(): Promise<void> } {
  const { flush, itemsMax, flushesMax = 2, gatherMs = 0 } = options;
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  /** Items of the flushes under way. */
  const inFlight: number[] = [];
  let scheduled = false;
  let gathering = false;
  let idleResolvers: (() => void)[] = [];

  /** A second flush goes beside a small one, so that nobody waits at low load; beside a large one it would only split a good batch. */
  function mayFlush(): boolean {
    const [first] = inFlight;
    return (
      waiting.length > 0 && !gathering && (first === undefined || (inFlight.length < flushesMax && first <= SMALL))
    );
  }

  function schedule(): void {
    if (scheduled || !mayFlush()) return;
    scheduled = true;
    // One turn of the event loop: everything the sockets delivered together travels together.
    setImmediate(() => {
      scheduled = false;
      if (mayFlush()) void run();
    });
  }

  /** `landed`: callers that are being answered, and soon ask again. */
  async function run(landed = 0): Promise<void> {
    // No more than half of all: in one batch they would wait while we idle, and the other way round.
    const half = Math.ceil((waiting.length + landed) / 2);
    const batch = waiting.splice(0, landed > SMALL ? Math.min(half, itemsMax) : itemsMax);
    inFlight.push(batch.length);
    try {
      const results = await flush(batch.map((entry) => entry.item));
      // The next batch first: PostgreSQL works on it while these callers are being answered.
      land(batch);
      for (const [index, entry] of batch.entries()) entry.resolve(results[index]!);
    } catch (error) {
      await runOneByOne(batch, error);
      land(batch);
    }
    if (inFlight.length === 0 && waiting.length === 0) {
      for (const resolve of idleResolvers) resolve();
      idleResolvers = [];
    }
  }

  function land(batch: Waiting[]): void {
    inFlight.splice(inFlight.indexOf(batch.length), 1);
    if (gatherMs > 0 && batch.length > SMALL && waiting.length < itemsMax) gather();
    else if (mayFlush()) void run(batch.length);
  }

  function gather(): void {
    gathering = true;
    setTimeout(() => {
      gathering = false;
      schedule();
    }, gatherMs);
  }

  /** One item that PostgreSQL refuses must not fail its neighbours. */
  async function runOneByOne(batch: Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1 || isDatabaseOut(error)) {
      for (const entry of batch) entry.reject(error);
      return;
    }
    for (const entry of batch) {
      await flush([entry.item]).then(([result]) => entry.resolve(result!), entry.reject);
    }
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (gathering && waiting.length >= itemsMax) gathering = false;
        schedule();
      });
    },
    idle() {
      if (inFlight.length === 0 && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => idleResolvers.push(resolve));
    },
  };
}

/** A flush of so few costs little more than the round trip. */
const SMALL = 8;
