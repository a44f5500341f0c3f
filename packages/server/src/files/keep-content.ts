import type { Db, Transactor } from '#platform/db.ts';
import { placeContent, type StagedContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { File } from './model.ts';
import { insertFiles, type NewFile } from './store.ts';

// Equal content lies in storage once, whoever stored it. So content may be about to get a row while the last row that
// names it is deleted elsewhere: whoever adds a row, and whoever deletes content, holds a lock on it meanwhile.

/** Puts staged content in its place and writes the rows that name it: `insert`. Nobody deletes it in between. */
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

/** In the transaction that deletes content which no row names. */
export async function lockContent(tx: Db, storageKey: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK}) from (select $1::text as key) locked`, [storageKey]);
}

const LOCK = 'hashtextextended(key, 7402119)';

/** Removes what was staged and not kept, in requests that are refused. */
export async function discardStaged(storage: Storage, contents: Pick<StagedContent, 'temporaryKey'>[]): Promise<void> {
  // What fails here is left to the collector.
  for (const { temporaryKey } of contents) await storage.delete(temporaryKey).catch(() => undefined);
}
