import * as spreadsheet from '@e965/xlsx';
import { addCell, type Block, type CellTable, coveredMarks } from '../model/blocks.ts';
import type { DocumentPage } from '../model/document.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { isPicture } from './pictures.ts';
import type { Reader } from './reader.ts';
import { checkUnpackedSize, listZipEntries, readZipEntry } from './zip.ts';

/** Larger sheets are data for the SQL workspace, not documents to read. */
const ROWS_MAX = 100_000;

/** Reads each sheet as a page: its name, then its cells as displayed. Adjacent rows are a table. */
export const readWorkbook: Reader = async (content, _request, emit) => {
  if (content[0] === 0x50) checkUnpackedSize(content);
  const workbook = readWorkbookContent(content);
  const notes: string[] = [];
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name]!;
    emit({ number: index + 1, width: 0, height: 0, scanned: false, sheet: name, ...composeSheet(name, sheet) });
    const rowsSaid = spreadsheet.utils.decode_range(sheet['!fullref'] ?? sheet['!ref'] ?? 'A1').e.r + 1;
    if (rowsOf(sheet).length >= ROWS_MAX && rowsSaid > ROWS_MAX)
      notes.push(`Of sheet '${name}' the first ${ROWS_MAX} of ${rowsSaid} rows were read.`);
  }
  const pictures = content[0] === 0x50 ? countPictures(content) : 0;
  if (pictures > 0)
    notes.push(pictures === 1 ? 'A picture in it was not read.' : `${pictures} pictures in it were not read.`);
  return { pageCount: workbook.SheetNames.length, ...(notes.length > 0 && { notes }) };
};

/** Counts the pictures, which are stored beside the sheets. They are reported as not read. */
const countPictures = (content: Buffer): number =>
  listZipEntries(content)
    .filter(({ name }) => /^(?:xl\/media|Pictures)\/[^/]+$/.test(name))
    .filter((entry) => isPicture(readZipEntry(content, entry))).length;

type SheetCell = { t?: string; v?: unknown; w?: string };
type Shown = { column: number; text: string };

const rowsOf = (sheet: spreadsheet.WorkSheet): (SheetCell[] | undefined)[] =>
  ((sheet as { '!data'?: unknown[][] })['!data'] ?? []) as (SheetCell[] | undefined)[];

function composeSheet(name: string, sheet: spreadsheet.WorkSheet): Pick<DocumentPage, 'text' | 'blocks' | 'places'> {
  const parts = [`Sheet: ${name}`];
  const values: number[] = [];
  const blocks: Block[] = [];
  let length = parts[0]!.length;
  let region: { row: number; cells: Shown[] }[] = [];
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const flush = (): void => {
    if (region.length > 0)
      blocks.push(writeRegion(region, { write, position: () => length, values, spans: spansOf(sheet) }));
    region = [];
  };
  for (const [row, cells] of rowsOf(sheet).entries()) {
    const shown = (cells ?? []).flatMap((cell, column): Shown[] => {
      const text = textOf(cell);
      return text === '' ? [] : [{ column, text }];
    });
    if (shown.length === 0) flush();
    else region.push({ row, cells: shown });
  }
  flush();
  return { text: parts.join(''), blocks, places: { kind: 'cell', values } };
}

const textOf = (cell: SheetCell | undefined): string =>
  cell?.v === undefined || cell.v === null
    ? ''
    : String(cell.w ?? cell.v)
        .replace(/\s+/g, ' ')
        .replaceAll('|', '¦')
        .trim();

function spansOf(sheet: spreadsheet.WorkSheet): Spans {
  const merges = (sheet['!merges'] ?? []) as spreadsheet.Range[];
  const spans: Spans = { sizes: new Map(), marks: new Map() };
  for (const { s, e } of merges) {
    spans.sizes.set(`${s.r},${s.c}`, [e.r - s.r + 1, e.c - s.c + 1]);
    if ((e.r - s.r + 1) * (e.c - s.c + 1) > MERGED_MAX) continue;
    for (let row = s.r; row <= e.r; row += 1)
      for (let column = s.c; column <= e.c; column += 1)
        if (row > s.r || column > s.c)
          spans.marks.set(`${row},${column}`, row > s.r ? coveredMarks.above : coveredMarks.left);
  }
  return spans;
}

/** Most cells that are merged into one. A larger area is a background, not a table. */
const MERGED_MAX = 10_000;

/** By `row,column`: how many rows and columns a cell spans, and the marks for the places that it covers. */
type Spans = { sizes: Map<string, [number, number]>; marks: Map<string, string> };

type Target = {
  write(text: string): void;
  position(): number;
  values: number[];
  spans: Spans;
};

/** In larger areas, a few distant cells are written without the millions of empty ones between them. */
const AREA_MAX = 2_000_000;

/** Writes lines if there is only one column, otherwise a table with its empty cells. */
function writeRegion(region: { row: number; cells: Shown[] }[], { write, position, values, spans }: Target): Block {
  const first = region.reduce((least, { cells }) => Math.min(least, cells[0]!.column), Number.POSITIVE_INFINITY);
  const last = region.reduce((most, { cells }) => Math.max(most, cells.at(-1)!.column), 0);
  const cells: CellTable = [];
  if (region.length * (last - first + 1) > AREA_MAX) return writeSparse(region, { write, position, values });
  write('\n');
  const start = position();
  for (const [index, { row, cells: shown }] of region.entries()) {
    if (index > 0) write('\n');
    if (last > first) write('|');
    let next = 0;
    for (let column = first; column <= last; column += 1) {
      if (last > first) write(' ');
      const text = shown[next]?.column === column ? shown[next++]!.text : '';
      const mark = index > 0 || column > first ? (spans.marks.get(`${row},${column}`) ?? '') : '';
      const [rows, columns] = spans.sizes.get(`${row},${column}`) ?? [1, 1];
      const start = position();
      if (text !== '' || mark === '')
        addCell(cells, { row: index, column: column - first, rows, columns, start, end: start + text.length });
      if (text !== '') values.push(start, start + text.length, row + 1, column + 1);
      const shownText = text === '' && last > first ? mark : text;
      write(shownText);
      if (last > first) write(shownText === '' ? '|' : ' |');
    }
    if (index === 0 && last > first) write(`\n|${' --- |'.repeat(last - first + 1)}`);
  }
  return last > first
    ? { kind: 'table', start, end: position(), cells }
    : { kind: 'paragraph', start, end: position() };
}

function writeSparse(
  region: { row: number; cells: Shown[] }[],
  { write, position, values }: Omit<Target, 'spans'>,
): Block {
  const start = position() + 1;
  for (const { row, cells } of region) {
    write('\n');
    for (const [index, { column, text }] of cells.entries()) {
      if (index > 0) write(' | ');
      values.push(position(), position() + text.length, row + 1, column + 1);
      write(text);
    }
  }
  return { kind: 'paragraph', start, end: position() };
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
