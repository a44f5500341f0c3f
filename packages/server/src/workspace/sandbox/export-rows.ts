import type { DuckDBConnection } from '@duckdb/node-api';
import { type CsvOptions, csvLine } from '../model/csv-cell.ts';
import { type Column, uniqueNames } from '../model/table.ts';
import type { ExportFormat, TaskAnswer } from './protocol.ts';
import { type RowFormat, selectRows } from './select-rows.ts';
import { describeFile, quoteName, quoteText } from './session.ts';
import { storable } from './write-segment.ts';

/** Writes the stored rows of a result (JSON lists) to a Parquet file with their original types. */
export async function exportRows(
  connection: DuckDBConnection,
  { file, columns }: { file: string; columns: Column[] },
): Promise<TaskAnswer> {
  const source = `read_json_objects(${quoteText(`in/${file}`)}, format = 'newline_delimited', maximum_object_size = 33554432)`;
  const names = uniqueNames(columns.map(({ name }) => name));
  const kept = await findKept(connection, source, columns);
  const items = columns.map(({ type }, index) => {
    const value = kept[index] ? readAs(type, index) : textAt(index);
    return `${value} as ${quoteName(names[index]!)}`;
  });
  await connection.run(`copy (select ${items.join(', ')} from ${source}) to 'out/export.parquet' (format parquet)`);
  return {
    ...(await describeFile(connection, 'out/export.parquet')),
    file: 'export.parquet',
    truncated: false,
    offsets: [],
  };
}

const csv = (options: CsvOptions): RowFormat => ({
  head: (names) => csvLine(names, options),
  line: (cells) => csvLine(cells.map(readCell), options),
});

const jsonLines: RowFormat = {
  head: () => '',
  line: (cells, names) => `{${cells.map((cell, at) => `${JSON.stringify(names[at])}:${cell}`).join()}}\n`,
  names: uniqueNames,
};

/** Wraps numbers, so that they keep all their digits and are not taken for strings. */
function readCell(json: string): unknown {
  if (json === 'null') return null;
  return json.startsWith('"') ? (JSON.parse(json) as string) : { toString: () => json };
}

/** Writes the rows of a query to a file, up to limits of its own. */
export async function exportQuery(
  connection: DuckDBConnection,
  sql: string,
  task: { format: ExportFormat; rowsMax: number; bytesMax: number; columnsMax: number } & CsvOptions,
): Promise<TaskAnswer> {
  const file = `export.${task.format}`;
  if (task.format === 'csv') return selectRows(connection, sql, task, { file, format: csv(task) });
  if (task.format === 'jsonl') return selectRows(connection, sql, task, { file, format: jsonLines });
  const described = (await connection.runAndReadAll(`describe ${sql}`)).getRows();
  const names = uniqueNames(described.map((row) => String(row[0])));
  const places = described.map((_row, index) => `c${index}`);
  const items = described.map((row, index) => storable(`c${index}`, String(row[1]), names[index]!));
  const source = `(${sql}\n) as found(${places.join(', ')})`;
  await connection.run(
    `copy (select ${items.join(', ')} from ${source} limit ${task.rowsMax}) to 'out/${file}' (format parquet)`,
  );
  const answer = await describeFile(connection, `out/${file}`);
  return { ...answer, file, truncated: answer.rows >= task.rowsMax, offsets: [] };
}

/** Finds the columns that keep their type. A column stays text if a value of it has more than 38 digits. */
async function findKept(connection: DuckDBConnection, source: string, columns: Column[]): Promise<boolean[]> {
  const lost = columns.map(
    ({ type }, index) => `bool_or(${textAt(index)} is not null and ${readAs(type, index)} is null)`,
  );
  const [row] = (await connection.runAndReadAll(`select ${lost.join(', ')} from ${source}`)).getRows();
  return columns.map((_column, index) => row![index] !== true);
}

const textAt = (index: number): string => `(json ->> '$[${index}]')`;

function readAs(type: string, index: number): string {
  const text = textAt(index);
  if (/[[(]/.test(type) && !type.startsWith('DECIMAL')) return text;
  if (type === 'HUGEINT' || type === 'UHUGEINT') return `try_cast(${text} as decimal(38, 0))`;
  // Parquet supports neither negative intervals nor their microseconds.
  return /^(VARCHAR|BIT|BLOB|INTERVAL|VARIANT|"NULL")/.test(type) ? text : `try_cast(${text} as ${type})`;
}
