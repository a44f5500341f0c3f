import type { Database, Db } from '#platform/db.ts';
import { type ArchiveColumn, listColumns } from './columns.ts';
import type { Part } from './model.ts';
import { type ParquetDeps, readNamed } from './parquet.ts';
import { quoteIds } from './quote-ids.ts';
import { listPartsOf } from './store.ts';
import { RESULT, TABLES } from './tables.ts';

// Reads the rows of archived jobs as the tables had them.

export type TableName = keyof typeof TABLES;
/** Rows of each table as the text of a JSON array. */
export type ArchivedRows = Record<TableName, string> & {
  ids: string[];
  /** Columns that both the files and the tables have. */
  columns: Record<TableName, string[]>;
};

export type ReadDeps = ParquetDeps & { database: Database };

const ALL = Object.keys(TABLES) as TableName[];

/** Reads those of the jobs that are archived, with all or some of their tables. */
export async function readArchived(
  deps: ReadDeps,
  orgId: string,
  jobIds: string[],
  tables: TableName[] = ALL,
): Promise<ArchivedRows | undefined> {
  const db = deps.database.tenant(orgId);
  const found: Rows = new Map();
  for (const part of await listPartsOf(db, orgId, jobIds)) await readInto(deps, part, jobIds, tables, found);
  return toArchivedRows(db, found);
}

export async function readOfPart(deps: ReadDeps, part: Part, jobIds: string[]): Promise<ArchivedRows | undefined> {
  const found: Rows = new Map();
  await readInto(deps, part, jobIds, ALL, found);
  return toArchivedRows(deps.database.system, found);
}

export type Row = Record<string, unknown>;
export type Rows = Map<TableName, Row[]>;

export async function readInto(
  deps: ReadDeps,
  part: Part,
  jobIds: string[],
  tables: TableName[],
  into: Rows,
): Promise<void> {
  const names = new Set<string>(tables.map((table) => TABLES[table]));
  const files = part.files.filter(({ name }) => names.has(name));
  const ids = quoteIds(jobIds);
  const found = await readNamed<Row>(
    deps,
    Object.fromEntries(files.map(({ name, key }) => [name, { key }])),
    files.map(({ name }) => ({
      name,
      sql: `${WHOLE} from ${name} where ${name === 'jobs' ? 'id' : 'job_id'} in (${ids})`,
    })),
  );
  addRows(found, tables, into);
}

/** Selects all columns as text, so that no digit of a number is lost. */
export const WHOLE = 'select columns(*)::varchar';

export function addRows(found: { name: string; row: Row }[], tables: TableName[], into: Rows): void {
  for (const table of tables) {
    const own = found.filter(({ name }) => name === TABLES[table]).map(({ row }) => ofTable(row, table));
    into.set(table, [...(into.get(table) ?? []), ...own]);
  }
}

/** Picks the columns of a table, because the file of jobs has the columns of two tables. */
function ofTable(row: Row, table: TableName): Row {
  if (table !== 'jobs' && table !== 'job_results') return row;
  const isResult = (name: string): boolean => name.startsWith(RESULT);
  const entries = Object.entries(row).filter(([name]) => isResult(name) === (table === 'job_results'));
  return Object.fromEntries(entries.map(([name, value]) => [isResult(name) ? name.slice(RESULT.length) : name, value]));
}

export async function toArchivedRows(db: Db, found: Rows): Promise<ArchivedRows | undefined> {
  const jobs = found.get('jobs') ?? [];
  if (jobs.length === 0) return undefined;
  const texts = new Map<TableName, string>();
  const columns = new Map<TableName, string[]>();
  for (const table of ALL) {
    const rows = found.get(table) ?? [];
    const known = await listColumns(db, table, 't');
    texts.set(table, toJson(known, rows));
    columns.set(
      table,
      known.map(({ name }) => name).filter((name) => rows[0] !== undefined && name in rows[0]),
    );
  }
  return {
    ...(Object.fromEntries(texts) as Record<TableName, string>),
    columns: Object.fromEntries(columns) as Record<TableName, string[]>,
    ids: jobs.map(({ id }) => String(id)),
  };
}

/** Renders rows as JSON for PostgreSQL. Values of JSON columns are embedded as JSON, not as text. */
function toJson(columns: ArchiveColumn[], rows: Row[]): string {
  const isJson = new Set(columns.filter((column) => column.isJson).map(({ name }) => name));
  const isMoment = new Set(columns.filter(({ type }) => type === 'TIMESTAMP').map(({ name }) => name));
  const jsonOf = (name: string, value: unknown): string => {
    if (value === null) return 'null';
    if (isJson.has(name)) return String(value);
    return JSON.stringify(isMoment.has(name) ? `${String(value)}+00` : value);
  };
  const members = (row: Row): string =>
    Object.entries(row)
      .map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(name, value)}`)
      .join();
  return `[${rows.map((row) => `{${members(row)}}`).join()}]`;
}
