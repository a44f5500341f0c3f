import { DriverFailure, type RowBatch, type RowColumn } from '#connections/model/driver.ts';
import { type Column, uniqueNames } from '../model/table.ts';
import { LINE_BYTES_MAX } from '../sandbox/protocol.ts';

// Writes rows of a connection as CSV: every value is quoted, and a null is empty.

export type CsvRows = { columns: RowColumn[]; rows: number; bytes: number };

/** Holds one batch at a time in memory. Fills `found` on the way. */
export async function* writeCsv(
  batches: AsyncIterable<RowBatch>,
  found: CsvRows,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  for await (const { columns, rows } of batches) {
    if (columns.length === 0) throw new DriverFailure('The table or query has no columns.');
    found.columns = columns;
    found.rows += rows.length;
    if (rows.length === 0) continue;
    const content = Buffer.from(rows.map(lineOf).join(''));
    found.bytes += content.length;
    if (found.bytes > bytesMax)
      throw new DriverFailure(
        `The rows exceed the limit of ${bytesMax} bytes per statement. Name columns, filter, or use LIMIT.`,
      );
    yield content;
  }
}

function lineOf(row: unknown[]): string {
  const line = `${row.map(cellOf).join(',')}\n`;
  // A character is up to three bytes here.
  if (line.length > LINE_BYTES_MAX / 3)
    throw new DriverFailure(`A row is longer than ${Math.floor(LINE_BYTES_MAX / 3 / 1024 ** 2)} million characters.`);
  return line;
}

const cellOf = (value: unknown): string =>
  value === null || value === undefined ? '' : `"${textOf(value).replaceAll('"', '""')}"`;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const TYPES: Record<RowColumn['type'], string> = {
  text: 'VARCHAR',
  json: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP WITH TIME ZONE',
};

export function toColumns(columns: RowColumn[]): Column[] {
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map(({ type, decimal }, at) => ({
    name: names[at]!,
    type: decimal ? `DECIMAL(${decimal.precision}, ${decimal.scale})` : TYPES[type],
    nullable: true,
  }));
}
