import type { Db } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';

type RemovedBlobs = { removed: number; bytes: number; failures: { storageKey: string; error: unknown }[] };

/**
 * Deletes those of the blobs that no row names and that were last written before `writtenBefore`. Storing content
 * again renews its time before a row names it, so the time is asked last, right before the deletion.
 */
export async function removeBlobs(
  db: Db,
  storage: Storage,
  storageKeys: string[],
  writtenBefore: Date,
): Promise<RemovedBlobs> {
  const result: RemovedBlobs = { removed: 0, bytes: 0, failures: [] };
  const named = await findNamedKeys(db, storageKeys);
  for (const storageKey of storageKeys) {
    if (named.has(storageKey)) continue;
    try {
      const found = await storage.head(storageKey);
      if (found === undefined || found.modifiedAt >= writtenBefore) continue;
      if (await storage.delete(storageKey)) {
        result.removed += 1;
        result.bytes += found.size;
      }
    } catch (error) {
      result.failures.push({ storageKey, error });
    }
  }
  return result;
}

/** Those of the keys that a row names. */
export async function findNamedKeys(db: Db, storageKeys: string[]): Promise<Set<string>> {
  if (storageKeys.length === 0) return new Set();
  const rows = await db.query<{ storageKey: string }>(
    `select storage_key as "storageKey" from files where storage_key = any($1::text[])
     union all select storage_key from job_artifacts where storage_key = any($1::text[])
     union all select storage_key from job_references where storage_key = any($1::text[])`,
    [storageKeys],
  );
  return new Set(rows.map((row) => row.storageKey));
}
