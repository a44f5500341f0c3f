import type { DuckDBConnection } from '@duckdb/node-api';
import type { Column } from '../model.ts';
import type { TaskAnswer } from './protocol.ts';
import { describeFile, quoteName, quoteText } from './session.ts';

/** The stored rows of a result (JSON lists) as a Parquet file, with the types that they had. */
export async function exportRows(
  connection: DuckDBConnection,
  { file, columns }: { file: string; columns: Column[] },
): Promise<TaskAnswer> {
  const source = `read_json_objects(${quoteText(`in/${file}`)}, format = 'newline_delimited', maximum_object_size = 33554432)`;
  const names = uniqueNames(columns.map(({ name }) => name));
  const items = columns.map(({ type }, index) => `${readAs(type, index)} as ${quoteName(names[index]!)}`);
  await connection.run(`copy (select ${items.join(', ')} from ${source}) to 'out/export.parquet' (format parquet)`);
  return {
    ...(await describeFile(connection, 'out/export.parquet')),
    file: 'export.parquet',
    truncated: false,
    offsets: [],
  };
}

function readAs(type: string, index: number): string {
  const text = `json ->> '$[${index}]'`;
  if (/[[(]/.test(type) && !type.startsWith('DECIMAL')) return `(${text})`;
  if (type === 'HUGEINT' || type === 'UHUGEINT') return `try_cast(${text} as decimal(38, 0))`;
  return /^(VARCHAR|BIT|BLOB|VARIANT|"NULL")/.test(type) ? `(${text})` : `try_cast(${text} as ${type})`;
}

function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${name}_${count}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
