import type { TableColumn } from '@errand/sdk';

export type ColumnProfile = { name: string; filled: number; distinct: number; min: string | null; max: string | null };
export type TableProfile = { rows: number; columns: ColumnProfile[] };

/** Distinct values of more rows would take too much memory, so they are estimated. */
const EXACT_ROWS_MAX = 2_000_000;

/** Whether distinct values are estimated. A table of unknown size may be large. */
export const isEstimated = (rows: number | null): boolean => rows === null || rows > EXACT_ROWS_MAX;

/** Writes a query that profiles all columns in one scan. Columns are numbered, so that no names can clash. */
export function writeProfileQuery(table: string, columns: readonly TableColumn[], rows: number | null): string {
  const distinct = (column: string): string =>
    isEstimated(rows) ? `approx_count_distinct(${column})` : `count(DISTINCT ${column})`;
  const parts = columns.flatMap((column, index) => {
    const quoted = quote(column.name);
    return [
      `count(${quoted}) AS f${index}`,
      `${distinct(quoted)} AS d${index}`,
      `left(CAST(min(${quoted}) AS VARCHAR), 60) AS a${index}`,
      `left(CAST(max(${quoted}) AS VARCHAR), 60) AS z${index}`,
    ];
  });
  return `SELECT ${['count(*) AS n', ...parts].join(', ')} FROM ${quote(table)}`;
}

export function readProfileRow(columns: readonly TableColumn[], row: Record<string, unknown>): TableProfile {
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
