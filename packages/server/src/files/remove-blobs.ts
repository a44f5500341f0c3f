import type { Db, Transactor } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { lockContent } from './keep-content.ts';

type RemovedBlobs = { removed: number; bytes: number; failures: { storageKey: string; error: unknown }[] };

type How = { writtenBefore: Date; forGood: boolean };

/** Deletes the blobs that no row names and that were last written before `writtenBefore`. */
export async function removeBlobs(
  db: Transactor,
  storage: Storage,
  storageKeys: string[],
  how: How,
): Promise<RemovedBlobs> {
  const result: RemovedBlobs = { removed: 0, bytes: 0, failures: [] };
  const named = await findNamedKeys(db, storageKeys);
  for (const storageKey of storageKeys) {
    if (named.has(storageKey)) continue;
    try {
      const bytes = await db.tx((tx) => removeBlob(tx, storage, storageKey, how));
      if (bytes === undefined) continue;
      result.removed += 1;
      result.bytes += bytes;
    } catch (error) {
      result.failures.push({ storageKey, error });
    }
  }
  return result;
}

/** Returns the number of bytes removed, or undefined if the blob is in use, too new or already gone. */
async function removeBlob(
  tx: Db,
  storage: Storage,
  storageKey: string,
  { writtenBefore, forGood }: How,
): Promise<number | undefined> {
  await lockContent(tx, storageKey);
  if ((await findNamedKeys(tx, [storageKey])).size > 0) return undefined;
  const found = await storage.head(storageKey);
  if (found === undefined || found.modifiedAt >= writtenBefore) return undefined;
  return (await storage.delete(storageKey, { forGood })) ? found.size : undefined;
}

/** Returns the keys that a row names. */
export async function findNamedKeys(db: Db, storageKeys: string[]): Promise<Set<string>> {
  if (storageKeys.length === 0) return new Set();
  const rows = await db.query<{ storageKey: string }>(
    `select storage_key as "storageKey" from files where storage_key = any($1::text[])
     union all select storage_key from job_artifacts where storage_key = any($1::text[])
     union all select storage_key from job_references where storage_key = any($1::text[])
     union all select storage_key from case_documents where storage_key = any($1::text[])`,
    [storageKeys],
  );
  return new Set(rows.map((row) => row.storageKey));
}
