import type { StatementResult } from '@errand/sdk';

// Sorts the rows of a result, and reads them for charts.

export type Sort = { column: number; down: boolean };

/** Missing values come last in both directions. */
export function sortRows(rows: unknown[][], sort: Sort | undefined): unknown[][] {
  if (sort === undefined) return rows;
  const { column, down } = sort;
  return [...rows].sort((one, other) => {
    const [a, b] = [one[column], other[column]];
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return down ? -compare(a, b) : compare(a, b);
  });
}

/** Compares decimals as numbers, because they are text on the wire, where -5 would come before -10. */
function compare(a: unknown, b: unknown): number {
  const [first, second] = [toNumber(a), toNumber(b)];
  if (first !== undefined && second !== undefined && first !== second) return first - second;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

export const isNumericType = (type: string | undefined): boolean =>
  /^(Nullable\()?(U?Int|Float|Decimal)/.test(type ?? '');

const ROWS_LOOKED_AT = 50;

/** Finds the columns that a chart can draw, by their first rows. */
export function numericColumns({ result_rows: rows, column_names: names }: StatementResult): number[] {
  const sample = rows.slice(0, ROWS_LOOKED_AT);
  return names.flatMap((_name, index) =>
    sample.some((row) => typeof row[index] === 'number') &&
    sample.every((row) => row[index] === null || typeof row[index] === 'number')
      ? [index]
      : [],
  );
}
