import type { Db, Transactor } from '#platform/db.ts';
import { placeContent, type StagedContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { File } from './model.ts';
import { insertFiles, type NewFile } from './store.ts';

// Equal content is stored once. So one process may add a row for content while another deletes the last row that names
// it: both adding a row and deleting content hold a lock on it.

/** Moves staged content to its place and writes the rows that name it (`insert`). It cannot be deleted in between. */
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
): Promise<File[]> => keepContent(db, storage, files, (tx) => insertFiles(tx, orgId, files));

/** Call it in the transaction that deletes content which no row names. */
export async function lockContent(tx: Db, storageKey: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK}) from (select $1::text as key) locked`, [storageKey]);
}

const LOCK = 'hashtextextended(key, 7402119)';

/** Removes staged content that was not kept, after a refused request. */
export async function discardStaged(storage: Storage, contents: Pick<StagedContent, 'temporaryKey'>[]): Promise<void> {
  // The collector removes what fails here.
  for (const { temporaryKey } of contents) await storage.delete(temporaryKey).catch(() => undefined);
}
