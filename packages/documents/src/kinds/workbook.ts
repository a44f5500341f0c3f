import * as spreadsheet from '@e965/xlsx';
import { type Reader, UnreadableFile } from './reader.ts';
import { checkUnpackedSize } from './zip.ts';

/** More is data for the SQL workspace, not a document to read. */
const ROWS_MAX = 100_000;

/** Each sheet is a page: its name, then its cells as shown, as CSV. */
export const readWorkbook: Reader = async (content, _request, emit) => {
  if (content[0] === 0x50) checkUnpackedSize(content);
  const workbook = readWorkbookContent(content);
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = trimSheet(workbook.Sheets[name]!);
    const rows = spreadsheet.utils.sheet_to_csv(sheet, { blankrows: false, strip: true }).trim();
    emit({ number: index + 1, width: 0, height: 0, text: `Sheet: ${name}\n${rows}`, scanned: false });
  }
  return { pageCount: workbook.SheetNames.length };
};

/** The range that a sheet says it has may be a million rows by 16,000 columns, with a dozen cells in it. */
function trimSheet(sheet: spreadsheet.WorkSheet): spreadsheet.WorkSheet {
  const rows = ((sheet as { '!data'?: unknown[][] })['!data'] ?? []) as (unknown[] | undefined)[];
  const columns = rows.reduce((most, row) => Math.max(most, row?.length ?? 0), 0);
  const end = { r: Math.max(0, rows.length - 1), c: Math.max(0, columns - 1) };
  return { ...sheet, '!ref': spreadsheet.utils.encode_range({ s: { r: 0, c: 0 }, e: end }) };
}

function readWorkbookContent(content: Buffer): spreadsheet.WorkBook {
  try {
    return spreadsheet.read(content, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      sheetRows: ROWS_MAX,
    });
  } catch (error) {
    if (/password|encrypt/i.test(String((error as Error).message)))
      throw new UnreadableFile('is protected with a password. Remove the password and try again.');
    throw error;
  }
}
