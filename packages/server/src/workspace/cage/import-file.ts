import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CsvHead, readCsvHead } from './csv-head.ts';
import { toCsv } from './excel.ts';
import { Refused } from './failures.ts';
import type { TaskAnswer } from './protocol.ts';
import { describeFile, quoteName, quoteText } from './session.ts';

// An uploaded file becomes a Parquet segment. What it is, its content says: the name may say anything.

type Import = { file: string; withHeaders: boolean; columnsMax: number };
type Kind = 'csv' | 'json' | 'parquet' | 'excel';

export async function importFile(connection: DuckDBConnection, task: Import): Promise<TaskAnswer> {
  let path = `in/${task.file}`;
  const head = readHead(path);
  const kind = detectKind(head);
  if (kind === 'excel') {
    toCsv(path, 'tmp/sheet.csv');
    path = 'tmp/sheet.csv';
  }
  const source =
    kind === 'parquet'
      ? `select * from read_parquet(${quoteText(path)})`
      : kind === 'json'
        ? `select * from read_json(${quoteText(path)}, format = 'auto', convert_strings_to_integers = false, sample_size = -1)`
        : undefined;
  if (source === undefined) await importCsv(connection, path, task);
  else {
    const columns = await describeColumns(connection, source, task.columnsMax);
    await write(
      connection,
      `select ${columns.map(({ name, type }) => plain(name, type, kind)).join(', ')} from (${source})`,
    );
  }
  const described = await describeFile(connection, 'out/segment.parquet');
  return { ...described, file: 'segment.parquet', truncated: false, offsets: [] };
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(1024 * 1024);
  const length = readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return head.subarray(0, length);
}

function detectKind(head: Buffer): Kind {
  if (head.length === 0) throw new Refused('The file is empty.');
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'PAR1') return 'parquet';
  if (magic === 'PK\u0003\u0004') {
    if (head.includes('xl/') || head.includes('[Content_Types].xml')) return 'excel';
    throw new Refused('The file is a zip archive. Unpack it and upload the table inside.');
  }
  if (magic.startsWith('\u001f\u008b')) throw new Refused('The file is compressed with gzip. Unpack it first.');
  if (magic.startsWith('%PDF') || magic === '\u00d0\u00cf\u0011\u00e0')
    throw new Refused('The file is not a table: CSV, Parquet, JSON lines and XLSX can be read.');
  const text = head
    .toString('utf8', 0, 4_096)
    .replace(/^\ufeff/, '')
    .trimStart();
  return text.startsWith('{') || /^\[\s*\{/.test(text) ? 'json' : 'csv';
}

const CANDIDATES = `auto_type_candidates = ['BOOLEAN', 'BIGINT', 'DOUBLE', 'TIMESTAMP', 'VARCHAR']`;

async function importCsv(
  connection: DuckDBConnection,
  path: string,
  { withHeaders, columnsMax }: Import,
): Promise<void> {
  const head = readCsvHead(readHead(path), { withHeaders, columnsMax });
  // Side by side with the import itself; whichever fails first tells why.
  const checked = head.encoding === 'utf-8' ? refuseNul(path) : Promise.resolve();
  await Promise.all([checked, writeCsv(connection, path, head, withHeaders)]).catch(async (error: unknown) => {
    // A NUL byte explains whatever else seems to be wrong.
    await checked;
    if (head.encoding !== 'utf-8' || !(await uniteLineEnds(path, UNITED))) throw error;
    await writeCsv(connection, UNITED, head, withHeaders);
  });
}

const UNITED = 'tmp/united.csv';

async function writeCsv(
  connection: DuckDBConnection,
  path: string,
  head: CsvHead,
  withHeaders: boolean,
): Promise<void> {
  const dialect = [
    quoteText(path),
    `delim = ${quoteText(head.delimiter)}`,
    `quote = '"', escape = '"', comment = '', header = ${withHeaders}, skip = ${head.skip}, null_padding = false, ignore_errors = false`,
    `encoding = '${head.encoding}'`,
    `buffer_size = ${BUFFER_BYTES}`,
  ].join(', ');
  const named = `${dialect}, names = [${head.names.map(quoteText).join(', ')}]`;
  const asText = `select * from read_csv(${dialect}, auto_detect = false, columns = {${head.names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ')}})`;
  const sniff = (rows: number) => `${named}, ${CANDIDATES}, sample_size = ${rows}`;
  const numbers = head.hasLongNumbers ? await findLongNumbers(connection, named, SAMPLE_ROWS).catch(() => []) : [];
  try {
    await write(connection, await readChecked(connection, sniff(SAMPLE_ROWS), numbers));
  } catch (error) {
    const readable = await connection.run(`describe select * from read_csv(${sniff(SAMPLE_ROWS)})`).then(
      () => true,
      () => false,
    );
    if (readable && !isConversion(error)) throw csvError(error);
    // Without types, reading it as text tells in which line the trouble is. Else a later value does not fit the type that
    // the first ones have: look at all of them.
    const long = readable ? await findLongNumbers(connection, named, ALL_ROWS).catch(() => []) : [];
    const whole = `select * from read_csv(${sniff(ALL_ROWS)}${asTexts(long)})`;
    await write(connection, readable ? whole : asText).catch((again) => {
      throw csvError(again);
    });
  }
}

/** Four of the longest lines. DuckDB takes 32 MB for each, which a process that has just begun first has to get. */
const BUFFER_BYTES = 8 * 1024 * 1024;
const SAMPLE_ROWS = 20_480;
const ALL_ROWS = -1;

const asTexts = (names: string[]): string =>
  names.length === 0 ? '' : `, types = {${names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ')}}`;

/**
 * The file with types as its first rows have them. DuckDB would round a later 1.5 in a column of integers, and make 7 of
 * 007: such values are no integers here, and fail like any other that does not fit.
 */
async function readChecked(connection: DuckDBConnection, options: string, texts: string[]): Promise<string> {
  const source = `select * from read_csv(${options}${asTexts(texts)})`;
  const described = (await connection.runAndReadAll(`describe ${source}`)).getRows();
  const integers = described.filter((row) => row[1] === 'BIGINT').map((row) => String(row[0]));
  if (integers.length === 0) return source;
  const items = described.map((row) => {
    const name = quoteName(String(row[0]));
    if (row[1] !== 'BIGINT') return name;
    // What begins with 0 and goes on stands between the two texts; this is cheaper than looking at either.
    const isOther = `contains(${name}, '.') or (${name} > '0' and ${name} < '1')`;
    return `cast(case when ${isOther} then 'no integer' else ${name} end as bigint) as ${name}`;
  });
  return `select ${items.join(', ')} from read_csv(${options}${asTexts([...texts, ...integers])})`;
}

const write = (connection: DuckDBConnection, query: string): Promise<unknown> =>
  connection.run(`copy (${query}) to 'out/segment.parquet' (format parquet)`);

/** Integers beyond 64 bits (card numbers, other systems' ids) would become fractions: those columns stay text. */
async function findLongNumbers(connection: DuckDBConnection, dialect: string, sample: number): Promise<string[]> {
  const described = await connection.runAndReadAll(
    `describe select * from read_csv(${dialect}, ${CANDIDATES}, sample_size = ${sample})`,
  );
  const doubles = described
    .getRows()
    .filter((row) => row[1] === 'DOUBLE')
    .map((row) => String(row[0]));
  if (doubles.length === 0) return [];
  const tests = doubles.map((name) => `bool_or(regexp_full_match(trim(${quoteName(name)}), '[-+]?[0-9]{17,}'))`);
  const limit = sample === ALL_ROWS ? '' : ` limit ${sample}`;
  const found = await connection
    .runAndReadAll(`select ${tests.join(', ')} from (select * from read_csv(${dialect}, all_varchar = true)${limit})`)
    .catch(() => undefined);
  const flags = found?.getRows()[0] ?? [];
  return doubles.filter((_name, index) => flags[index] === true);
}

async function refuseNul(path: string): Promise<void> {
  const file = await open(path);
  // One buffer for all of it, small enough for the processor's cache: this goes on beside the import.
  const buffer = Buffer.alloc(256 * 1024);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      if (buffer.subarray(0, bytesRead).includes(0))
        throw new Refused('The file has a NUL byte in it, so it is not a CSV text.');
    }
  } finally {
    await file.close();
  }
}

/**
 * Files that were put together from several have lines that end with CR LF and others that end with LF, which DuckDB does
 * not read. False: this is no such file.
 */
async function uniteLineEnds(from: string, to: string): Promise<boolean> {
  let [withReturn, without] = [false, false];
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      let held = '';
      for await (const chunk of chunks) {
        // Byte for byte; a CR at the end waits for what follows.
        const text = held + chunk.toString('latin1');
        held = text.endsWith('\r') ? '\r' : '';
        withReturn ||= text.includes('\r\n');
        without ||= /(?<!\r)\n/.test(text);
        yield Buffer.from(text.slice(0, text.length - held.length).replaceAll('\r\n', '\n'), 'latin1');
      }
      yield Buffer.from(held, 'latin1');
    },
    createWriteStream(to),
  );
  return withReturn && without;
}

async function describeColumns(connection: DuckDBConnection, query: string, columnsMax: number) {
  const rows = (await connection.runAndReadAll(`describe ${query}`)).getRows();
  if (rows.length > columnsMax)
    throw new Refused(`A table may have at most ${columnsMax} columns; this file has ${rows.length}.`);
  return rows.map((row) => ({ name: String(row[0]), type: String(row[1]) }));
}

/** JSON keeps what is nested as JSON text; dates become moments, as in CSV. */
function plain(name: string, type: string, kind: Kind): string {
  const column = quoteName(name);
  if (kind !== 'json') return column;
  if (type === 'DATE') return `cast(${column} as timestamp) as ${column}`;
  if (/^(STRUCT|MAP|UNION|JSON)/.test(type) || type.endsWith(']'))
    return `cast(to_json(${column}) as varchar) as ${column}`;
  if (type === 'TIME' || type === 'UUID' || type === 'HUGEINT') return `cast(${column} as varchar) as ${column}`;
  return column;
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
