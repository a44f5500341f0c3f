import { Readable } from 'node:stream';
import { type Storage, StorageError, type StorageSource } from './storage.ts';

/**
 * Adds a deadline to every request to a remote store, so that a stalled store causes an error and not an endless wait.
 * Only the store's own time counts: a client that sends or reads slowly does not use it up.
 */
export function withDeadlines(storage: Storage, limitMs: number): Storage {
  const { link } = storage;
  const limited = <T>(work: Promise<T>): Promise<T> => withLimit(work, limitMs);
  return {
    kind: storage.kind,
    put: (key, source, options) => putWithin(storage, limitMs, key, source, options),
    async get(key, range) {
      const found = await limited(storage.get(key, range));
      return found && { size: found.size, stream: readWithin(found.stream, limitMs) };
    },
    ...(link && { link: (key: string, path: string) => limited(link(key, path)) }),
    head: (key) => limited(storage.head(key)),
    // Two requests, one of which copies within the store.
    move: (from, to) => withLimit(storage.move(from, to), 2 * limitMs),
    delete: (key, options) => withLimit(storage.delete(key, options), 2 * limitMs),
    async *list(prefix) {
      const entries = storage.list(prefix)[Symbol.asyncIterator]();
      for (;;) {
        const next = await limited(entries.next());
        if (next.done) return;
        yield next.value;
      }
    },
    check: () => withLimit(storage.check(), 4 * limitMs),
    close: storage.close,
  };
}

const late = (limitMs: number): StorageError =>
  new StorageError(`the storage did not respond within ${limitMs / 1_000} s`, { reason: 'late' });

export async function withLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late(limitMs)), limitMs);
  // An error that comes after the deadline must not be an unhandled rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The clock runs while the store processes a piece before it asks for the next, or finishes after the last one. */
async function putWithin(
  storage: Storage,
  limitMs: number,
  ...[key, source, options]: Parameters<Storage['put']>
): Promise<{ size: number }> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  stalled.catch(() => undefined);
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expect = (): void => {
    timer = setTimeout(() => {
      const error = late(limitMs);
      reject(error);
      ended.abort(error);
    }, limitMs);
  };
  async function* pieces(from: StorageSource): AsyncGenerator<Uint8Array> {
    clearTimeout(timer);
    for await (const piece of from instanceof Uint8Array ? [from] : from) {
      clearTimeout(timer);
      ended.signal.throwIfAborted();
      expect();
      yield piece;
      clearTimeout(timer);
    }
    expect();
  }
  expect();
  try {
    const done = storage.put(key, pieces(source), options);
    done.catch(() => undefined);
    return await Promise.race([done, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** The clock runs while a reader waits for the next piece. */
function readWithin(stream: Readable, limitMs: number): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const all = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await withLimit(all.next() as Promise<IteratorResult<Uint8Array>>, limitMs);
        if (next.done) return;
        yield next.value;
      }
    } finally {
      stream.destroy();
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: stream.readableHighWaterMark });
}
