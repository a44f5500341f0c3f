import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { EngineError } from '../engine/engine.ts';
import { type Column, type PinnedTable, resultPrefix, wireType } from '../model.ts';
import { destroys, type Part, type Statement } from '../sql/statements.ts';
import { listPinned, listTables } from '../tables/store.ts';
import { answerAgentCalls } from './agent-rounds.ts';
import type { Prepared, StatementContext, StatementDeps } from './statement-context.ts';
import type { Progress, StatementRecord } from './store.ts';
import { runWrite } from './write-statement.ts';

export type Outcome = {
  record: StatementRecord;
  /** What the statement changes, in the transaction that also records it. False: it has to be computed anew. */
  change?: ((tx: Db) => Promise<boolean>) | undefined;
};

/** Runs one statement of a query. Throws EngineErrors for what the user has to know. */
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
  if (destroys(statement) && !query.useAdmin) {
    throw new EngineError(
      'sql',
      `${statement.sql.split(/\s/, 1)[0]!.toUpperCase()} changes what is there: send use_admin.`,
      {
        position: statement.start,
      },
    );
  }
  const finish = (): StatementRecord => Object.assign(record, { endedAt: Date.now() / 1_000 });
  const keepRows = (columns: Column[], rows: unknown[][]): Promise<StatementRecord> =>
    storeRows(deps, record, `${resultPrefix(orgId, query.id)}/${index}.jsonl`, columns, rows).then(finish);
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
      const table = await findPinned(db, orgId, action.table, statement);
      return {
        record: await keepRows(
          [text('name'), text('type')],
          table.columns.map((column) => [column.name, wireType(column)]),
        ),
      };
    }
    case 'select':
    case 'explain': {
      const { tables, rounds, notes } = await prepare(deps, context, statement, action.query);
      if (action.kind === 'explain' && statement.callsAgents)
        throw new EngineError('sql', 'A query that calls agents cannot be explained.', { position: statement.start });
      const rowsKey = `${resultPrefix(orgId, query.id)}/${index}.jsonl`;
      const explain = action.kind === 'select' ? undefined : action.analyze ? 'analyze' : 'plan';
      const answer = await deps.slots.use(orgId, () =>
        deps.engine.run({
          task: {
            kind: 'select',
            query: action.query,
            rowsMax: query.rowLimit,
            bytesMax: deps.bytesMax,
            ...(explain && { explain }),
          },
          tables,
          rounds,
          timeoutMs: deps.timeoutMs,
          signal: context.signal,
          keep: async (content) => void (await deps.storage.put(rowsKey, content)),
        }),
      );
      const { columns, rows, truncated, offsets, bytes } = answer;
      Object.assign(record, { columns, rows, truncated, offsets, bytes, rowsKey, notes, ...sizes(tables) });
      return { record: finish() };
    }
    default: {
      const prepared =
        'query' in action && action.query ? await prepare(deps, context, statement, action.query) : undefined;
      const written = await runWrite(
        deps,
        context,
        statement,
        prepared ?? { tables: await pin(db, orgId, statement), rounds: [], notes: [] },
      );
      Object.assign(record, { writtenRows: written.rows, writtenBytes: written.bytes, notes: prepared?.notes ?? [] });
      return { record: finish(), change: written.change };
    }
  }
}

/** Pins the tables, and has the agents of the query answer: with what an earlier attempt got, where there is such. */
async function prepare(
  deps: StatementDeps,
  context: StatementContext,
  statement: Statement,
  part: Part,
): Promise<Prepared> {
  const { query } = context;
  const earlier = query.progress;
  query.progress = null;
  const tables = earlier?.pins ?? (await pin(deps.database.tenant(query.orgId), query.orgId, statement));
  if (!statement.callsAgents) return { tables, rounds: [], notes: [] };
  if (query.kind === 'table')
    throw new EngineError('sql', 'Agents cannot be called in a table query: use /v1/database/query/.');
  const progress: Progress = earlier ?? { pins: tables, rounds: [], notes: [] };
  const rounds = await answerAgentCalls(deps, context, part, progress);
  return { tables, rounds, notes: progress.notes };
}

const pin = (db: Db, orgId: string, { names }: Statement): Promise<PinnedTable[]> => listPinned(db, orgId, [...names]);

export async function findPinned(db: Db, orgId: string, name: string, statement: Statement): Promise<PinnedTable> {
  const [table] = await listPinned(db, orgId, [name.toLowerCase()]);
  if (table === undefined) throw new EngineError('sql', `There is no table '${name}'.`, { position: statement.start });
  return table;
}

const text = (name: string): Column => ({ name, type: 'VARCHAR', nullable: false });

const sizes = (tables: PinnedTable[]): { readRows: number; readBytes: number } => {
  const segments = tables.flatMap((table) => table.segments);
  return {
    readRows: segments.reduce((sum, { rows }) => sum + rows, 0),
    readBytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};

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
    notes: [],
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
