import {
  PreviewQuery,
  TableDescription,
  TableList,
  TablePreview,
  TableQueryAccepted,
  TableQueryBody,
  TableQueryResult,
} from '@errand/contract/workspace.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { readBody, readQuery } from '#http/validate.ts';
import { insertAudit } from '#orgs/audit.ts';
import { AppError, forbidden, invalidFields, notFound } from '#platform/errors.ts';
import { columnAnswers } from './answers.ts';
import { findNameProblem, uniqueNames } from './model/table.ts';
import { acceptQuery } from './queries/accept-query.ts';
import { readRows } from './queries/result-rows.ts';
import { unknownQuery } from './queries/retention.ts';
import { selectRows } from './queries/select-rows.ts';
import { findQuery, findQueryOwner, type QueryRow } from './queries/store.ts';
import type { Workspace } from './runtime.ts';
import { isQuery, readStatements } from './sql/statements.ts';
import { atPosition, SqlTextError } from './sql/tokens.ts';
import { invalidTable } from './tables/import-table.ts';
import { deleteTable, findTable, listTables, type TableRow } from './tables/store.ts';

const tag = 'Tables';
const ROWS_DEFAULT = 1_000;
const PREVIEW_DEFAULT = 3;

export function addTableRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { database, storage } = workspace;

  endpoint(app, {
    method: 'GET',
    path: '/v1/tables/',
    tag,
    summary: 'Tables with their columns',
    description: 'Every table of the organization that SQL can read.',
    responses: { 200: TableList },
    async handler(request) {
      const { orgId } = request.caller;
      workspace.expectQuery();
      const tables = await listTables(database.tenant(orgId), orgId);
      return {
        results: tables.map(({ name, columns }) => ({ name, columns: columnAnswers(columns) })),
        total: tables.length,
      };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/tables/:table_name/describe/',
    tag,
    summary: 'Columns and size of a table',
    description: 'Names and types of the columns, the number of rows and the bytes stored.',
    responses: { 200: TableDescription },
    errors: ['invalid_table'],
    load,
    handler: async (_request, _reply, table) => ({
      table_name: table.name,
      columns: columnAnswers(table.columns),
      row_count: table.rowCount,
      updated_at: table.updatedAt.toISOString(),
    }),
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/tables/:table_name/preview/',
    tag,
    summary: 'The first rows of a table',
    description: 'Up to 50 rows to look at, 3 if nothing else is asked for.',
    query: PreviewQuery,
    responses: { 200: TablePreview },
    errors: ['invalid_table'],
    load,
    async handler(request, _reply, table) {
      const { limit = PREVIEW_DEFAULT } = readQuery(request, PreviewQuery);
      const rows = limit === 0 ? [] : await previewRows(request.caller.orgId, table, limit);
      return { table_name: table.name, columns: columnAnswers(table.columns), rows, row_count: rows.length };
    },
  });

  endpoint(app, {
    method: 'DELETE',
    path: '/v1/tables/:table_name/',
    tag,
    summary: 'Delete a table',
    description: 'Queries that have begun still read it.',
    responses: { 204: null },
    errors: ['invalid_table'],
    load,
    async handler(request, reply, table) {
      const { caller } = request;
      await database.tenant(caller.orgId).tx(async (tx) => {
        const id = await deleteTable(tx, caller.orgId, table.name);
        if (id === undefined) throw notFound('table');
        const detail = { name: table.name };
        await insertAudit(tx, caller, {
          orgId: caller.orgId,
          action: 'table.deleted',
          targetType: 'table',
          targetId: id,
          detail,
        });
      });
      return reply.code(204).send();
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/tables/query/',
    tag,
    summary: 'Query tables in the background',
    description: 'One SELECT or WITH … SELECT. The result is read with the id of the answer.',
    role: 'viewer',
    body: TableQueryBody,
    responses: { 202: TableQueryAccepted },
    async handler(request, reply) {
      const body = readBody(request, TableQueryBody);
      refuseOtherStatements(body.sql);
      const id = await acceptQuery(database, request.caller, {
        kind: 'table',
        query: body.sql,
        worksheetId: null,
        useAdmin: false,
        maxCost: null,
        rowLimit: body.limit ?? ROWS_DEFAULT,
      });
      workspace.runner.wake();
      const row = (await findQuery(database.tenant(request.caller.orgId), request.caller.orgId, id))!;
      return reply.code(202).send({ table_query_id: id, status: row.status, created_at: row.createdAt.toISOString() });
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/tables/query/:table_query_id/result/',
    tag,
    summary: 'Result of a table query',
    description: 'The rows once the query succeeded; before that its status, afterwards its error.',
    responses: { 200: TableQueryResult },
    load: loadTableQuery,
    async handler(_request, _reply, row) {
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
    },
  });

  async function load(request: FastifyRequest, reply: FastifyReply): Promise<TableRow> {
    const { orgId } = request.caller;
    const { table_name: name } = request.params as { table_name: string };
    const problem = findNameProblem(name);
    if (problem !== undefined) {
      // `query` and `upload` are segments of other paths, which do not take this method.
      request.server.methodTable.check(request, reply);
      throw invalidTable(problem);
    }
    const table = await findTable(database.tenant(orgId), orgId, name);
    if (table === undefined) throw new AppError('not_found', { detail: `There is no table '${name}'.` });
    return table;
  }

  /** The only query that tells "not yours" from "not there". */
  async function loadTableQuery(request: FastifyRequest): Promise<QueryRow> {
    const { orgId } = request.caller;
    const { table_query_id: id } = request.params as { table_query_id: string };
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

const toObject = (columns: { name: string }[], values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name }, at) => [name, values[at]]));

function refuseOtherStatements(sql: string): void {
  let problem: string | undefined;
  try {
    const statements = readStatements(sql);
    if (statements.length > 1) problem = `One statement is expected, but there are ${statements.length}.`;
    else if (!isQuery(statements[0]!)) problem = 'Only SELECT or WITH … SELECT is possible here.';
    else if (statements[0]!.callsAgents) problem = 'Agents cannot be called here: use /v1/database/query/.';
  } catch (error) {
    if (!(error instanceof SqlTextError)) throw error;
    problem = `${error.message} ${atPosition(sql, error.position)}`;
  }
  if (problem !== undefined) throw invalidFields({ sql: [problem] });
}
