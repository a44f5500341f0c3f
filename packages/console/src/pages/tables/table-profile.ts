import type { TableColumn } from '@errand/sdk';
import { errand } from '../../session/client.ts';

export type ColumnProfile = { name: string; filled: number; distinct: number; min: string | null; max: string | null };
export type TableProfile = { rows: number; columns: ColumnProfile[] };

/** More columns than this would make a statement too long to be worth it. */
const COLUMNS_MAX = 60;
const LOOK_MS = 300;

/** Counts of each column by one look at the table. */
export async function readProfile(name: string, columns: TableColumn[], signal: AbortSignal): Promise<TableProfile> {
  const looked = columns.slice(0, COLUMNS_MAX);
  const parts = looked.flatMap((column, index) => {
    const quoted = quote(column.name);
    return [
      `count(${quoted}) AS f${index}`,
      `approx_count_distinct(${quoted}) AS d${index}`,
      `left(CAST(min(${quoted}) AS VARCHAR), 60) AS a${index}`,
      `left(CAST(max(${quoted}) AS VARCHAR), 60) AS z${index}`,
    ];
  });
  const { table_query_id: id } = await errand.tables.query({
    sql: `SELECT count(*) AS n, ${parts.join(', ')} FROM ${quote(name)}`,
  });
  for (;;) {
    const result = await errand.tables.queryResult(id, { signal });
    if (result.status === 'SUCCESS') return toProfile(looked, result.rows[0] ?? {});
    if (result.status === 'FAILURE' || result.status === 'REVOKED')
      throw new Error(result.error ?? 'The table could not be read.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function toProfile(columns: TableColumn[], row: Record<string, unknown>): TableProfile {
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
  return {
    rows: Number(row.n ?? 0),
    columns: columns.map(({ name }, index) => ({
      name,
      filled: Number(row[`f${index}`] ?? 0),
      distinct: Number(row[`d${index}`] ?? 0),
      min: text(row[`a${index}`]),
      max: text(row[`z${index}`]),
    })),
  };
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
