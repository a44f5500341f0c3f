import { type Storage, temporaryPrefix } from './storage.ts';

// A database that is restored to an earlier time names content that was deleted since then. With a grace period,
// deleted content stays for some days under `deleted/<day>/<its key>`, and a restore brings it back from there.

export const deletedPrefix = 'deleted/';

const DAY_MS = 86_400_000;

/** Adds a grace period of `days` to `delete`. Temporary objects and `forGood` deletions have none. */
export function withGrace(storage: Storage, days: number): Storage {
  if (days === 0) return storage;
  return {
    ...storage,
    async delete(key, { forGood = false } = {}) {
      if (forGood || key.startsWith(temporaryPrefix) || key.startsWith(deletedPrefix)) return storage.delete(key);
      if ((await storage.head(key)) === undefined) return false;
      try {
        await storage.move(key, `${deletedPrefix}${dayOf(Date.now())}/${key}`);
        return true;
      } catch (error) {
        // Another process may have been faster.
        if ((await storage.head(key)) === undefined) return false;
        throw error;
      }
    },
  };
}

/** Returns the original key of a deleted object and the day of its deletion. */
export function readDeletedKey(key: string): { key: string; day: string } | undefined {
  const [, day, original] = /^deleted\/(\d{4}-\d\d-\d\d)\/(.+)$/.exec(key) ?? [];
  return day === undefined || original === undefined ? undefined : { key: original, day };
}

/** Removes objects that were deleted more than `days` days ago. Returns their number. */
export async function removeExpired(storage: Storage, days: number): Promise<number> {
  const first = dayOf(Date.now() - days * DAY_MS);
  let removed = 0;
  for await (const { key } of storage.list(deletedPrefix)) {
    const deleted = readDeletedKey(key);
    if (deleted !== undefined && deleted.day < first && (await storage.delete(key))) removed += 1;
  }
  return removed;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
