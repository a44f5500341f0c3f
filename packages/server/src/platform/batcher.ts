import { noteResumed } from './activity.ts';
import { isDatabaseOut } from './errors.ts';

/**
 * Group commit: while a flush is in flight, new items gather for the next one. So batches grow with the load, and a
 * single item never waits for others. Each caller gets its result when its own batch is done.
 */
export function createBatcher<Item, Result>(options: {
  flush(items: Item[]): Promise<Result[]>;
  itemsMax: number;
  /** Flushes at a time. Use 1 for flushes that would block each other. */
  flushesMax?: number;
  /** After a batch that is not small, the next one gathers for this long. For callers that can wait. */
  gatherMs?: number;
}): { add(item: Item): Promise<Result>; idle(): Promise<void> } {
  const { flush, itemsMax, flushesMax = 2, gatherMs = 0 } = options;
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  /** Batch sizes of the flushes in flight. */
  const inFlight: number[] = [];
  let scheduled = false;
  let gathering = false;
  let idleResolvers: (() => void)[] = [];

  /**
   * A second flush may run beside a small one, which keeps latency low at low load. Beside a large one, it would split
   * what would become a good batch.
   */
  function mayFlush(): boolean {
    const [first] = inFlight;
    return (
      waiting.length > 0 && !gathering && (first === undefined || (inFlight.length < flushesMax && first <= SMALL))
    );
  }

  function schedule(): void {
    if (scheduled || !mayFlush()) return;
    scheduled = true;
    // Waits one turn of the event loop, so that items that arrived together are flushed together.
    setImmediate(() => {
      scheduled = false;
      if (mayFlush()) void run();
    });
  }

  /** `landed`: callers whose results are being delivered and who will soon add items again. */
  async function run(landed = 0): Promise<void> {
    // Takes at most half of all callers. With all in one batch, this process would idle while PostgreSQL works, and
    // then the reverse.
    const half = Math.ceil((waiting.length + landed) / 2);
    const batch = waiting.splice(0, landed > SMALL ? Math.min(half, itemsMax) : itemsMax);
    inFlight.push(batch.length);
    try {
      const results = await flush(batch.map((entry) => entry.item));
      // Starts the next batch first, so that PostgreSQL works on it while these callers continue.
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

  /** An item that PostgreSQL refuses must not fail the rest of its batch. */
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
      }).then(resumed);
    },
    idle() {
      if (inFlight.length === 0 && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => idleResolvers.push(resolve));
    },
  };
}

/** Whoever waited for its item pays for what follows, not whoever began the flush. */
function resumed<T>(result: T): T {
  noteResumed();
  return result;
}

/** A flush this small costs little more than the round trip. */
const SMALL = 8;
