import type { DuckDBConnection } from '@duckdb/node-api';
import { type CsvHead, readCsvHead } from './csv-head.ts';
import { refuseNul, toUtf8, uniteLineEnds } from './csv-text.ts';
import { Refused } from './failures.ts';
import { quoteName, quoteText } from './session.ts';

// A CSV file as rows with types. DuckDB looks at its first rows once, and then reads all of it with what it has found.

type CsvImport = {
  path: string;
  /** Its first bytes. */
  head: Buffer;
  withHeaders: boolean;
  columnsMax: number;
  /** Known, where the file was made here. */
  delimiter?: string;
  /** Takes the rows of a query; another attempt replaces those before. */
  write(query: string): Promise<void>;
};

export async function importCsv(connection: DuckDBConnection, source: CsvImport): Promise<void> {
  const { withHeaders, write } = source;
  const head = readCsvHead(source.head, source);
  const path = head.encoding === 'utf-8' ? source.path : UTF8;
  if (head.encoding !== 'utf-8') await toUtf8(source.path, UTF8, head.encoding);
  const writeFrom = (from: string): Promise<void> => writeCsv(connection, readDialect(from, head, withHeaders), write);
  // Side by side with the import itself; whichever fails first tells why.
  const checked = refuseNul(path);
  await Promise.all([checked, writeFrom(path)]).catch(async (error: unknown) => {
    // A NUL byte explains whatever else seems to be wrong.
    await checked;
    if (!(await uniteLineEnds(path, UNITED))) throw error;
    await writeFrom(UNITED);
  });
}

const UTF8 = 'tmp/utf8.csv';
const UNITED = 'tmp/united.csv';

/** What is known of a file before DuckDB has looked at it. */
type Dialect = Pick<CsvHead, 'names' | 'hasLongNumbers'> & {
  /** Arguments for DuckDB. */
  options: string;
};

function readDialect(path: string, head: CsvHead, withHeaders: boolean): Dialect {
  const options = [
    quoteText(path),
    `delim = ${quoteText(head.delimiter)}`,
    `quote = '"', escape = '"', comment = '', header = ${withHeaders}, skip = ${head.skip}, null_padding = false, ignore_errors = false`,
    `buffer_size = ${BUFFER_BYTES}`,
  ];
  return { options: options.join(', '), names: head.names, hasLongNumbers: head.hasLongNumbers };
}

/** Four of the longest lines. DuckDB takes 32 MB for each, which a process that has just begun first has to get. */
const BUFFER_BYTES = 8 * 1024 * 1024;
const SAMPLE_ROWS = 20_480;
const ALL_ROWS = -1;

async function writeCsv(connection: DuckDBConnection, dialect: Dialect, write: CsvImport['write']): Promise<void> {
  const sample = await look(connection, dialect, SAMPLE_ROWS).catch(() => undefined);
  try {
    if (sample !== undefined) return await write(readChecked(dialect, sample));
  } catch (error) {
    if (!isConversion(error)) throw csvError(error);
  }
  try {
    // Without types, reading it as text tells in which line the trouble is. Else a later value does not fit the type that
    // the first ones have: look at all of them.
    const found =
      sample === undefined
        ? { columns: dialect.names.map((name) => ({ name, type: 'VARCHAR' })), formats: '' }
        : await look(connection, { ...dialect, hasLongNumbers: true }, ALL_ROWS);
    await write(`select ${found.columns.map(columnItem).join(', ')} from ${read(dialect, found)}`);
  } catch (error) {
    throw csvError(error);
  }
}

type Found = {
  columns: { name: string; type: string }[];
  /** Arguments for DuckDB: how lines end, how moments are written. */
  formats: string;
};

/** Moments with Z or an offset. Read as plain ones, DuckDB would drop the offset without a word. */
const ZONED = 'TIMESTAMP WITH TIME ZONE';
const CANDIDATES = `auto_type_candidates = ['BOOLEAN', 'BIGINT', 'DOUBLE', 'TIMESTAMP', '${ZONED}', 'VARCHAR']`;

/** What DuckDB finds in the first rows, or in all. */
async function look(connection: DuckDBConnection, dialect: Dialect, rows: number): Promise<Found> {
  const named = `${dialect.options}, names = [${dialect.names.map(quoteText).join(', ')}]`;
  const sniffed = await connection.runAndReadAll(
    `select unnest(Columns, recursive := true), NewLineDelimiter, DateFormat, TimestampFormat
      from sniff_csv(${named}, ${CANDIDATES}, sample_size = ${rows})`,
  );
  const found = sniffed.getRowObjects() as Record<string, string | null>[];
  const columns = found.map(({ name, type }) => ({ name: name!, type: type! }));
  const { NewLineDelimiter: newLine, DateFormat: dates, TimestampFormat: moments } = found[0]!;
  const formats = [
    ...(newLine ? [`, new_line = ${quoteText(newLine)}`] : []),
    ...(dates ? [`, dateformat = ${quoteText(dates)}`] : []),
    ...(moments ? [`, timestampformat = ${quoteText(moments)}`] : []),
  ].join('');
  if (dialect.hasLongNumbers) {
    const long = await findOddNumbers(connection, named, columns, rows).catch((): string[] => []);
    for (const column of columns) if (long.includes(column.name)) column.type = 'VARCHAR';
  }
  return { columns, formats };
}

/**
 * Integers beyond 64 bits (card numbers, other systems' ids) would become fractions, and 0x1F, -007 and +49 other integers
 * than they are written as: those columns stay text.
 */
async function findOddNumbers(
  connection: DuckDBConnection,
  named: string,
  columns: Found['columns'],
  rows: number,
): Promise<string[]> {
  const numbers = columns.filter(({ type }) => type in ODD);
  if (numbers.length === 0) return [];
  const tests = numbers.map(({ name, type }) => `bool_or(regexp_full_match(trim(${quoteName(name)}), '${ODD[type]}'))`);
  const limit = rows === ALL_ROWS ? '' : ` limit ${rows}`;
  const found = await connection.runAndReadAll(
    `select ${tests.join(', ')} from (select * from read_csv(${named}, all_varchar = true)${limit})`,
  );
  const flags = found.getRows()[0]!;
  return numbers.map(({ name }) => name).filter((_name, index) => flags[index] === true);
}

const ODD: Record<string, string> = { DOUBLE: '[-+]?[0-9]{17,}', BIGINT: '-?0[0-9a-zA-Z].*|[+].*' };

const read = ({ options }: Dialect, { columns, formats }: Found): string =>
  `read_csv(${options}, auto_detect = false${formats}, columns = {${columns.map(({ name, type }) => `${quoteText(name)}: '${type}'`).join(', ')}})`;

/** Tables have moments in UTC, without a zone. */
const columnItem = ({ name, type }: Found['columns'][number]): string =>
  type === ZONED ? `make_timestamp(epoch_us(${quoteName(name)})) as ${quoteName(name)}` : quoteName(name);

/**
 * The file with types as its first rows have them. DuckDB would round a later 1.5 in a column of integers, and make 7 of
 * 007: such values are no integers here, and fail like any other that does not fit.
 */
function readChecked(dialect: Dialect, { columns, formats }: Found): string {
  const items = columns.map(({ name, type }) => {
    const column = quoteName(name);
    if (type !== 'BIGINT') return columnItem({ name, type });
    // What begins with 0 (007, 0x1F), with + or -0 and goes on stands between two texts; this is cheaper than looking at it.
    const between = (from: string, to: string): string => `(${column} > '${from}' and ${column} < '${to}')`;
    const isOther = `contains(${column}, '.') or ${between('0', '1')} or ${between('+', '-1')}`;
    return `cast(case when ${isOther} then 'no integer' else ${column} end as bigint) as ${column}`;
  });
  const asTexts = columns.map(({ name, type }) => ({ name, type: type === 'BIGINT' ? 'VARCHAR' : type }));
  return `select ${items.join(', ')} from ${read(dialect, { columns: asTexts, formats })}`;
}

const isConversion = (error: unknown): boolean =>
  /onvert|type|Conversion/.test(String(error)) && !/unicode/i.test(String(error));

/** DuckDB explains a bad line with many options of its own; ours need the line and the reason. */
function csvError(error: unknown): unknown {
  const text = String((error as Error).message ?? error).replaceAll('\\n', '\n');
  const line = /CSV Error on Line: (\d+)/.exec(text)?.[1];
  if (/unicode|utf-8 encoded/i.test(text)) {
    return new Refused(
      `${line ? `Line ${line}: ` : ''}the file is not valid UTF-8. Save it as UTF-8 and upload it again.`,
    );
  }
  const columns = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(text);
  if (columns) return new Refused(`Line ${line}: ${columns[2]} values where ${columns[1]} are expected.`);
  if (/unterminated quote|quoted value|quote should be followed/i.test(text))
    return new Refused(`Line ${line ?? '?'}: a quoted value does not end as it should.`);
  if (/reached an invalid state|Error when sniffing/.test(text))
    return new Refused('A quote or the end of a line is out of place.');
  if (/Maximum line size/i.test(text) && line !== undefined)
    return new Refused(`Line ${line ?? '?'}: longer than 2 MB.`);
  return line === undefined ? error : new Refused(`Line ${line}: it does not fit the rest of the file.`);
}
