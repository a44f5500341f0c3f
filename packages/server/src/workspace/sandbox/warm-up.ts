import { unlinkSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Parser } from './parser.ts';
import { selectRows } from './select-rows.ts';

const ROWS = 20_000;
const SQL = `select k, count(*) as n, sum(v) as total from 'out/warm.parquet' group by k order by k limit 10`;

/**
 * Does the work of a typical query once, so that code is loaded and compiled for the first real one. Leaves nothing
 * behind.
 */
export async function warmUp(connection: DuckDBConnection, parser: Parser): Promise<void> {
  await parser.expression('coalesce(a, 1)');
  const rows = `select range % 10 as k, range as v, 'x' || range as t from range(${ROWS})`;
  await connection.run(`copy (${rows}) to 'out/warm.parquet' (format parquet)`);
  await selectRows(connection, SQL, { rowsMax: 10, bytesMax: 10_000, columnsMax: 10 });
  for (const name of ['warm.parquet', 'rows.jsonl']) unlinkSync(`out/${name}`);
}
