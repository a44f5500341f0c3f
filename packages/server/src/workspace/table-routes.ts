import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { insertAudit } from '#orgs/audit.ts';
import { AppError, forbidden, invalidFields, notFound } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { columnAnswers, systemTableAnswer } from './answers.ts';
import { findNameProblem, uniqueNames } from './model/table.ts';
import { acceptQuery } from './queries/accept-query.ts';
import { readRows } from './queries/result-rows.ts';
import { selectRows } from './queries/select-rows.ts';
import { findQuery, findQueryOwner, type QueryRow } from './queries/store.ts';
import { unknownQuery } from './queries/unknown-query.ts';
import type { Workspace } from './runtime.ts';
import { isQuery, readStatements } from './sql/statements.ts';
import { atPosition, SqlTextError } from './sql/tokens.ts';
import { invalidTable } from './tables/import-table.ts';
import { deleteTable, findTable, listTables, type TableRow } from './tables/store.ts';

const ROWS_DEFAULT = 1_000;
const PREVIEW_DEFAULT = 3;

export function addTableRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { database, storage } = workspace;

  endpoint(app, operations.tables.list, {
    async handler({ caller: { orgId } }) {
      workspace.expectQuery();
      const tables = await listTables(database.tenant(orgId), orgId);
      const results = tables.map(({ name, columns }) => ({ name, columns: columnAnswers(columns) }));
      return { results, total: tables.length, system: workspace.system.tables.map(systemTableAnswer) };
    },
  });

  endpoint(app, operations.tables.describe, {
    load,
    handler: ({ resource: table }) => ({
      table_name: table.name,
      columns: columnAnswers(table.columns),
      row_count: table.rowCount,
      updated_at: table.updatedAt.toISOString(),
    }),
  });

  endpoint(app, operations.tables.preview, {
    load,
    async handler({ caller, query: { limit = PREVIEW_DEFAULT }, resource: table }) {
      const rows = limit === 0 ? [] : await previewRows(caller.orgId, table, limit);
      return { table_name: table.name, columns: columnAnswers(table.columns), rows, row_count: rows.length };
    },
  });

  endpoint(app, operations.tables.delete, {
    load,
    handler: ({ caller, resource: { name } }) =>
      database.tenant(caller.orgId).tx(async (tx) => {
        const id = await deleteTable(tx, caller.orgId, name);
        if (id === undefined) throw notFound('table');
        const target = { targetType: 'table', targetId: id, detail: { name } };
        await insertAudit(tx, caller, { orgId: caller.orgId, action: 'table.deleted', ...target });
      }),
  });

  endpoint(app, operations.tables.query, {
    async handler({ caller, body }) {
      refuseOtherStatements(body.sql);
      const id = await acceptQuery(database, caller, {
        kind: 'table',
        query: body.sql,
        worksheetId: null,
        useAdmin: false,
        maxCost: null,
        rowLimit: body.limit ?? ROWS_DEFAULT,
      });
      workspace.runner.wake();
      const row = (await findQuery(database.tenant(caller.orgId), caller.orgId, id))!;
      return { table_query_id: id, status: row.status, created_at: row.createdAt.toISOString() };
    },
  });

  endpoint(app, operations.tables.queryResult, {
    load: loadTableQuery,
    handler: ({ resource }) => tableQueryResult(storage, resource),
  });

  async function load({ caller, params, request, reply }: At<'table_name'>): Promise<TableRow> {
    const { orgId } = caller;
    const { table_name: name } = params;
    const problem = findNameProblem(name);
    if (problem !== undefined) {
      // `query` and `upload` are segments of other paths, which do not allow this method.
      request.server.methodTable.check(request, reply);
      throw invalidTable(problem);
    }
    const table = await findTable(database.tenant(orgId), orgId, name);
    if (table === undefined) throw new AppError('not_found', { detail: `There is no table '${name}'.` });
    return table;
  }

  /** The only look-up that distinguishes "forbidden" from "not found". */
  async function loadTableQuery({ caller: { orgId }, params }: At<'table_query_id'>): Promise<QueryRow> {
    const { table_query_id: id } = params;
    const row = await findQuery(database.tenant(orgId), orgId, id);
    if (row?.kind === 'table') return row;
    const owner = row === undefined ? await findQueryOwner(database.system, id) : undefined;
    if (owner !== undefined) throw forbidden('This query belongs to another organization.');
    throw unknownQuery(workspace.settings.keptDays);
  }

  async function previewRows(orgId: string, table: TableRow, limit: number): Promise<Record<string, unknown>[]> {
    const { columns, rows } = await selectRows(workspace, orgId, {
      query: { sql: `select * from "${table.name}" limit ${limit}`, start: 0 },
      tables: [table],
      rowsMax: limit,
      exact: true,
    });
    return rows.map((values) => toObject(columns, values));
  }
}

async function tableQueryResult(storage: Storage, row: QueryRow) {
  const [statement] = row.status === 'SUCCESS' ? row.statements : [];
  const names = uniqueNames((statement?.columns ?? []).map(({ name }) => name));
  const columns = (statement?.columns ?? []).map((column, at) => ({ ...column, name: names[at]! }));
  const rows = statement
    ? await Array.fromAsync(readRows(storage, statement), (values) => toObject(columns, values))
    : [];
  const { startedAt, finishedAt } = row;
  return {
    table_query_id: row.id,
    status: row.status,
    error: row.error,
    columns: columnAnswers(columns),
    rows,
    row_count: rows.length,
    truncated: statement?.truncated ?? false,
    execution_time_ms: startedAt && finishedAt ? Math.max(0, finishedAt.getTime() - startedAt.getTime()) : 0,
  };
}

const toObject = (columns: { name: string }[], values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name }, at) => [name, values[at]]));

function refuseOtherStatements(sql: string): void {
  let problem: string | undefined;
  try {
    const statements = readStatements(sql);
    if (statements.length > 1) problem = `Must be one statement, but has ${statements.length}.`;
    else if (!isQuery(statements[0]!)) problem = 'Must be a SELECT or WITH … SELECT statement.';
    else if (statements[0]!.callsAgents) problem = 'Agents cannot be called here. Use /v1/database/query/.';
  } catch (error) {
    if (!(error instanceof SqlTextError)) throw error;
    problem = `${error.message} ${atPosition(sql, error.position)}`;
  }
  if (problem !== undefined) throw invalidFields({ sql: [problem] });
}
