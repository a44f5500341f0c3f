import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { EngineError, type EngineRequest } from '../engine/engine.ts';
import { SYSTEM_SCHEMA } from '../model/system-table.ts';
import type { Column, PinnedTable } from '../model/table.ts';
import { wireType } from '../model/wire-types.ts';
import { replaceConnections } from '../sql/connection-sources.ts';
import { destructiveWord } from '../sql/destructive.ts';
import type { Statement } from '../sql/statements.ts';
import { listPinned, listTables } from '../tables/store.ts';
import { newProgress, runTask } from './agent-rounds.ts';
import { explainAgents } from './explain-agents.ts';
import { findFailedCells } from './failed-cells.ts';
import { readConnections } from './read-connections.ts';
import { readSystemTables } from './read-system-tables.ts';
import { findPinned, queryOf } from './rewrites.ts';
import type { Prepared, StatementContext, StatementDeps } from './statement-context.ts';
import { RESULT_COLUMNS_MAX } from './statement-context.ts';
import type { AgentsSummary, StatementRecord } from './store.ts';
import { resultPrefix } from './store.ts';
import { checkWrite, runWrite } from './write-statement.ts';

/** The response of a table query has all rows as objects, which the process holds in memory. */
const TABLE_QUERY_BYTES_MAX = 8 * 1024 * 1024;

export type Outcome = {
  record: StatementRecord;
  /** Applies the changes in the transaction that records the statement. Returns false to compute it again. */
  change?: ((tx: Db) => Promise<boolean>) | undefined;
  /** Runs after the commit. */
  afterwards?: (() => void) | undefined;
};

/** Runs one statement of a query. Throws an EngineError for problems that the user should see. */
export async function runStatement(
  deps: StatementDeps,
  context: StatementContext,
  statement: Statement,
): Promise<Outcome> {
  const { query, index } = context;
  const { orgId } = query;
  const { action } = statement;
  const record = emptyRecord(statement.sql);
  const db = deps.database.tenant(orgId);
  const destructive = destructiveWord(statement);
  if (destructive !== null && !query.useAdmin)
    throw new EngineError('sql', `${destructive.toUpperCase()} deletes or overwrites data. Set use_admin to true.`, {
      position: statement.start,
    });
  const finish = (): StatementRecord => Object.assign(record, { endedAt: Date.now() / 1_000 });
  const keepRows = (columns: Column[], rows: unknown[][]): Promise<StatementRecord> =>
    storeRows(deps, record, `${resultPrefix(orgId, query.id)}${index}.jsonl`, columns, rows).then(finish);
  switch (action.kind) {
    case 'set':
      return { record: finish() };
    case 'show-tables': {
      const tables = await listTables(db, orgId);
      return {
        record: await keepRows(
          [text('name')],
          tables.map(({ name }) => [name]),
        ),
      };
    }
    case 'describe': {
      const system = deps.system.tables.find(({ name }) => `${SYSTEM_SCHEMA}.${name}` === action.table);
      const table =
        system ?? findPinned(await listPinned(db, orgId, [action.table.toLowerCase()]), action.table, statement);
      return {
        record: await keepRows(
          [text('name'), text('type')],
          table.columns.map((column) => [column.name, wireType(column)]),
        ),
      };
    }
    case 'explain-agents': {
      const { columns, rows } = await explainAgents(deps, context, await prepare(deps, context, statement));
      return { record: await keepRows(columns, rows) };
    }
    case 'select':
    case 'explain':
      return { record: await select(deps, context, statement, record).then(finish) };
    default: {
      // `if not exists` on an existing table.
      if (await checkWrite(db, orgId, statement)) return { record: finish() };
      const prepared = await prepare(deps, context, statement);
      const written = await runWrite(deps, context, statement, prepared);
      const agents = await sumAgents(deps, context, prepared);
      Object.assign(record, {
        writtenRows: written.rows,
        writtenBytes: written.bytes,
        ...agents,
        ...reads(prepared.tables),
      });
      return { record: finish(), change: written.change, afterwards: written.afterwards };
    }
  }
}

async function select(
  deps: StatementDeps,
  context: StatementContext,
  statement: Statement,
  record: StatementRecord,
): Promise<void> {
  const { query, index } = context;
  const { action } = statement;
  if (action.kind === 'explain' && statement.callsAgents)
    throw new EngineError(
      'sql',
      'A query that calls agents cannot be explained or described. Use EXPLAIN AGENTS to see which agents it calls.',
      { position: statement.start },
    );
  const prepared = await prepare(deps, context, statement);
  const { tables, progress } = prepared;
  const rowsKey = `${resultPrefix(query.orgId, query.id)}${index}.jsonl`;
  const bytesMax = query.kind === 'table' ? Math.min(deps.bytesMax, TABLE_QUERY_BYTES_MAX) : deps.bytesMax;
  const request: EngineRequest = {
    task: {
      kind: 'select',
      query: prepared.query!,
      rowsMax: query.rowLimit,
      bytesMax,
      columnsMax: RESULT_COLUMNS_MAX,
      ...(action.kind === 'explain' && { explain: action.as }),
    },
    tables,
    timeoutMs: deps.timeoutMs,
    signal: context.signal,
    keep: async (content) => void (await deps.storage.put(rowsKey, content)),
  };
  const { columns, rows, truncated, offsets, bytes } = await runTask(deps, context, request, progress);
  const agents = await sumAgents(deps, context, prepared);
  if (progress !== undefined && agents.agents !== undefined && agents.agents.failed > 0)
    agents.agents.failed_cells = await findFailedCells(deps, context, request, { progress, rowsKey });
  Object.assign(record, {
    columns,
    rows,
    truncated,
    offsets,
    bytes,
    rowsKey,
    ...agents,
    ...sizes(tables),
    ...reads(tables),
  });
  // Kept to compute the truncated rows if an export requests them.
  if (truncated && action.kind === 'select' && query.kind !== 'table')
    Object.assign(record, { pins: tables, rounds: progress?.rounds.map(({ answersKey }) => answersKey!) ?? [] });
}

/** Returns the agent stats of a statement, empty if it called none. */
async function sumAgents(
  deps: StatementDeps,
  { query }: StatementContext,
  { progress }: Prepared,
): Promise<{ agents?: AgentsSummary }> {
  if (progress === undefined) return {};
  const batchIds = progress.rounds.flatMap((round) => round.batchIds);
  const { jobs, cost } =
    batchIds.length === 0
      ? { jobs: 0, cost: 0 }
      : await persistently(() => deps.agents.sumBatches(query.orgId, batchIds));
  return { agents: { jobs, failed: progress.failed ?? 0, cost, errors: progress.errors ?? [] } };
}

/** Pins the tables. Continues with the progress of an earlier attempt, if any. */
async function prepare(deps: StatementDeps, context: StatementContext, statement: Statement): Promise<Prepared> {
  const { query } = context;
  const earlier = query.progress;
  query.progress = null;
  const tables = earlier?.pins ?? (await pin(deps.database.tenant(query.orgId), query.orgId, statement));
  const given = queryOf(statement, tables);
  if (given === undefined) return { tables, query: given, progress: undefined };
  const { query: part, sources } = statement.readsConnections
    ? replaceConnections(given)
    : { query: given, sources: [] };
  // The rows that an earlier attempt has read are among its pins.
  if (sources.length > 0 && earlier === null)
    tables.push(...(await readConnections(deps, context, { statement, query: part, sources, tables })));
  if (statement.readsSystem && earlier === null)
    tables.push(...(await readSystemTables(deps, context, { statement, query: part, tables })));
  if (!statement.callsAgents) return { tables, query: part, progress: undefined };
  if (query.kind === 'table')
    throw new EngineError('sql', 'Agents cannot be called in a table query. Use /v1/database/query/.');
  return { tables, query: part, progress: earlier ?? newProgress(tables) };
}

const pin = (db: Db, orgId: string, { names }: Statement): Promise<PinnedTable[]> => listPinned(db, orgId, [...names]);

const text = (name: string): Column => ({ name, type: 'VARCHAR', nullable: false });

const sizes = (tables: PinnedTable[]): { readRows: number; readBytes: number } => {
  const segments = tables.flatMap((table) => table.segments);
  return {
    readRows: segments.reduce((sum, { rows }) => sum + rows, 0),
    readBytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};

function reads(tables: PinnedTable[]): Pick<StatementRecord, 'reads'> {
  const found = tables.flatMap(({ read, segments }) =>
    read === undefined ? [] : [{ ...read, rows: segments.reduce((sum, { rows }) => sum + rows, 0) }],
  );
  return found.length === 0 ? {} : { reads: found };
}

function emptyRecord(sql: string): StatementRecord {
  return {
    query: sql,
    queryId: newId(),
    columns: [],
    rows: 0,
    truncated: false,
    rowsKey: null,
    offsets: [],
    bytes: 0,
    readRows: 0,
    readBytes: 0,
    writtenRows: 0,
    writtenBytes: 0,
    startedAt: Date.now() / 1_000,
    endedAt: 0,
  };
}

async function storeRows(
  { storage }: StatementDeps,
  record: StatementRecord,
  rowsKey: string,
  columns: Column[],
  rows: unknown[][],
): Promise<StatementRecord> {
  const content = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await storage.put(rowsKey, content);
  const offsets = rows.length === 0 ? [] : [0];
  return Object.assign(record, { columns, rows: rows.length, rowsKey, bytes: content.length, offsets });
}
