import type { StatementResult } from '@errand/sdk';
import { table } from '../terminal/text.ts';

// Shows SQL results as a table for people or as CSV for programs.

type Rows = Pick<StatementResult, 'column_names' | 'result_rows'>;

const CELL_MAX = 80;

export function showTable({ column_names, result_rows }: Rows): string {
  const cell = (value: unknown): string => {
    const text = asText(value).replaceAll(/\s*\n\s*/g, ' ');
    return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text;
  };
  return table(
    column_names,
    result_rows.map((row) => row.map((value) => (value === null ? '' : cell(value)))),
  );
}

/** Writes CSV by RFC 4180. Values are not escaped against formulas, because programs read them. */
export function showCsv({ column_names, result_rows }: Rows): string {
  const cell = (value: unknown): string => {
    const text = value === null ? '' : asText(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [column_names, ...result_rows].map((row) => row.map(cell).join(',')).join('\r\n');
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
