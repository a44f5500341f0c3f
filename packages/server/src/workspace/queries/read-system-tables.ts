import { errorTable } from '@errand/contract/errors.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { SourcePlan } from '../model/source-plan.ts';
import { SYSTEM_SCHEMA } from '../model/system-table.ts';
import { type PinnedTable, type Segment, segmentPrefix } from '../model/table.ts';
import type { Part } from '../sql/reader.ts';
import type { Statement } from '../sql/statements.ts';
import type { StatementContext, StatementDeps } from './statement-context.ts';

// Provides system tables for one statement. Rows of the database are streamed into a file that only this statement
// sees, files of the archive are linked as they are, and a view makes one table of both.

type Request = { statement: Statement; query: Part; tables: PinnedTable[] };

export async function readSystemTables(
  deps: StatementDeps,
  context: StatementContext,
  { statement, query, tables }: Request,
): Promise<PinnedTable[]> {
  const sources = deps.system.tables
    .map(({ name }) => name)
    .filter((name) => statement.names.has(name))
    .map((name) => `${SYSTEM_SCHEMA}.${name}`);
  if (sources.length === 0) return [];
  const describes = statement.action.kind === 'explain' && statement.action.as !== 'analyze';
  const plans = await planReads(deps, context, { query, sources, tables });
  const read: PinnedTable[] = [];
  for (const [at, source] of sources.entries()) {
    const plan = plans[at];
    // The name is only that of a column or an alias.
    if (!plan) continue;
    read.push(...(await readTable(deps, context, source, describes ? { ...plan, limit: 0 } : plan)));
  }
  return read;
}

async function planReads(
  deps: StatementDeps,
  { query: { orgId }, signal }: StatementContext,
  { query, sources, tables }: { query: Part; sources: string[]; tables: PinnedTable[] },
): Promise<(SourcePlan | null)[]> {
  const everything = { columns: null, filters: [], limit: null };
  if (/^\s*pivot\b/i.test(query.sql)) return sources.map(() => everything);
  const known = tables.map(({ name }) => name);
  const { plans = [] } = await deps.slots.use(
    orgId,
    () =>
      deps.engine.run({
        task: { kind: 'plan', query, known, sources },
        timeoutMs: deps.timeoutMs,
        memoryMb: deps.memoryMb,
        signal,
      }),
    signal,
  );
  return plans;
}

async function readTable(
  deps: StatementDeps,
  context: StatementContext,
  source: string,
  plan: SourcePlan,
): Promise<PinnedTable[]> {
  const { orgId } = context.query;
  const opened = await deps.system.open(orgId, source.slice(SYSTEM_SCHEMA.length + 1), plan);
  const named = { revision: 0, shape: 0 };
  const tables: PinnedTable[] = [];
  // Two tables of one statement may read the same kind of rows, each with its own columns.
  let { view } = opened;
  for (const { name, columns, files, lines } of opened.rows) {
    await refuseDamaged(deps, files);
    const own = `${name} of ${source}`;
    const key = `${segmentPrefix(orgId)}/${newId()}.read`;
    context.readKeys.push(key);
    const { size } = await deps.storage.put(key, untilAborted(lines, context.signal));
    const segments = size === 0 ? [] : [{ key, rows: 0, bytes: size }];
    tables.push({ ...named, id: newId(), name: `${own} live`, columns, segments, format: 'json-lines' });
    tables.push({
      ...named,
      id: newId(),
      name: `${own} files`,
      columns,
      segments: files,
      format: 'archive',
      uncached: true,
    });
    view = view.replaceAll(`"${name} live"`, `"${own} live"`).replaceAll(`"${name} files"`, `"${own} files"`);
  }
  return [...tables, { ...named, id: newId(), name: source, columns: opened.columns, segments: [], view }];
}

/** Refuses missing or truncated archive files: a result must not silently lack rows. DuckDB reports other damage. */
async function refuseDamaged({ storage }: StatementDeps, files: Segment[]): Promise<void> {
  for (const { key, bytes } of files) {
    const head = await storage.head(key);
    if (head?.size === bytes) continue;
    const { title, remedy } = errorTable.archive_damaged;
    const cause = new Error(`${key} ${head === undefined ? 'is not in storage' : 'has another size'}`);
    throw new AppError('archive_damaged', { detail: `${title} ${remedy}`, cause });
  }
}

async function* untilAborted(lines: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of lines) {
    signal.throwIfAborted();
    yield piece;
  }
}
