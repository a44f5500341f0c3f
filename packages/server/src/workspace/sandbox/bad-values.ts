import type { DuckDBConnection } from '@duckdb/node-api';
import type { BadColumn, Rejected } from '../model/import-report.ts';
import { quoteName, quoteText } from './session.ts';

// Finds the values of a CSV file that do not fit the type of their column. The first rows suggest the types; a few
// values far below must not turn a column into text without a word.

type Column = { name: string; type: string };

export type Suspect = BadColumn & { expression: string };

const EXAMPLES_MAX = 3;
/** More rows than people repair by hand, and little enough to keep beside the upload. */
export const REJECTED_ROWS_MAX = 10_000;
const REJECTED_CHARACTERS_MAX = 4_000_000;

/** The value of a text as this type, or null if it is none. */
function typedValue({ name, type }: Column, timestampFormat: string | undefined): string {
  const text = quoteName(name);
  if (type === 'TIMESTAMP' && timestampFormat)
    return `coalesce(try_strptime(${text}, ${quoteText(timestampFormat)}), try_cast(${text} as timestamp))`;
  if (type === 'TIMESTAMP WITH TIME ZONE')
    return `make_timestamp(epoch_us(try_cast(${text} as timestamp with time zone)))`;
  // A cast would round 1.5 to 2.
  if (type === 'BIGINT') return `case when contains(${text}, '.') then null else try_cast(${text} as bigint) end`;
  return `try_cast(${text} as ${type})`;
}

/** `source` has every value as text. `sampled`: types of the first rows; `found`: types that fit all rows. */
export async function findBadValues(
  connection: DuckDBConnection,
  source: string,
  { sampled, found, timestampFormat }: { sampled: Column[]; found: Column[]; timestampFormat: string | undefined },
): Promise<Suspect[]> {
  const isText = new Set(found.filter(({ type }) => type === 'VARCHAR').map(({ name }) => name));
  const candidates = sampled.filter(({ name, type }) => type !== 'VARCHAR' && isText.has(name));
  if (candidates.length === 0) return [];
  // Decimals below integers are not bad: the column has decimals.
  const tried = candidates.flatMap(({ name, type }) =>
    (type === 'BIGINT' ? ['BIGINT', 'DOUBLE'] : [type]).map((one) => ({ name, type: one })),
  );
  const expressions = tried.map((column) => typedValue(column, timestampFormat));
  const counts = await connection.runAndReadAll(
    `select ${expressions
      .map((value, index) => `count(*) filter (${quoteName(tried[index]!.name)} is not null and (${value}) is null)`)
      .join(', ')} from ${source}`,
  );
  const bad = counts.getRows()[0]!.map(Number);
  const suspects: Suspect[] = [];
  for (const { name } of candidates) {
    const options = tried.flatMap((column, index) => (column.name === name ? [{ column, index }] : []));
    const best = options.reduce((one, other) => (bad[other.index]! < bad[one.index]! ? other : one));
    if (bad[best.index] === 0) continue;
    const expression = expressions[best.index]!;
    suspects.push({
      column: name,
      type: best.column.type === 'TIMESTAMP WITH TIME ZONE' ? 'TIMESTAMP' : best.column.type,
      bad_values: bad[best.index]!,
      examples: await findExamples(connection, source, name, expression),
      expression,
    });
  }
  return suspects;
}

async function findExamples(
  connection: DuckDBConnection,
  source: string,
  name: string,
  expression: string,
): Promise<BadColumn['examples']> {
  const text = quoteName(name);
  const rows = await connection.runAndReadAll(
    `select "errand row", left(${text}, 100) from (select *, row_number() over () as "errand row" from ${source})
      where ${text} is not null and (${expression}) is null order by 1 limit ${EXAMPLES_MAX}`,
  );
  return rows.getRows().map(([row, value]) => ({ row: Number(row), value: String(value) }));
}

/** Whether a row has a value that does not fit. */
export const isBadRow = (suspects: readonly Suspect[]): string =>
  suspects
    .map(({ column, expression }) => `(${quoteName(column)} is not null and (${expression}) is null)`)
    .join(' or ');

/** Writes the bad rows as CSV, each with its number and the columns that do not fit. Undefined: they are too many. */
export async function writeRejects(
  connection: DuckDBConnection,
  source: string,
  names: readonly string[],
  suspects: readonly Suspect[],
): Promise<Rejected | undefined> {
  const reasons = suspects.map(
    ({ column, expression }) =>
      `case when ${quoteName(column)} is not null and (${expression}) is null then ${quoteText(column)} end`,
  );
  const read = await connection.runAndReadAll(
    `select "errand row", concat_ws(' ', ${reasons.join(', ')}), ${names.map(quoteName).join(', ')}
      from (select *, row_number() over () as "errand row" from ${source})
      where ${isBadRow(suspects)} order by 1 limit ${REJECTED_ROWS_MAX + 1}`,
  );
  const rows = read.getRows();
  if (rows.length > REJECTED_ROWS_MAX) return undefined;
  const cell = (value: unknown): string => {
    const text = value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csv = [['row', 'does_not_fit', ...names], ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  return csv.length > REJECTED_CHARACTERS_MAX ? undefined : { rows: rows.length, csv };
}
