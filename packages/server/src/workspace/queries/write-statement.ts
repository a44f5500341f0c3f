import { audit } from '#orgs/audit.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { EngineError } from '../engine/engine.ts';
import { COLUMNS_MAX, type Column, findNameProblem, type PinnedTable, type Segment } from '../model/table.ts';
import type { Action, Statement } from '../sql/statements.ts';
import { isCrowded } from '../tables/crowd.ts';
import { writeSegment } from '../tables/segments.ts';
import {
  appendSegment,
  deleteTable,
  findTable,
  insertTable,
  replaceContent,
  updateTableName,
} from '../tables/store.ts';
import { runTask } from './agent-rounds.ts';
import { findPinned, fragmentsOf } from './rewrites.ts';
import type { Prepared, StatementContext, StatementDeps } from './statement-context.ts';

// Runs statements that change tables. The engine writes a new segment or none, and the returned change switches the
// catalog to it.

export type Written = {
  rows: number;
  bytes: number;
  change?: (tx: Db) => Promise<boolean>;
  /** Runs once the change is committed. */
  afterwards?: () => void;
};

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;
type Request = { deps: StatementDeps; context: StatementContext; statement: Statement; prepared: Prepared };

/** Checks what can be known before rows are computed or agents are paid. Returns true if nothing is to be done. */
export async function checkWrite(db: Db, orgId: string, statement: Statement): Promise<boolean> {
  const { action, start } = statement;
  if (action.kind === 'create') {
    const problem = findNameProblem(action.table);
    if (problem !== undefined) throw new EngineError('sql', problem, { position: start });
    const exists = (await findTable(db, orgId, action.table)) !== undefined;
    if (exists && !action.ifNotExists && !action.orReplace) throw taken(action.table, statement);
    return exists && action.ifNotExists;
  }
  if (action.kind === 'rename-table') {
    const problem = findNameProblem(action.to);
    if (problem !== undefined) throw new EngineError('sql', problem, { position: start });
  }
  return false;
}

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
    case 'rename-table':
      return renameTable(request, action);
    case 'truncate':
    case 'delete':
    case 'update':
    case 'add-column':
    case 'drop-column':
    case 'rename-column':
      return rewrite(request, action.table);
    default:
      throw new EngineError('sql', 'This statement changes nothing.', { position: statement.start });
  }
}

async function create(request: Request, action: Of<'create'>): Promise<Written> {
  const { deps, context, statement } = request;
  const { orgId } = context.query;
  const existing = await findTable(deps.database.tenant(orgId), orgId, action.table);
  const written = await write(request);
  const columns = action.query ? written.columns : written.columns.map((column) => ({ ...column, nullable: true }));
  const { segments } = written;
  return {
    ...sizeOf(written),
    async change(tx) {
      if (existing && action.orReplace)
        return replaceAudited(tx, context, action.kind, existing, { columns, segments });
      const id = newId();
      const creatorId = context.caller.userId;
      if (!(await insertTable(tx, orgId, { id, name: action.table, columns, segments, creatorId }))) {
        // The table was created concurrently. Compute again to replace it.
        if (action.orReplace) return false;
        throw taken(action.table, statement);
      }
      await auditTable(tx, context, 'table.created', id, action.table);
      return true;
    },
  };
}

const taken = (name: string, { start }: Statement): EngineError =>
  new EngineError('sql', `There is already a table '${name}'.`, { position: start });

async function insert(request: Request, action: Of<'insert'>): Promise<Written> {
  const { orgId } = request.context.query;
  const table = findPinned(request.prepared.tables, action.table, request.statement);
  const written = await write(request, { target: table.columns, insertColumns: action.columns, byName: action.byName });
  const [segment] = written.segments;
  const empty = written.columns.filter(({ nullable }) => nullable).map(({ name }) => name);
  return {
    ...sizeOf(written),
    ...(segment && { change: (tx: Db) => appendSegment(tx, orgId, table, segment, empty) }),
    ...(segment &&
      isCrowded([...table.segments, segment]) && { afterwards: () => request.deps.compact(orgId, table.id) }),
  };
}

async function drop({ context, statement, prepared }: Request, action: Of<'drop'>): Promise<Written> {
  const { orgId } = context.query;
  if (!action.ifExists) findPinned(prepared.tables, action.table, statement);
  return {
    rows: 0,
    bytes: 0,
    async change(tx) {
      const id = await deleteTable(tx, orgId, action.table);
      if (id !== undefined) await auditTable(tx, context, 'table.deleted', id, action.table);
      return true;
    },
  };
}

async function renameTable({ context, statement, prepared }: Request, action: Of<'rename-table'>): Promise<Written> {
  const table = findPinned(prepared.tables, action.table, statement);
  return {
    rows: 0,
    bytes: 0,
    async change(tx) {
      const renamed = await updateTableName(tx, context.query.orgId, table.id, action.to).catch(
        (error: { code?: unknown }) => {
          throw error.code === '23505' ? taken(action.to, statement) : error;
        },
      );
      if (renamed) await auditTable(tx, context, 'table.changed', table.id, action.to, action.kind);
      return renamed;
    },
  };
}

/** Replaces the whole content. Without a query the table becomes empty. */
async function rewrite(request: Request, name: string): Promise<Written> {
  const table = findPinned(request.prepared.tables, name, request.statement);
  const before = table.segments.reduce((sum, { rows }) => sum + rows, 0);
  const written =
    request.prepared.query === undefined ? { columns: table.columns, segments: [], rows: 0 } : await write(request);
  const known = new Map(table.columns.map((column) => [column.name, column]));
  // An empty table does not show whether a column is nullable, so keep the known value.
  const columns =
    written.rows > 0
      ? written.columns
      : written.columns.map((column) => ({ ...column, nullable: known.get(column.name)?.nullable ?? true }));
  const { segments } = written;
  return {
    rows: Math.abs(before - written.rows) || written.rows,
    bytes: sizeOf(written).bytes,
    change: (tx) => replaceAudited(tx, request.context, request.statement.action.kind, table, { columns, segments }),
  };
}

const write = (
  { deps, context, statement, prepared }: Request,
  more: { target?: Column[]; insertColumns?: string[] | undefined; byName?: boolean } = {},
) =>
  writeSegment((request) => runTask(deps, context, request, prepared.progress), deps.storage, context.query.orgId, {
    task: { kind: 'write', query: prepared.query!, columnsMax: COLUMNS_MAX, ...fragmentsOf(statement), ...more },
    tables: prepared.tables,
    timeoutMs: deps.timeoutMs,
    signal: context.signal,
  });

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

async function replaceAudited(
  tx: Db,
  context: StatementContext,
  by: Action['kind'],
  table: PinnedTable,
  content: { columns: Column[]; segments: Segment[] },
): Promise<boolean> {
  const replaced = await replaceContent(tx, context.query.orgId, table, content);
  if (replaced) await auditTable(tx, context, 'table.changed', table.id, table.name, by);
  return replaced;
}

/** `by` is the kind of statement, recorded with the change. */
const auditTable = (
  tx: Db,
  { caller }: StatementContext,
  action: string,
  id: string,
  name: string,
  by?: string,
): Promise<void> => audit(tx, caller, action, id, { name, ...(by && { by }) });
