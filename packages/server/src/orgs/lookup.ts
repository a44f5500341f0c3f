// Caches the results of a look-up for a few seconds. Every process thus sees a change in the database (a revoked key, a
// removed member, a disabled feature) within LIFE_MS, without a notification.

/** Changes must take effect within 5 s, which leaves 2 s for a slow query. */
const LIFE_MS = 3_000;
/**
 * From this age on, the next use refreshes the entry in the background, so that a busy key never waits for the
 * database.
 */
const REFRESH_MS = 2_000;
/** Long enough to absorb a client that keeps trying, short enough for a key created a moment ago. */
const ABSENT_MS = 1_000;
const ENTRIES_MAX = 10_000;

export type Found<T> = { value: T; lifeMs?: number };
export type Lookup<T> = {
  /** Returns a promise only when a query is needed. */
  get(key: string): T | undefined | Promise<T | undefined>;
  forget(): void;
};

type Entry<T> = { value: T | undefined; until: number; refreshAt: number };

/**
 * `load` returns undefined when nothing exists. Such results are cached in a map of their own, so that a flood of
 * unknown keys evicts nothing.
 */
export function createLookup<T>(
  load: (key: string) => Promise<Found<T> | undefined>,
  now: () => number = () => performance.now(),
): Lookup<T> {
  let found = new Map<string, Entry<T>>();
  let absent = new Map<string, Entry<T>>();
  let loading = new Map<string, Promise<T | undefined>>();

  function fetch(key: string): Promise<T | undefined> {
    const maps = { found, absent, loading };
    // The age counts from the start of the query: its rows may change while the result travels.
    const startedAt = now();
    const answer = load(key).then(
      (result) => {
        maps.loading.delete(key);
        const lifeMs = Math.min(LIFE_MS, result?.lifeMs ?? LIFE_MS);
        const entry = { value: result?.value, until: startedAt + lifeMs, refreshAt: startedAt + REFRESH_MS };
        maps.found.delete(key);
        if (result !== undefined) put(maps.found, key, entry);
        else put(maps.absent, key, { ...entry, until: startedAt + ABSENT_MS, refreshAt: Number.POSITIVE_INFINITY });
        return result?.value;
      },
      (error) => {
        maps.loading.delete(key);
        throw error;
      },
    );
    loading.set(key, answer);
    return answer;
  }

  return {
    get(key) {
      const at = now();
      const entry = found.get(key) ?? absent.get(key);
      if (entry === undefined || entry.until <= at) return loading.get(key) ?? fetch(key);
      if (entry.refreshAt <= at && !loading.has(key)) {
        // The next use retries a failed refresh; once the entry has expired, the caller gets the error.
        fetch(key).catch(() => undefined);
      }
      return entry.value;
    },
    // New maps, so that a load in flight cannot store its old result.
    forget() {
      found = new Map();
      absent = new Map();
      loading = new Map();
    },
  };
}

/** Maps iterate in order of insertion: the first entry is the oldest. */
function put<T>(entries: Map<string, Entry<T>>, key: string, entry: Entry<T>): void {
  entries.delete(key);
  if (entries.size >= ENTRIES_MAX) entries.delete(entries.keys().next().value!);
  entries.set(key, entry);
}
