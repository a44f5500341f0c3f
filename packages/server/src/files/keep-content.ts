import type { Db, Transactor } from '#platform/db.ts';
import { placeContent, type StagedContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { File } from './model.ts';
import { insertFiles, type NewFile } from './store.ts';

// Equal content is stored once, so one process may add a row for it while another deletes the last row that names it.
// Both adding a row and deleting content therefore hold a lock on the content.

/** Moves staged content to its place and runs `insert` for its rows. A lock prevents deletion in between. */
export function keepContent<T>(
  db: Transactor,
  storage: Storage,
  contents: (StagedContent & { storageKey: string })[],
  insert: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.tx(async (tx) => {
    await tx.query(
      `select pg_advisory_xact_lock_shared(${LOCK}) from (select key from unnest($1::text[]) key order by key) locked`,
      [[...new Set(contents.map((content) => content.storageKey))]],
    );
    for (const content of contents) await placeContent(storage, content, content.storageKey);
    return insert(tx);
  });
}

export const keepFiles = (
  db: Transactor,
  storage: Storage,
  orgId: string,
  files: (NewFile & StagedContent)[],
  claim?: (tx: Db) => Promise<void>,
): Promise<File[]> =>
  keepContent(db, storage, files, async (tx) => {
    await claim?.(tx);
    return insertFiles(tx, orgId, files);
  });

/** Locks content that no row names. Call it in the transaction that deletes the content. */
export async function lockContent(tx: Db, storageKey: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK}) from (select $1::text as key) locked`, [storageKey]);
}

const LOCK = 'hashtextextended(key, 7402119)';

/** Deletes staged content of a refused request. */
export async function discardStaged(storage: Storage, contents: Pick<StagedContent, 'temporaryKey'>[]): Promise<void> {
  // collectBlobs removes it later if this fails.
  for (const { temporaryKey } of contents) await storage.delete(temporaryKey).catch(() => undefined);
}
