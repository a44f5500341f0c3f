import { readFileSync, writeFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { Refused } from './failures.ts';

/** The first sheet of an Excel file as CSV. Dates are written so that they are recognised as such. */
export async function toCsv(from: string, to: string): Promise<void> {
  let csv: string;
  try {
    const book = read(readFileSync(from), { dense: true, cellDates: true, UTC: true, sheets: 0 } as never);
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) throw new Refused('The workbook has no sheet.');
    csv = utils.sheet_to_csv(sheet, { dateNF: 'yyyy-mm-dd hh:mm:ss', blankrows: false, rawNumbers: true });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('The file looks like an Excel workbook, but cannot be read as one.');
  }
  if (csv.trim() === '') throw new Refused('The first sheet of the workbook is empty.');
  writeFileSync(to, csv);
}
