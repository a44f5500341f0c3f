import { EngineFailure, type TableAnswer, type TableQuestion } from '#engines/engine/engine.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { EngineError } from '../engine/engine.ts';
import { readStatements, type Statement } from '../sql/statements.ts';
import { SqlTextError } from '../sql/tokens.ts';
import { listTables } from '../tables/store.ts';
import { type SelectDeps, selectRows } from './select-rows.ts';

/**
 * Runs one SELECT of an engine on the organization's tables, or SHOW TABLES. Throws an EngineFailure if it cannot run.
 */
export async function askTables(
  deps: SelectDeps & { database: Database },
  orgId: string,
  { sql, only, given = [], rowsMax = 200, signal }: TableQuestion & { signal?: AbortSignal },
): Promise<TableAnswer> {
  try {
    const statement = readQuery(sql);
    const names = only?.map((name) => name.toLowerCase());
    const hidden = new Set(given.map(({ name }) => name.toLowerCase()));
    const listed = names?.length === 0 ? [] : await listTables(deps.database.tenant(orgId), orgId);
    const tables = listed.filter(
      ({ name }) => !hidden.has(name.toLowerCase()) && (names === undefined || names.includes(name.toLowerCase())),
    );
    if (statement.action.kind !== 'select') {
      const rows = tables.map(({ name, columns }) => [
        name,
        columns.map((one) => `${one.name} ${one.type}`).join(', '),
      ]);
      const own = given.map(({ name, columns }) => [name, `row, ${columns.join(', ')}`]);
      return { columns: ['table', 'columns'], rows: [...own, ...rows], truncated: false };
    }
    const { columns, rows, truncated } = await selectRows(deps, orgId, {
      query: { sql: statement.sql, start: 0 },
      tables: tables.filter(({ name }) => statement.names.has(name.toLowerCase())),
      given: given.filter(({ name }) => statement.names.has(name.toLowerCase())),
      rowsMax,
      ...(signal && { signal }),
    });
    return { columns: columns.map(({ name }) => name), rows, truncated };
  } catch (error) {
    if (error instanceof SqlTextError || error instanceof AppError)
      throw new EngineFailure(`The query cannot be run. ${error.message}`, {
        code: 'errand.queries.invalid',
        cause: error,
      });
    if (error instanceof EngineError)
      throw new EngineFailure(`The query cannot be run. ${error.message}`, {
        code: 'errand.queries.invalid',
        retry: error.reason === 'crash',
        cause: error,
      });
    throw error;
  }
}

function readQuery(sql: string): Statement {
  const statements = readStatements(sql);
  const [statement] = statements;
  const isAllowed = statement?.action.kind === 'select' || statement?.action.kind === 'show-tables';
  if (statements.length !== 1 || !isAllowed || statement.callsAgents)
    throw new EngineFailure('Only one SELECT without agent calls, or SHOW TABLES, can be run here.', {
      code: 'errand.queries.invalid',
    });
  if (statement.readsConnections)
    throw new EngineFailure(
      'connection() cannot be used here. Name the connection in the configuration of the agent.',
      { code: 'errand.queries.invalid' },
    );
  return statement;
}
