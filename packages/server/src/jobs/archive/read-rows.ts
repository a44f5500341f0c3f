import type { Db } from '#platform/db.ts';
import { type ArchiveColumn, checkInDatabase } from './columns.ts';
import { ROW_CHARACTERS_MAX } from './model.ts';
import type { FileSource } from './tables.ts';

// Reads rows of PostgreSQL as lines of CSV. Every value is quoted, and null is empty.

/** A row that is too long for a file. Its job stays in the tables. */
export class OversizeRow extends Error {
  readonly id: string;
  constructor(id: string) {
    super(`a row of ${id} has more than ${ROW_CHARACTERS_MAX} characters`);
    this.id = id;
  }
}

/** Ids per statement. Only the rows of these ids are in memory at once. */
const IDS_AT_ONCE = 200;

export async function* readLines(
  db: Db,
  source: FileSource,
  columns: ArchiveColumn[],
  ids: string[],
): AsyncGenerator<Uint8Array> {
  const items = columns.map(({ text, name }) => `${text} as "${name}"`).join(', ');
  const statement = `select ${items} from ${source.from} where ${source.key} = any($1::uuid[])${source.condition} order by ${source.order}`;
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const rows = await db.query<Record<string, string | null>>(statement, [ids.slice(at, at + IDS_AT_ONCE)]);
    if (rows.length > 0) yield Buffer.from(rows.map((row) => storedLine(row, columns, source.keyName)).join(''));
  }
}

export function toCsvLine(row: Record<string, string | null>, columns: Pick<ArchiveColumn, 'name'>[]): string {
  let line = '';
  for (const [at, { name }] of columns.entries()) {
    const value = row[name] ?? null;
    if (at > 0) line += ',';
    if (value !== null) line += `"${value.includes('"') ? value.replaceAll('"', '""') : value}"`;
  }
  return `${line}\n`;
}

function storedLine(row: Record<string, string | null>, columns: ArchiveColumn[], keyName: string): string {
  const line = toCsvLine(row, columns);
  if (line.length > ROW_CHARACTERS_MAX) throw new OversizeRow(row[keyName]!);
  return line;
}

/** Counts rows in the tables and computes the same checksums as `checkFiles`. */
export async function checkTables(
  db: Db,
  { from, key, rowId, condition }: FileSource,
  columns: ArchiveColumn[],
  ids: string[],
): Promise<{ rows: number; checks: Record<string, string> }> {
  const items = columns.map((column) => `${checkInDatabase(rowId[0], column)} as "${column.name}"`);
  const sums = new Map<string, bigint>(columns.map(({ name }) => [name, 0n]));
  let rows = 0;
  for (let at = 0; at < ids.length; at += IDS_CHECKED) {
    const [found] = await db.query<Record<string, string> & { row_count: number }>(
      `select count(*)::int as row_count, ${items.join(', ')} from ${from} where ${key} = any($1::uuid[])${condition}`,
      [ids.slice(at, at + IDS_CHECKED)],
    );
    rows += found!.row_count;
    for (const [name, sum] of sums) sums.set(name, sum + BigInt(found![name]!));
  }
  return { rows, checks: Object.fromEntries([...sums].map(([name, sum]) => [name, String(sum)])) };
}

/** Ids per statement: a second or two of work, far below the statement timeout. */
const IDS_CHECKED = 1_000;
