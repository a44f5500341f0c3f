import type { DuckDBConnection } from '@duckdb/node-api';
import { Refused } from './failures.ts';
import { quoteName, quoteText } from './session.ts';

// Imports JSON lines or a list of objects. Nested values stay JSON text. Dates become timestamps, as in CSV.

type Column = { name: string; type: string };

type JsonImport = {
  path: string;
  /** Whether the file is a list of objects. DuckDB would read a list after a byte order mark as a single value. */
  isList: boolean;
  columnsMax: number;
  write(query: string): Promise<void>;
};

export async function importJson(
  connection: DuckDBConnection,
  { path, isList, columnsMax, write }: JsonImport,
): Promise<void> {
  const opened = `${quoteText(path)}, format = '${isList ? 'array' : 'auto'}'`;
  const source = `read_json(${opened}, convert_strings_to_integers = false, sample_size = -1)`;
  const described = (await connection.runAndReadAll(`describe select * from ${source}`)).getRows();
  if (described.length > columnsMax)
    throw new Refused(`A table may have at most ${columnsMax} columns; this file has ${described.length}.`);
  const columns = described.map((row) => ({ name: String(row[0]), type: String(row[1]) }));
  const long = await findLongNumbers(connection, opened, columns);
  if (long.length === 0) return write(`select ${columns.map(plain).join(', ')} from ${source}`);
  const kept = columns.map(({ name, type }) => ({ name, type: long.includes(name) ? 'VARCHAR' : type }));
  await write(`select ${kept.map(plain).join(', ')} from ${readAs(opened, kept)}`).catch((cause: unknown) => {
    // With these columns given, DuckDB no longer detects date formats.
    if (!/Conversion|Invalid Input/i.test(String(cause))) throw cause;
    throw new Refused(
      `The column '${long[0]!.slice(0, 100)}' has integers that are too large. Put them in quotes and upload the file again.`,
    );
  });
}

/** Finds columns of integers with 17 or more digits that became doubles. They stay text to keep all digits. */
async function findLongNumbers(connection: DuckDBConnection, opened: string, columns: Column[]): Promise<string[]> {
  const doubtful = columns.filter(({ type }) => type.includes('DOUBLE')).map(({ name }) => name);
  if (doubtful.length === 0) return [];
  const tests = doubtful.map(
    (name) => `bool_or(regexp_matches(${quoteName(name)}, '(^|[\\[:,])-?[0-9]{17,}([\\],}]|$)'))`,
  );
  const texts = readAs(
    opened,
    doubtful.map((name) => ({ name, type: 'VARCHAR' })),
  );
  const flags = (await connection.runAndReadAll(`select ${tests.join(', ')} from ${texts}`)).getRows()[0]!;
  return doubtful.filter((_name, index) => flags[index] === true);
}

/** `opened`: path and format, as arguments for DuckDB. */
const readAs = (opened: string, columns: Column[]): string =>
  `read_json(${opened}, columns = {${columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`).join(', ')}})`;

function plain({ name, type }: Column): string {
  const column = quoteName(name);
  if (type === 'DATE') return `cast(${column} as timestamp) as ${column}`;
  if (/^(STRUCT|MAP|UNION|JSON)/.test(type) || type.endsWith(']'))
    return `cast(to_json(${column}) as varchar) as ${column}`;
  if (type === 'TIME' || type === 'UUID' || type === 'HUGEINT') return `cast(${column} as varchar) as ${column}`;
  return column;
}
