import { insertAudit } from '#orgs/audit.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { EngineError } from '../engine/engine.ts';
import { COLUMNS_MAX, type Column, findNameProblem, type PinnedTable } from '../model.ts';
import type { Action, Part, Statement } from '../sql/statements.ts';
import { writeSegment } from '../tables/segments.ts';
import {
  appendSegment,
  deleteTable,
  findTable,
  insertTable,
  replaceContent,
  updateTableName,
} from '../tables/store.ts';
import type { Prepared, StatementContext, StatementDeps } from './statement-context.ts';

// Statements that change tables. The engine writes a new segment, or none; what is returned switches the catalog to it.

export type Written = { rows: number; bytes: number; change?: (tx: Db) => Promise<boolean> };

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;
type Request = { deps: StatementDeps; context: StatementContext; statement: Statement; prepared: Prepared };

export async function runWrite(
  deps: StatementDeps,
  context: StatementContext,
  statement: Statement,
  prepared: Prepared,
): Promise<Written> {
  const request = { deps, context, statement, prepared };
  const { action } = statement;
  switch (action.kind) {
    case 'create':
      return create(request, action);
    case 'insert':
      return insert(request, action);
    case 'drop':
      return drop(request, action);
    case 'truncate':
      return rewrite(request, action.table, undefined);
    case 'delete':
      return action.condition
        ? deleteRows(request, action.table, action.condition)
        : rewrite(request, action.table, undefined);
    case 'rename-table':
      return renameTable(request, action);
    case 'add-column': {
      const head = 'select *, cast(null as ';
      const name = quoteName(action.column.name);
      const query = {
        sql: `${head}${action.column.type.sql}\n) as ${name} from ${quoteName(action.table)}`,
        start: action.column.type.start - head.length,
      };
      return rewrite(request, action.table, query, { types: [action.column.type] });
    }
    case 'drop-column':
    case 'rename-column':
      return changeColumn(request, action);
    default:
      throw new EngineError('sql', 'This statement changes nothing.', { position: statement.start });
  }
}

async function create({ deps, context, statement, prepared }: Request, action: Of<'create'>): Promise<Written> {
  const { orgId } = context.query;
  const problem = findNameProblem(action.table);
  if (problem !== undefined) throw new EngineError('sql', problem, { position: statement.start });
  const existing = await findTable(deps.database.tenant(orgId), orgId, action.table);
  if (existing && action.ifNotExists) return { rows: 0, bytes: 0 };
  if (existing && !action.orReplace) throw taken(action.table, statement);
  const part = action.query ?? typedQuery(action.columns!);
  const written = await write({ deps, context, statement, prepared }, part, {
    types: action.columns?.map(({ type }) => type),
  });
  const columns = action.query ? written.columns : written.columns.map((column) => ({ ...column, nullable: true }));
  const { segments } = written;
  return {
    ...sizeOf(written),
    async change(tx) {
      if (existing) return replaceContent(tx, orgId, existing, { columns, segments });
      const id = newId();
      if (
        !(await insertTable(tx, orgId, { id, name: action.table, columns, segments, creatorId: context.caller.userId }))
      )
        throw taken(action.table, statement);
      await audit(tx, context, 'table.created', id, action.table);
      return true;
    },
  };
}

const taken = (name: string, { start }: Statement): EngineError =>
  new EngineError('sql', `There is already a table '${name}'.`, { position: start });

/** Columns without rows. The types are checked one by one before they are used. */
function typedQuery(columns: { name: string; type: Part }[]): Part {
  const items = columns.map(({ name, type }) => `cast(null as ${type.sql}\n) as ${quoteName(name)}`);
  return { sql: `select ${items.join(', ')} limit 0`, start: columns[0]!.type.start };
}

async function insert(request: Request, action: Of<'insert'>): Promise<Written> {
  const { orgId } = request.context.query;
  const table = pinned(request, action.table);
  const written = await write(request, action.query, { target: table.columns, insertColumns: action.columns });
  const [segment] = written.segments;
  const empty = written.columns.filter(({ nullable }) => nullable).map(({ name }) => name);
  return {
    ...sizeOf(written),
    ...(segment && { change: (tx: Db) => appendSegment(tx, orgId, table, segment, empty) }),
  };
}

async function drop({ context, statement, prepared }: Request, action: Of<'drop'>): Promise<Written> {
  const { orgId } = context.query;
  const known = prepared.tables.some(({ name }) => name.toLowerCase() === action.table.toLowerCase());
  if (!known && !action.ifExists) throw missing(action.table, statement);
  return {
    rows: 0,
    bytes: 0,
    async change(tx) {
      const id = await deleteTable(tx, orgId, action.table);
      if (id !== undefined) await audit(tx, context, 'table.deleted', id, action.table);
      return true;
    },
  };
}

/** Rows for which the condition is true go; those for which it is unknown stay. */
async function deleteRows(request: Request, name: string, condition: Part): Promise<Written> {
  const head = `select * from ${quoteName(name)} where (`;
  const query = { sql: `${head}${condition.sql}\n) is not true`, start: condition.start - head.length };
  return rewrite(request, name, query, { expressions: [condition] });
}

async function renameTable({ context, statement, prepared }: Request, action: Of<'rename-table'>): Promise<Written> {
  const problem = findNameProblem(action.to);
  if (problem !== undefined) throw new EngineError('sql', problem, { position: statement.start });
  const table = pinned({ prepared, statement }, action.table);
  return {
    rows: 0,
    bytes: 0,
    change: (tx) =>
      updateTableName(tx, context.query.orgId, table.id, action.to).catch((error: { code?: unknown }) => {
        throw error.code === '23505' ? taken(action.to, statement) : error;
      }),
  };
}

async function changeColumn(request: Request, action: Of<'drop-column'> | Of<'rename-column'>): Promise<Written> {
  const { columns } = pinned(request, action.table);
  const isIt = ({ name }: Column): boolean => name.toLowerCase() === action.column.toLowerCase();
  if (!columns.some(isIt))
    throw new EngineError('sql', `The table has no column '${action.column}'.`, { position: request.statement.start });
  const kept = action.kind === 'drop-column' ? columns.filter((column) => !isIt(column)) : columns;
  if (kept.length === 0) throw new EngineError('sql', 'A table needs a column.', { position: request.statement.start });
  const items = kept.map((column) =>
    action.kind === 'rename-column' && isIt(column)
      ? `${quoteName(column.name)} as ${quoteName(action.to)}`
      : quoteName(column.name),
  );
  return rewrite(request, action.table, {
    sql: `select ${items.join(', ')} from ${quoteName(action.table)}`,
    start: request.statement.start,
  });
}

/** Replaces the whole content; without a query it becomes empty. */
async function rewrite(
  request: Request,
  name: string,
  query: Part | undefined,
  fragments: { expressions?: Part[]; types?: Part[] } = {},
): Promise<Written> {
  const { orgId } = request.context.query;
  const table = pinned(request, name);
  const before = table.segments.reduce((sum, { rows }) => sum + rows, 0);
  const written =
    query === undefined ? { columns: table.columns, segments: [], rows: 0 } : await write(request, query, fragments);
  const known = new Map(table.columns.map((column) => [column.name, column]));
  // Without rows nothing shows whether a column may be empty: what was known stays.
  const columns =
    written.rows > 0
      ? written.columns
      : written.columns.map((column) => ({ ...column, nullable: known.get(column.name)?.nullable ?? true }));
  const { segments } = written;
  return {
    rows: Math.abs(before - written.rows) || written.rows,
    bytes: sizeOf(written).bytes,
    change: (tx) => replaceContent(tx, orgId, table, { columns, segments }),
  };
}

const write = (
  { deps, context, prepared }: Request,
  query: Part,
  more: {
    expressions?: Part[] | undefined;
    types?: Part[] | undefined;
    target?: Column[];
    insertColumns?: string[] | undefined;
  },
) =>
  deps.slots.use(context.query.orgId, () =>
    writeSegment(deps, context.query.orgId, {
      task: { kind: 'write', query, columnsMax: COLUMNS_MAX, ...(more as object) },
      tables: prepared.tables,
      rounds: prepared.rounds,
      timeoutMs: deps.timeoutMs,
      signal: context.signal,
    }),
  );

function pinned({ prepared, statement }: Pick<Request, 'prepared' | 'statement'>, name: string): PinnedTable {
  const table = prepared.tables.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (table === undefined) throw missing(name, statement);
  return table;
}

const missing = (name: string, { start }: Statement): EngineError =>
  new EngineError('sql', `There is no table '${name}'.`, { position: start });

const sizeOf = ({
  rows,
  segments,
}: {
  rows: number;
  segments: { bytes: number }[];
}): { rows: number; bytes: number } => ({
  rows,
  bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
});

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const audit = (tx: Db, { caller }: StatementContext, action: string, targetId: string, name: string): Promise<void> =>
  insertAudit(tx, caller, { orgId: caller.orgId, action, targetType: 'table', targetId, detail: { name } });
