import { statSync, unlinkSync, writeFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Column } from '../model/table.ts';
import { type ChildSettings, JSON_LINE_BYTES_MAX, LINE_BYTES_MAX, type TableFiles } from './protocol.ts';

// The DuckDB of one sandboxed process: in memory, without outside access, its settings locked before its task.

export async function openSession(settings: ChildSettings): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(settings.threads),
    memory_limit: `${settings.memoryMb}MB`,
    temp_directory: 'tmp',
    max_temp_directory_size: `${settings.diskMb}MB`,
    errors_as_json: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    preserve_insertion_order: 'true',
  });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  if (!settings.without.includes('engine')) {
    await connection.run(`set allowed_directories = ['in', 'out']`);
    await connection.run('set enable_external_access = false');
  }
  return connection;
}

/** Locks the settings before any untrusted SQL runs. They cannot change afterwards. */
export async function lockSession(
  connection: DuckDBConnection,
  settings: ChildSettings,
  memoryMb = settings.memoryMb,
): Promise<void> {
  if (memoryMb < settings.memoryMb) await connection.run(`set memory_limit = '${memoryMb}MB'`);
  if (!settings.without.includes('engine')) await connection.run('set lock_configuration = true');
}

/** Creates the organization's tables as views over their files. */
export async function createViews(connection: DuckDBConnection, tables: TableFiles[]): Promise<void> {
  for (const [index, { name, columns, files, format, rows, view }] of tables.entries()) {
    if (rows !== undefined) {
      await createGivenTable(connection, name, rows, `out/given-${index}.json`);
      continue;
    }
    if (view !== undefined) {
      const [schema, own] = name.split('.') as [string, string];
      await connection.run(`create schema if not exists ${quoteName(schema)}`);
      await connection.run(`create view ${quoteName(schema)}.${quoteName(own)} as ${view}`);
      continue;
    }
    const query =
      files.length === 0
        ? `select ${columns.map((column) => `cast(null as ${column.type}) as ${quoteName(column.name)}`).join(', ')} limit 0`
        : format === 'json-lines'
          ? readJsonLines(columns, files)
          : `select *${readSpans(columns)} from ${readFiles(columns, files, format)}`;
    await connection.run(`create view ${quoteName(name)} as ${query}`);
  }
}

function readFiles(columns: Column[], files: string[], format: TableFiles['format']): string {
  const paths = `[${files.map((file) => quoteText(`in/${file}`)).join(', ')}]`;
  // Archive files were written by different releases. A column that a file lacks is null there.
  if (format === 'archive') return `read_parquet(${paths}, union_by_name = true)`;
  if (format !== 'csv') return `read_parquet(${paths})`;
  const types = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`).join(', ');
  // Every value is quoted and a null is empty. A quoted value may contain line breaks, so one thread reads the file.
  return `read_csv(${paths}, columns = {${types}}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
    new_line = '\\n', nullstr = '', allow_quoted_nulls = false, parallel = false,
    max_line_size = ${LINE_BYTES_MAX}, buffer_size = ${2 * LINE_BYTES_MAX})`;
}

/**
 * Reads rows that the service wrote, one JSON object each, with all values as text. A value that does not fit its column
 * is null. The buffer is as large as the longest line can be.
 */
function readJsonLines(columns: Column[], files: string[]): string {
  const paths = files.map((file) => `in/${file}`);
  const types = columns.map(({ name }) => `${quoteText(name)}: 'VARCHAR'`).join(', ');
  const items = columns.map(({ name, type }) => `try_cast(${quoteName(name)} as ${type}) as ${quoteName(name)}`);
  const bytesMax = Math.max(MIB, Math.min(JSON_LINE_BYTES_MAX, ...paths.map((path) => statSync(path).size)));
  return `select ${items.join(', ')} from read_json([${paths.map(quoteText).join(', ')}], columns = {${types}},
    format = 'newline_delimited', maximum_object_size = ${bytesMax})`;
}

const MIB = 1024 * 1024;

/** Creates a table of rows that were sent with the request. Numbers them from 1 unless they have a column `row`. */
async function createGivenTable(connection: DuckDBConnection, name: string, rows: string, file: string): Promise<void> {
  writeFileSync(file, rows);
  try {
    const source = `read_json(${quoteText(file)}, format = 'array', convert_strings_to_integers = false, sample_size = -1, maximum_object_size = 67108864)`;
    const described = (await connection.runAndReadAll(`describe select * from ${source}`)).getRows();
    const hasRow = described.some(([column]) => String(column).toLowerCase() === 'row');
    const number = hasRow ? '' : 'row_number() over () as "row", ';
    await connection.run(`create table ${quoteName(name)} as select ${number}* from ${source}`);
  } finally {
    unlinkSync(file);
  }
}

/** Casts intervals back from text. Parquet supports neither negative ones nor microseconds. */
function readSpans(columns: Column[]): string {
  const spans = columns.filter(({ type }) => type === 'INTERVAL').map(({ name }) => quoteName(name));
  return spans.length === 0
    ? ''
    : ` replace (${spans.map((name) => `cast(${name} as interval) as ${name}`).join(', ')})`;
}

/**
 * Loads the answers to agent calls into a variable, which can be used wherever a value can. It holds 256 maps, so that
 * a look-up does not compare its key with all of ten thousand.
 */
export async function loadRound(connection: DuckDBConnection, index: number, file: string): Promise<void> {
  const source = `read_json(${quoteText(`in/${file}`)}, format = 'newline_delimited', columns = {k: 'VARCHAR', v: 'VARCHAR'}, maximum_object_size = 33554432)`;
  await connection.run(
    `set variable errand_round_${index} = (select list(m order by b) from (
      select b, coalesce(any_value(found.m), map([]::varchar[], []::varchar[])) as m from range(256) all_buckets(b)
      left join (select hash(k) % 256 as b, map(list(k), list(v)) as m from ${source} group by 1) found using (b) group by b))`,
  );
}

export const lookUp = (index: number): string =>
  `getvariable('errand_round_${index}')[(hash(errand_key) % 256)::integer + 1][errand_key]`;

export async function describeFile(
  connection: DuckDBConnection,
  file: string,
): Promise<{ columns: Column[]; rows: number }> {
  const source = `read_parquet(${quoteText(file)})`;
  const described = (await connection.runAndReadAll(`describe select * from ${source}`)).getRows();
  const names = described.map((row) => String(row[0]));
  const counts = await connection.runAndReadAll(
    `select count(*), ${names.map((name) => `count(${quoteName(name)})`).join(', ')} from ${source}`,
  );
  const [rows, ...filled] = counts.getRows()[0]!.map(Number);
  const columns = described.map((row, index) => ({
    name: names[index]!,
    type: String(row[1]),
    nullable: filled[index]! < rows!,
  }));
  return { columns, rows: rows! };
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
