import { readFileSync, writeFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { Refused } from './failures.ts';

/** The first sheet of an Excel file as CSV: values as they are, not as they are shown. */
export function toCsv(from: string, to: string): void {
  let rows: unknown[][];
  try {
    const book = read(readFileSync(from), { dense: true, cellDates: true, UTC: true, sheets: 0 });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) throw new Refused('The workbook has no sheet.');
    rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, UTC: true, defval: null, blankrows: false });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('The file looks like an Excel workbook, but cannot be read as one.');
  }
  if (rows.length === 0) throw new Refused('The first sheet of the workbook is empty.');
  const width = Math.max(...rows.map((row) => row.length));
  writeFileSync(
    to,
    rows.map((row) => `${Array.from({ length: width }, (_, at) => csvValue(row[at])).join(',')}\n`).join(''),
  );
}

function csvValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
