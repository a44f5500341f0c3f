import * as spreadsheet from '@e965/xlsx';
import mammoth from 'mammoth';
import { parseHtmlText, toMarkdown } from './html.ts';
import { type Reader, UnreadableFile } from './reader.ts';
import { visibleText } from './visible-text.ts';
import { checkUnpackedSize } from './zip.ts';

/** Text and markdown of a Word document; pictures are left out. */
export const readDocx: Reader = async (content, _request, emit) => {
  checkUnpackedSize(content);
  const { value: html } = await mammoth.convertToHtml({ buffer: content }, {
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    externalFileAccess: false,
  } as never);
  const document = parseHtmlText(`<!doctype html><html><body>${html}</body></html>`);
  for (const image of document.querySelectorAll('img')) image.remove();
  emit({ number: 1, width: 0, height: 0, text: visibleText(document.body), scanned: false });
  return { pageCount: 1, markdown: toMarkdown(document.body) };
};

/** More is data for the SQL workspace, not a document to read. */
const ROWS_MAX = 100_000;

/** Each sheet is a page: its name, then its cells as shown, as CSV. */
export const readWorkbook: Reader = async (content, _request, emit) => {
  if (content[0] === 0x50) checkUnpackedSize(content);
  const workbook = readWorkbookContent(content);
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name]!;
    const rows = spreadsheet.utils.sheet_to_csv(sheet, { blankrows: false, strip: true }).trim();
    emit({ number: index + 1, width: 0, height: 0, text: `Sheet: ${name}\n${rows}`, scanned: false });
  }
  return { pageCount: workbook.SheetNames.length };
};

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
