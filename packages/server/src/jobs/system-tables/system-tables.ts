import type { Database, Db } from '#platform/db.ts';
import type { SourcePlan } from '#workspace/model/source-plan.ts';
import type { OpenedSystemTable, SystemRows, SystemTables } from '#workspace/model/system-table.ts';
import type { Column, Segment } from '#workspace/model/table.ts';
import { toFileColumns } from '../archive/columns.ts';
import type { Part } from '../archive/model.ts';
import { listParts } from '../archive/store.ts';
import { type Bounds, readBounds } from './bounds.ts';
import { type ColumnDefinition, definitions, type RowKind, type TableDefinition } from './definitions.ts';
import { listRowColumns, readLiveRows } from './live-rows.ts';

// System tables such as `errand.jobs` in SQL queries: streamed rows of the database, together with the archive's files.

export function createSystemTables({ database, bytesMax }: { database: Database; bytesMax: number }): SystemTables {
  return {
    tables: definitions.map(({ name, description, columns }) => ({
      name,
      description,
      columns: columns.map((column) => ({ ...toColumn(column), description: column.description })),
    })),
    open: (orgId, name, plan) =>
      openTable(database.tenant(orgId), orgId, {
        table: definitions.find((one) => one.name === name)!,
        plan,
        bytesMax,
      }),
  };
}

const toColumn = ({ name, type }: ColumnDefinition): Column => ({ name, type, nullable: true });

type Request = { table: TableDefinition; plan: SourcePlan; bytesMax: number };

async function openTable(db: Db, orgId: string, { table, plan, bytesMax }: Request): Promise<OpenedSystemTable> {
  const wanted = chooseColumns(table, plan);
  const needs = new Set([...table.needs, ...wanted.flatMap((column) => column.needs)]);
  const idColumn = ['jobs', 'deliveries'].includes(table.name) ? 'id' : 'job_id';
  const bounds = readBounds(plan.filters, { idColumn });
  const rows: SystemRows[] = [];
  for (const kind of table.kinds) rows.push(await openRows(db, orgId, { kind, needs, bounds, table, plan, bytesMax }));
  const from = table.kinds.reduce((text, kind) => text.replaceAll(`$${kind}`, `(${both(kind)})`), table.from);
  const items = wanted.map(({ name, sql }) => `${sql} as "${name}"`);
  return { rows, view: `select ${items.join(', ')} from ${from}`, columns: wanted.map(toColumn) };
}

/** Returns the columns that the query mentions, or one column for queries such as a count. */
function chooseColumns({ columns }: TableDefinition, plan: SourcePlan): ColumnDefinition[] {
  const names = plan.columns?.map((name) => name.toLowerCase());
  const chosen = columns.filter(({ name }) => names === undefined || names.includes(name));
  return chosen.length === 0 ? columns.slice(0, 1) : chosen;
}

const nameOf = (kind: RowKind): string => `errand ${kind}`;

const both = (kind: RowKind): string =>
  `select *, false as archived from "${nameOf(kind)} live" union all by name select *, true as archived from "${nameOf(kind)} files"`;

async function openRows(
  db: Db,
  orgId: string,
  request: Request & { kind: RowKind; needs: Set<string>; bounds: Bounds },
): Promise<SystemRows> {
  const { kind, needs, bounds, table, plan, bytesMax } = request;
  const all = await listRowColumns(db, kind);
  const needed = all.filter(({ name }) => needs.has(`${kind}.${name}`));
  const columns = needed.length === 0 ? all.slice(0, 1) : needed;
  // Only then is each row of the table one row of the database, so that the limit can be applied here.
  const isPlain = table.name === kind && kind !== 'steps';
  const rowsMax = isPlain && bounds.isComplete ? plan.limit : null;
  return {
    name: nameOf(kind),
    columns: toFileColumns(columns),
    files: plan.limit === 0 ? [] : await listFiles(db, orgId, kind, bounds),
    lines: plan.limit === 0 ? noRows() : readLiveRows(db, orgId, { kind, columns, bounds, rowsMax, bytesMax }),
  };
}

async function* noRows(): AsyncGenerator<Uint8Array> {}

/** Lists the files of parts that may have rows within the bounds. */
async function listFiles(db: Db, orgId: string, kind: RowKind, bounds: Bounds): Promise<Segment[]> {
  const parts = await listParts(db, orgId, kind === 'deliveries' ? 'deliveries' : 'jobs');
  return parts
    .filter((part) => mayHave(part, bounds))
    .flatMap(({ files }) => files.filter(({ name }) => name === kind))
    .map(({ key, rows, bytes }) => ({ key, rows, bytes }));
}

function mayHave(part: Part, { from, to, agentIds }: Bounds): boolean {
  if (from !== undefined && part.lastId < from) return false;
  if (to !== undefined && part.firstId > to) return false;
  return part.kind === 'deliveries' || agentIds === undefined || agentIds.some((id) => part.agents[id] !== undefined);
}
