import { isConnectionError } from './errors.ts';

/**
 * Group commit: while one flush is under way, new items gather for the next one, so the batch grows with the load
 * and a lone item waits for nobody. Each caller is answered only when its own batch is done.
 */
export function createBatcher<Item, Result>(options: {
  flush(items: Item[]): Promise<Result[]>;
  itemsMax: number;
  /** Two flushes in flight keep PostgreSQL busy while the next batch is being built. */
  flushesMax?: number;
}): { add(item: Item): Promise<Result>; idle(): Promise<void> } {
  const { flush, itemsMax, flushesMax = 2 } = options;
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;
  let idleResolvers: (() => void)[] = [];

  function schedule(): void {
    if (scheduled || inFlight >= flushesMax || waiting.length === 0) return;
    scheduled = true;
    // One turn of the event loop: everything the sockets delivered together travels together.
    setImmediate(() => {
      scheduled = false;
      void run();
    });
  }

  async function run(): Promise<void> {
    const batch = waiting.splice(0, itemsMax);
    if (batch.length === 0) return;
    inFlight += 1;
    try {
      const results = await flush(batch.map((entry) => entry.item));
      for (const [index, entry] of batch.entries()) entry.resolve(results[index]!);
    } catch (error) {
      await runOneByOne(batch, error);
    } finally {
      inFlight -= 1;
      schedule();
      if (inFlight === 0 && waiting.length === 0) {
        for (const resolve of idleResolvers) resolve();
        idleResolvers = [];
      }
    }
  }

  /** One item that PostgreSQL refuses must not fail its neighbours. */
  async function runOneByOne(batch: Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1 || isConnectionError(error)) {
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
        schedule();
      });
    },
    idle() {
      if (inFlight === 0 && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => idleResolvers.push(resolve));
    },
  };
}
