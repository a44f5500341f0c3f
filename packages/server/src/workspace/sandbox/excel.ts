import { readFileSync, writeFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { Refused } from './failures.ts';

/** Writes the first sheet of an Excel file as CSV, with stored values instead of their display format. */
export function toCsv(from: string, to: string): void {
  let rows: unknown[][];
  try {
    const book = read(readFileSync(from), { dense: true, cellDates: true, UTC: true, sheets: 0 });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) throw new Refused('The workbook has no sheet.');
    rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, UTC: true, defval: null, blankrows: false });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('The file looks like an Excel workbook but cannot be read. Save it again as XLSX or CSV.');
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
  const text = value instanceof Date ? momentText(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel stores a time as a fraction of a day, so 23:59:59 would become 23:59:58.999 without rounding. */
function momentText(value: Date): string {
  const second = Math.round(value.getTime() / 1_000) * 1_000;
  const near = Math.abs(value.getTime() - second) <= 1 ? new Date(second) : value;
  return near
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '');
}
