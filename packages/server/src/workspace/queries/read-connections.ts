import { hasRole } from '@errand/contract/roles.ts';
import { DriverFailure, type RowFilter } from '#connections/model/driver.ts';
import type { OpenedConnection } from '#connections/use-connection.ts';
import { insertAudit } from '#orgs/audit.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { EngineError } from '../engine/engine.ts';
import type { SourcePlan } from '../model/source-plan.ts';
import { SYSTEM_SCHEMA } from '../model/system-table.ts';
import { COLUMNS_MAX, type PinnedTable, segmentPrefix } from '../model/table.ts';
import type { ConnectionSource } from '../sql/connection-sources.ts';
import type { Part } from '../sql/reader.ts';
import type { Statement } from '../sql/statements.ts';
import { writeSegment } from '../tables/segments.ts';
import { type CsvRows, toColumns, writeCsv } from './connection-csv.ts';
import type { StatementContext, StatementDeps } from './statement-context.ts';

// Reads the rows of connections for one statement. They are streamed into segments that only this statement sees,
// before it runs. A statement that waits for agents, and an export of its whole result, use the same rows.

type Request = { statement: Statement; query: Part; sources: ConnectionSource[]; tables: PinnedTable[] };

export async function readConnections(
  deps: StatementDeps,
  context: StatementContext,
  { statement, query, sources, tables }: Request,
): Promise<PinnedTable[]> {
  const { role } = context.caller;
  if (!hasRole(role, 'member'))
    throw new EngineError('sql', `connection() needs the role member; yours is ${role}.`, {
      position: sources[0]!.position,
    });
  const plans = await planReads(deps, context, { statement, query, sources, tables });
  const describes = statement.action.kind === 'explain' && statement.action.as !== 'analyze';
  const read: PinnedTable[] = [];
  for (const [at, source] of sources.entries()) {
    const plan = describes ? { ...plans[at]!, limit: 0 } : plans[at]!;
    read.push(await readSource(deps, context, source, plan));
  }
  return read;
}

/** Deletes the rows from storage, unless an export of the whole result may need them. */
export async function deleteReads({ storage }: StatementDeps, { query, readKeys }: StatementContext): Promise<void> {
  const pinned = query.statements.flatMap(({ pins }) => pins ?? []).flatMap(({ segments }) => segments);
  const isKept = (key: string): boolean => pinned.some((segment) => segment.key === key);
  for (const key of readKeys) if (!isKept(key)) await storage.delete(key).catch(() => undefined);
}

/** Lets the engine plan what to push down to the other systems. PIVOT is not one query, so it needs all rows. */
async function planReads(
  deps: StatementDeps,
  { query: { orgId }, signal }: StatementContext,
  { query, sources, tables }: Request,
): Promise<SourcePlan[]> {
  if (/^\s*pivot\b/i.test(query.sql)) return sources.map(() => ({ columns: null, filters: [], limit: null }));
  const { plans = [] } = await deps.slots.use(
    orgId,
    () =>
      deps.engine.run({
        task: {
          kind: 'plan',
          query,
          // System tables are read afterwards.
          known: [...tables, ...deps.system.tables.map(({ name }) => ({ name: `${SYSTEM_SCHEMA}.${name}` }))].map(
            ({ name }) => name,
          ),
          sources: sources.map(({ table }) => table),
        },
        timeoutMs: deps.timeoutMs,
        memoryMb: deps.memoryMb,
        signal,
      }),
    signal,
  );
  return sources.map(({ position }, at) => {
    const plan = plans[at];
    if (!plan) throw new EngineError('sql', 'connection() can be used only in FROM.', { position });
    return plan;
  });
}

async function readSource(
  deps: StatementDeps,
  context: StatementContext,
  source: ConnectionSource,
  plan: SourcePlan,
): Promise<PinnedTable> {
  const { orgId } = context.query;
  const late = AbortSignal.timeout(deps.timeoutMs);
  const signal = AbortSignal.any([context.signal, late]);
  // Under the prefix of table segments, so that the collector deletes it when nothing references it.
  const key = `${segmentPrefix(orgId)}/${newId()}.read`;
  context.readKeys.push(key);
  try {
    const opened = await deps.connections.open(orgId, source.connection, {
      signal,
      // No agent: a policy that names agents allows no statements.
      by: { agentId: '', roles: [context.caller.role] },
    });
    await insertAudit(deps.database.tenant(orgId), context.caller, {
      orgId,
      action: 'connection.queried',
      targetType: 'connection',
      targetId: opened.row.id,
      detail: { name: opened.row.name, query: context.query.id, source: source.source.slice(0, 500) },
    });
    const rows = await deps.readers.run(() => store(deps, opened, { source, plan, key }), {
      key: orgId,
      perKeyMax: deps.concurrency,
      signal,
    });
    const table = await toTable(deps, context, source, { rows, key });
    return { ...table, read: describeRead(opened, source, opened.driver.rows ? plan : undefined) };
  } catch (error) {
    throw explain(error, { source, context, isLate: late.aborted, timeoutMs: deps.timeoutMs });
  }
}

/** Streams the rows into storage. Returns undefined for a file whose format the engine has to detect. */
function store(
  { storage, connectionBytesMax: bytesMax }: StatementDeps,
  opened: OpenedConnection,
  { source, plan, key }: { source: ConnectionSource; plan: SourcePlan; key: string },
): Promise<CsvRows | undefined> {
  return opened.use(async (driver, system) => {
    if (driver.rows !== undefined) {
      const batches = driver.rows(system, {
        source: source.source,
        ...(plan.columns && { columns: plan.columns }),
        ...(plan.filters.length > 0 && { filters: plan.filters }),
        ...(plan.limit !== null && { rowsMax: plan.limit }),
      });
      const found: CsvRows = { columns: [], rows: 0, bytes: 0 };
      await storage.put(key, writeCsv(batches, found, bytesMax));
      return found;
    }
    if (driver.files === undefined) throw new DriverFailure('A connection of this kind has neither tables nor files.');
    const file = await driver.files.read(system, source.source);
    if (file === undefined) throw new DriverFailure(`There is no object ${source.source.slice(0, 200)}.`);
    if (file.size > bytesMax) {
      file.stream.destroy();
      throw new DriverFailure(`The object has ${file.size} bytes; the limit is ${bytesMax}.`);
    }
    await storage.put(key, limited(file.stream, bytesMax));
    return undefined;
  });
}

async function* limited(content: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > bytesMax) throw new DriverFailure(`The object exceeds the limit of ${bytesMax} bytes.`);
    yield piece;
  }
}

/** Makes a table of the stored rows. A file has to be imported first: its content shows its format. */
async function toTable(
  deps: StatementDeps,
  context: StatementContext,
  { table: name }: ConnectionSource,
  { rows, key }: { rows: CsvRows | undefined; key: string },
): Promise<PinnedTable> {
  const { orgId } = context.query;
  const named = { id: newId(), name, revision: 0, shape: 0 };
  if (rows !== undefined) {
    const segments = rows.rows === 0 ? [] : [{ key, rows: rows.rows, bytes: rows.bytes }];
    return { ...named, columns: toColumns(rows.columns), segments, format: 'csv' };
  }
  const { columns, segments } = await deps.slots.use(
    orgId,
    () =>
      writeSegment(deps.engine.run, deps.storage, orgId, {
        task: { kind: 'import', withHeaders: true, columnsMax: COLUMNS_MAX, onBadRows: 'text' },
        source: key,
        timeoutMs: deps.timeoutMs,
        memoryMb: deps.memoryMb,
        signal: context.signal,
      }),
    context.signal,
  );
  context.readKeys.push(...segments.map((segment) => segment.key));
  return { ...named, columns, segments };
}

const describeRead = (
  { row }: OpenedConnection,
  { source }: ConnectionSource,
  plan: SourcePlan | undefined,
): PinnedTable['read'] => ({
  connection: row.name,
  source,
  columns: plan?.columns ?? null,
  filters: (plan?.filters ?? []).map(filterText),
  limit: plan?.limit ?? null,
});

function filterText(filter: RowFilter): string {
  if (filter.op === 'in')
    return `${filter.column} in (${filter.values.map((value) => JSON.stringify(value)).join(', ')})`;
  return `${filter.column} ${filter.op}${'value' in filter ? ` ${JSON.stringify(filter.value)}` : ''}`;
}

function explain(
  error: unknown,
  at: { source: ConnectionSource; context: StatementContext; isLate: boolean; timeoutMs: number },
): unknown {
  const { connection, position } = at.source;
  const about = `Connection '${connection.slice(0, 250)}':`;
  if (at.context.signal.aborted) return new EngineError('cancelled', 'The query was cancelled.');
  if (at.isLate)
    return new EngineError('limit', `${about} Reading took longer than the limit of ${at.timeoutMs / 1_000} s.`, {
      position,
    });
  if (error instanceof DriverFailure || error instanceof AppError)
    return new EngineError('sql', `${about} ${error.message}`, { position, cause: error });
  if (error instanceof EngineError && error.reason !== 'cancelled')
    return new EngineError(error.reason, `${about} ${error.message}`, { position, cause: error });
  return error;
}
