import * as spreadsheet from '@e965/xlsx';
import { addCell, type Block, type CellTable } from '../model/blocks.ts';
import type { DocumentPage } from '../model/document.ts';
import { type Reader, UnreadableFile } from './reader.ts';
import { checkUnpackedSize } from './zip.ts';

/** More is data for the SQL workspace, not a document to read. */
const ROWS_MAX = 100_000;

/** Each sheet is a page: its name, then its cells as shown. Rows without a gap between them are a table. */
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
  return { pageCount: workbook.SheetNames.length, ...(notes.length > 0 && { notes }) };
};

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

/** `row,column` → rows and columns of a merged cell. */
function spansOf(sheet: spreadsheet.WorkSheet): Map<string, [number, number]> {
  const merges = (sheet['!merges'] ?? []) as spreadsheet.Range[];
  return new Map(merges.map(({ s, e }) => [`${s.r},${s.c}`, [e.r - s.r + 1, e.c - s.c + 1]]));
}

type Target = {
  write(text: string): void;
  position(): number;
  values: number[];
  spans: Map<string, [number, number]>;
};

/** A few cells far apart are written without the millions of empty ones between them. */
const AREA_MAX = 2_000_000;

/** Lines when there is only one column, else a table with its empty cells. */
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
      const [rows, columns] = spans.get(`${row},${column}`) ?? [1, 1];
      addCell(cells, {
        row: index,
        column: column - first,
        rows,
        columns,
        start: position(),
        end: position() + text.length,
      });
      if (text !== '') values.push(position(), position() + text.length, row + 1, column + 1);
      write(text);
      if (last > first) write(text === '' ? '|' : ' |');
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
