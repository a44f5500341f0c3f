import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError, type QueryEngine } from '../engine/engine.ts';
import type { Slots } from '../engine/slots.ts';
import { COLUMNS_MAX, findNameProblem } from '../model/table.ts';
import { writeSegment } from './segments.ts';
import { findTable, insertTable } from './store.ts';

export type ImportDeps = {
  database: Database;
  storage: Storage;
  engine: QueryEngine;
  slots: Slots;
  importTimeoutMs: number;
};

export type Import = {
  tableName: string;
  withHeaders: boolean;
  /** Storage key of the uploaded bytes. */
  storageKey: string;
};

export const invalidTable = (message: string): AppError => new AppError('invalid_table', { messages: [message] });
export const nameTaken = (name: string): AppError => invalidTable(`There is already a table '${name}'.`);

/** Refuses a name that no table can have, or that is already taken. */
export async function checkNewName(db: Db, orgId: string, name: string): Promise<void> {
  const problem = findNameProblem(name);
  if (problem !== undefined) throw invalidTable(problem);
  if ((await findTable(db, orgId, name)) !== undefined) throw nameTaken(name);
}

/**
 * Creates a table from an uploaded file. `alongside` runs in the transaction that makes the table visible. Problems
 * with the file or the name are invalid_table errors.
 */
export async function importTable(
  deps: ImportDeps,
  caller: Caller,
  { tableName, withHeaders, storageKey }: Import,
  alongside?: (tx: Db, rows: number) => Promise<void>,
): Promise<{ rows: number }> {
  const { orgId } = caller;
  const db = deps.database.tenant(orgId);
  await checkNewName(db, orgId, tableName);
  const written = await deps.slots
    .use(orgId, () =>
      writeSegment(deps.engine.run, deps.storage, orgId, {
        task: { kind: 'import', withHeaders, columnsMax: COLUMNS_MAX },
        source: storageKey,
        timeoutMs: deps.importTimeoutMs,
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof EngineError && error.reason !== 'crash') throw invalidTable(asSentence(error.message));
      throw error;
    });
  if (written.rows === 0) throw invalidTable('The file has no rows.');
  await db.tx(async (tx) => {
    const id = newId();
    const { columns, segments } = written;
    if (!(await insertTable(tx, orgId, { id, name: tableName, columns, segments, creatorId: caller.userId })))
      throw nameTaken(tableName);
    await audit(tx, caller, 'table.created', id, { name: tableName, rows: written.rows });
    await alongside?.(tx, written.rows);
  });
  return { rows: written.rows };
}

const asSentence = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());
