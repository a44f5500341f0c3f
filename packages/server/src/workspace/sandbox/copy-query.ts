import type { DuckDBConnection } from '@duckdb/node-api';
import type { TaskAnswer } from './protocol.ts';

/** Small enough to find one job without reading many others, large enough to compress well. */
const ROW_GROUP = 4_096;
const FORMATS = {
  parquet: `(format parquet, compression zstd, row_group_size ${ROW_GROUP})`,
  json: '(format json)',
};

/** Writes the rows of a trusted query to a file, in order and without shortening values. */
export async function copyQuery(
  connection: DuckDBConnection,
  { sql, format }: { sql: string; format: keyof typeof FORMATS },
): Promise<TaskAnswer> {
  const file = `copy.${format}`;
  const copied = await connection.runAndReadAll(`copy (${sql}\n) to 'out/${file}' ${FORMATS[format]}`);
  return { columns: [], rows: Number(copied.getRows()[0]![0]), file, truncated: false, offsets: [] };
}
