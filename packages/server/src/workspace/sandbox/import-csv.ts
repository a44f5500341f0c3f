import type { DuckDBConnection } from '@duckdb/node-api';
import { type BadColumn, type BadRowMode, describeBadColumns, type ImportReport } from '../model/import-report.ts';
import { findBadValues, isBadRow, REJECTED_ROWS_MAX, type Suspect, writeRejects } from './bad-values.ts';
import { type CsvHead, readCsvHead } from './csv-head.ts';
import { refuseNul, toUtf8, uniteLineEnds } from './csv-text.ts';
import { Refused } from './failures.ts';
import { quoteName, quoteText } from './session.ts';

// Imports a CSV file as typed rows. DuckDB samples the first rows, then reads the whole file with the options it found.

type CsvImport = {
  path: string;
  /** Its first bytes. */
  head: Buffer;
  withHeaders: boolean;
  columnsMax: number;
  /** What happens to rows that do not fit. */
  onBadRows: BadRowMode;
  /** Known when the file was generated here. */
  delimiter?: string;
  /** Consumes the rows of a query; another attempt replaces earlier rows. */
  write(query: string): Promise<void>;
};

export async function importCsv(connection: DuckDBConnection, source: CsvImport): Promise<ImportReport> {
  const { withHeaders, write, onBadRows } = source;
  const head = readCsvHead(source.head, source);
  const path = head.encoding === 'utf-8' ? source.path : UTF8;
  if (head.encoding !== 'utf-8') await toUtf8(source.path, UTF8, head.encoding);
  const writeFrom = (from: string): Promise<ImportReport> =>
    writeCsv(connection, readDialect(from, head, withHeaders), { write, onBadRows });
  // In parallel with the import; the first failure gives the reason.
  const checked = refuseNul(path);
  const [, report] = await Promise.all([checked, writeFrom(path)]).catch(async (error: unknown) => {
    // A NUL byte explains any other error.
    await checked;
    if (error instanceof Refused && error.reason === 'bad_rows') throw error;
    if (!(await uniteLineEnds(path, UNITED))) throw error;
    return [undefined, await writeFrom(UNITED)] as const;
  });
  return report;
}

const UTF8 = 'tmp/utf8.csv';
const UNITED = 'tmp/united.csv';

/** The options known before DuckDB has sampled the file. */
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

/** Holds four of the longest lines. DuckDB's default is 32 MB per buffer, which a new process allocates slowly. */
const BUFFER_BYTES = 8 * 1024 * 1024;
const SAMPLE_ROWS = 20_480;
const ALL_ROWS = -1;

async function writeCsv(
  connection: DuckDBConnection,
  dialect: Dialect,
  { write, onBadRows }: Pick<CsvImport, 'write' | 'onBadRows'>,
): Promise<ImportReport> {
  const sample = await look(connection, dialect, SAMPLE_ROWS).catch(() => undefined);
  try {
    if (sample !== undefined) {
      await write(readChecked(dialect, sample));
      return { bad_columns: [] };
    }
  } catch (error) {
    if (!isConversion(error)) throw csvError(error);
  }
  try {
    // If sampling failed, reading the file as text shows which line is wrong. Otherwise a later value does not fit the
    // type of the first ones, so sample all rows.
    const found =
      sample === undefined
        ? { columns: dialect.names.map((name) => ({ name, type: 'VARCHAR' })), formats: '' }
        : await look(connection, { ...dialect, hasLongNumbers: true }, ALL_ROWS);
    const bad = sample === undefined ? [] : await findSuspects(connection, dialect, { sample, found });
    if (bad.length > 0 && onBadRows === 'stop') throw new Refused(describeBadColumns(bad), undefined, 'bad_rows');
    if (bad.length > 0 && onBadRows === 'reject') return await writeFitting(connection, dialect, { found, bad, write });
    await write(`select ${found.columns.map(columnItem).join(', ')} from ${read(dialect, found)}`);
    return { bad_columns: bad.map(withoutExpression) };
  } catch (error) {
    throw csvError(error);
  }
}

const withoutExpression = ({ expression: _, ...column }: Suspect): BadColumn => column;

/** Every value as text. */
const readTexts = (dialect: Dialect, { columns, formats }: Found): string =>
  read(dialect, { columns: columns.map(({ name }) => ({ name, type: 'VARCHAR' })), formats });

const findSuspects = (
  connection: DuckDBConnection,
  dialect: Dialect,
  { sample, found }: { sample: Found; found: Found },
): Promise<Suspect[]> =>
  findBadValues(connection, readTexts(dialect, found), {
    sampled: sample.columns,
    found: found.columns,
    timestampFormat: sample.timestampFormat,
  });

/** Imports the rows that fit, with the types that the columns have without the others, and keeps the others. */
async function writeFitting(
  connection: DuckDBConnection,
  dialect: Dialect,
  { found, bad, write }: { found: Found; bad: Suspect[]; write: CsvImport['write'] },
): Promise<ImportReport> {
  const names = found.columns.map(({ name }) => name);
  const rejected = await writeRejects(connection, readTexts(dialect, found), names, bad);
  if (rejected === undefined)
    throw new Refused(
      `More than ${REJECTED_ROWS_MAX.toLocaleString('en')} rows do not fit, too many to reject. Import their columns as text, or repair the file. ${describeBadColumns(bad)}`,
      undefined,
      'bad_rows',
    );
  const items = found.columns.map((column) => {
    const suspect = bad.find((one) => one.column === column.name);
    return suspect === undefined ? columnItem(column) : `${suspect.expression} as ${quoteName(column.name)}`;
  });
  await write(`select ${items.join(', ')} from ${read(dialect, found)} where not coalesce(${isBadRow(bad)}, false)`);
  return { bad_columns: bad.map(withoutExpression), rejected };
}

type Found = {
  columns: { name: string; type: string }[];
  /** Arguments for DuckDB: line endings and timestamp formats. */
  formats: string;
  timestampFormat?: string | undefined;
};

/** Timestamps with Z or an offset. As plain timestamps they would silently lose the offset. */
const ZONED = 'TIMESTAMP WITH TIME ZONE';
const CANDIDATES = `auto_type_candidates = ['BOOLEAN', 'BIGINT', 'DOUBLE', 'TIMESTAMP', '${ZONED}', 'VARCHAR']`;

/** Lets DuckDB detect types and formats in the first rows, or in all. */
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
  return { columns, formats, timestampFormat: moments || dates || undefined };
}

/**
 * Finds columns that must stay text. Integers beyond 64 bits (card numbers, ids of other systems) would become doubles,
 * and 0x1F, -007 and +49 would change.
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

/** Tables store timestamps in UTC, without a zone. */
const columnItem = ({ name, type }: Found['columns'][number]): string =>
  type === ZONED ? `make_timestamp(epoch_us(${quoteName(name)})) as ${quoteName(name)}` : quoteName(name);

/**
 * Reads the file with the types of its first rows. DuckDB would round a later 1.5 in an integer column and turn 007
 * into 7. Here such values fail like any other that does not fit.
 */
function readChecked(dialect: Dialect, { columns, formats }: Found): string {
  const items = columns.map(({ name, type }) => {
    const column = quoteName(name);
    if (type !== 'BIGINT') return columnItem({ name, type });
    // Texts that begin with 0 (007, 0x1F), + or -0 and continue sort between two texts. A comparison is cheaper than a
    // pattern.
    const between = (from: string, to: string): string => `(${column} > '${from}' and ${column} < '${to}')`;
    const isOther = `contains(${column}, '.') or ${between('0', '1')} or ${between('+', '-1')}`;
    return `cast(case when ${isOther} then 'no integer' else ${column} end as bigint) as ${column}`;
  });
  const asTexts = columns.map(({ name, type }) => ({ name, type: type === 'BIGINT' ? 'VARCHAR' : type }));
  return `select ${items.join(', ')} from ${read(dialect, { columns: asTexts, formats })}`;
}

const isConversion = (error: unknown): boolean =>
  /onvert|type|Conversion/.test(String(error)) && !/unicode/i.test(String(error));

/** DuckDB explains a bad line with many options of its own; users need the line and the reason. */
function csvError(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const text = String((error as Error).message ?? error).replaceAll('\\n', '\n');
  const line = /CSV Error on Line: (\d+)/.exec(text)?.[1];
  if (/unicode|utf-8 encoded/i.test(text)) {
    return new Refused(
      `${line ? `Line ${line}: ` : ''}the file is not valid UTF-8. Save it as UTF-8 and upload it again.`,
    );
  }
  const columns = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(text);
  if (columns) return new Refused(`Line ${line}: expected ${columns[1]} values, found ${columns[2]}.`);
  if (/unterminated quote|quoted value|quote should be followed/i.test(text))
    return new Refused(`Line ${line ?? '?'}: a quoted value is not closed correctly.`);
  if (/reached an invalid state|Error when sniffing/.test(text))
    return new Refused('The file has a misplaced quote or line break.');
  if (/Maximum line size/i.test(text) && line !== undefined) return new Refused(`Line ${line} is longer than 2 MB.`);
  return line === undefined ? error : new Refused(`Line ${line} does not match the rest of the file.`);
}
