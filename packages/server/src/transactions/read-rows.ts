import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Attempt } from '#platform/leased-work/definition.ts';
import { acceptQuery } from '#workspace/queries/accept-query.ts';
import { findQuery, type QueryRow } from '#workspace/queries/store.ts';
import type { Workspace } from '#workspace/runtime.ts';
import { quoteName, quoteText } from './source-sql.ts';
import type { ReadFrom, RunRead } from './store.ts';

// Rows that a queue reads through a connection. They become a table of the organization by a statement that everybody can
// repeat, so figures and findings have rows that stay until the next run. The statement is a query like any other: it has
// an id, a result, limits, and entries in the audit log.

export type ReadDeps = { database: Database; workspace: Pick<Workspace, 'runner' | 'findLimits'> };

export const readStatement = (table: string, { connection, query }: ReadFrom): string =>
  `CREATE OR REPLACE TABLE ${quoteName(table)} AS SELECT * FROM connection(${quoteText(connection)}, ${quoteText(query)})`;

const LOOK_MS = 500;

/** Runs with the right of who set the source up: it replaces the table. */
export async function readRows(
  { database, workspace }: ReadDeps,
  { caller, statement }: { caller: Caller; statement: string },
  attempt: Attempt,
): Promise<RunRead> {
  const { orgId } = caller;
  const { rowsMax } = await workspace.findLimits(orgId);
  const id = await acceptQuery(database, caller, {
    ...{ kind: 'async', query: statement, worksheetId: null, useAdmin: true, maxCost: null },
    rowLimit: rowsMax,
  });
  workspace.runner.wake();
  for (;;) {
    const row = await findQuery(database.tenant(orgId), orgId, id);
    if (row === undefined || row.finishedAt !== null) return outcomeOf(row, { id, statement });
    await delay(LOOK_MS, undefined, { signal: attempt.signal });
    await attempt.renew();
  }
}

function outcomeOf(row: QueryRow | undefined, { id, statement }: { id: string; statement: string }): RunRead {
  if (row?.status !== 'SUCCESS')
    throw new AppError('conflict', {
      detail: `The transactions could not be read: ${row?.error ?? 'the query is gone'}. The statement was: ${statement}`,
    });
  return { query_id: id, statement, at: row.finishedAt!.toISOString() };
}
