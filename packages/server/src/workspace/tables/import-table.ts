import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError, type QueryEngine } from '../engine/engine.ts';
import type { Slots } from '../engine/slots.ts';
import type { BadColumn, BadRowMode, Rejected } from '../model/import-report.ts';
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
  onBadRows: BadRowMode;
  /** Storage key of the uploaded bytes. */
  storageKey: string;
};

export type Imported = { rows: number; badColumns: BadColumn[]; rejected: Rejected | undefined };

/** Says what to do with the rows that do not fit. */
const badRows = (message: string): AppError =>
  Object.assign(
    new AppError('invalid_table', {
      messages: [
        `${message} Nothing was imported. Repair the file, or set on_bad_rows: text keeps the columns as text, reject leaves the rows out.`,
      ],
    }),
    { hasBadRows: true },
  );

export const hasBadRows = (error: unknown): boolean => Object(error).hasBadRows === true;

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
  { tableName, withHeaders, onBadRows, storageKey }: Import,
  alongside?: (tx: Db, imported: Imported) => Promise<void>,
): Promise<Imported> {
  const { orgId } = caller;
  const db = deps.database.tenant(orgId);
  await checkNewName(db, orgId, tableName);
  const written = await deps.slots
    .use(orgId, () =>
      writeSegment(deps.engine.run, deps.storage, orgId, {
        task: { kind: 'import', withHeaders, columnsMax: COLUMNS_MAX, onBadRows },
        source: storageKey,
        timeoutMs: deps.importTimeoutMs,
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof EngineError && error.reason === 'bad_rows') throw badRows(error.message);
      if (error instanceof EngineError && error.reason !== 'crash') throw invalidTable(asSentence(error.message));
      throw error;
    });
  const { bad_columns: badColumns = [], rejected } = written.report ?? {};
  if (written.rows === 0)
    throw invalidTable(rejected ? 'No row fits, so nothing was imported.' : 'The file has no rows.');
  const imported = { rows: written.rows, badColumns, rejected };
  await db.tx(async (tx) => {
    const id = newId();
    const { columns, segments } = written;
    if (!(await insertTable(tx, orgId, { id, name: tableName, columns, segments, creatorId: caller.userId })))
      throw nameTaken(tableName);
    await audit(tx, caller, 'table.created', id, {
      name: tableName,
      rows: written.rows,
      ...(rejected && { rejected_rows: rejected.rows }),
    });
    await alongside?.(tx, imported);
  });
  return imported;
}

const asSentence = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());
