import { type Storage, temporaryPrefix } from './storage.ts';

// A database that is restored to a time of the past names content that was deleted since. With a grace period deleted
// content stays for some days under `deleted/<day>/<its key>`, from where a restore takes it back.

export const deletedPrefix = 'deleted/';

const DAY_MS = 86_400_000;

/** Deletes at once when `days` is 0. Temporary objects, and what is erased, are deleted at once in any case. */
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

/** The key that a deleted object had, and the day on which it was deleted. */
export function readDeletedKey(key: string): { key: string; day: string } | undefined {
  const [, day, original] = /^deleted\/(\d{4}-\d\d-\d\d)\/(.+)$/.exec(key) ?? [];
  return day === undefined || original === undefined ? undefined : { key: original, day };
}

/** Removes what was deleted more than `days` days ago. */
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
