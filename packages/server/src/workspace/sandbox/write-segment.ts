import type { DuckDBConnection } from '@duckdb/node-api';
import type { Column } from '../model/table.ts';
import { Refused } from './failures.ts';
import type { TaskAnswer } from './protocol.ts';
import { describeFile, quoteName } from './session.ts';

/** No table of an organization can have this name. */
const TARGET = '"errand target"';

/**
 * Writes the rows of a query as a Parquet segment. With `target` they go through a table of those columns first, so
 * that they are converted or refused as by an INSERT.
 */
export async function writeSegment(
  connection: DuckDBConnection,
  /** Returns the query with another text before it. */
  behind: (prefix: string) => string,
  options: { target?: Column[]; insertColumns?: string[] | undefined; byName?: boolean; columnsMax: number },
): Promise<TaskAnswer> {
  const { target } = options;
  if (target) {
    const columns = target.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
    await connection.run(`create temp table ${TARGET} (${columns})`);
    const into = options.insertColumns ? ` (${options.insertColumns.map(quoteName).join(', ')})` : '';
    await connection.run(behind(`insert into ${TARGET}${into} ${options.byName ? 'by name ' : ''}`));
  }
  const from = (prefix: string): string => (target ? `${prefix}select * from ${TARGET}` : behind(prefix));
  const described = (await connection.runAndReadAll(from('describe '))).getRows();
  if (described.length > options.columnsMax) {
    throw new Refused(
      `A table may have at most ${options.columnsMax} columns; this one would have ${described.length}.`,
    );
  }
  const names = described.map((row) => String(row[0]));
  const twice = names.find(
    (name, index) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) !== index,
  );
  if (twice !== undefined) throw new Refused(`Two columns are named '${twice}'. Rename one of them with AS.`);
  const converted = described.map((row) => storable(String(row[0]), String(row[1])));
  await connection.run(
    `${from(`copy (select ${converted.join(', ')} from (`)}\n) rows) to 'out/segment.parquet' (format parquet)`,
  );
  const { columns, rows } = await describeFile(connection, 'out/segment.parquet');
  return {
    // An interval is stored as text, but the table reads it as an interval again.
    columns: columns.map((column, at) => (described[at]![1] === 'INTERVAL' ? { ...column, type: 'INTERVAL' } : column)),
    rows,
    file: 'segment.parquet',
    truncated: false,
    offsets: [],
  };
}

/** A structure without names, STRUCT(INTEGER, VARCHAR): its type cannot be written in SQL. */
const UNNAMED = /STRUCT\([^\s,()[\]"]+[,)([]/;
const QUOTED = `"(?:[^"]|"")*"|'(?:[^']|'')*'`;
/** Matches a type, but not the name of a member, which is followed by a type. */
const NESTED = new RegExp(`${QUOTED}|\\b(?:U?HUGEINT|INTERVAL)(?=[,)[]|$)`, 'g');

/**
 * Casts a column to a type that Parquet has. Otherwise 128-bit integers would lose digits, intervals would lose
 * microseconds, and some types could not be written at all.
 */
export function storable(name: string, type: string, as = name): string {
  const [column, target] = [quoteName(name), quoteName(as)];
  const stored = storedType(type);
  if (stored === type) return `${column} as ${target}`;
  // Cast it back first, so that a bad value fails here: text that is no longer an interval would make the table
  // unreadable.
  const value = type === 'INTERVAL' ? `cast(cast(${column} as varchar) as interval)` : column;
  return `cast(${value} as ${stored}) as ${target}`;
}

function storedType(type: string): string {
  if (/^(UNION|BIT$|VARIANT|ENUM\(.*\)$|"NULL")/s.test(type) || UNNAMED.test(type)) return 'VARCHAR';
  return type.replace(NESTED, (word) => instead[word] ?? word);
}

const instead: Record<string, string> = { HUGEINT: 'DECIMAL(38, 0)', UHUGEINT: 'DECIMAL(38, 0)', INTERVAL: 'VARCHAR' };
