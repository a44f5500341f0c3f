import type { EvidenceView } from '@errand/contract/evidence.ts';
import { listCells } from '@errand/documents/model/blocks.ts';
import type { DocumentPage } from '@errand/documents/model/document.ts';
import type { Static } from 'typebox';

export type View = Static<typeof EvidenceView>;
/** What is shown. All other members of the answer are null. */
export type Shown = Pick<View, 'kind'> & Partial<Omit<View, 'kind' | 'file'>>;

export const evidenceView = (file: string | null, shown: Shown): View => ({
  file,
  page: null,
  pages: null,
  width: null,
  height: null,
  image: null,
  text: null,
  cut: false,
  table: null,
  mark: null,
  note: null,
  ...shown,
});

/** As much as a page can show without freezing. */
const CHARACTERS_MAX = 100_000;

/** Shows the text around a range. */
export function showText(text: string, range: { start: number; end: number } | undefined): Shown {
  const from = Math.max(0, Math.min((range?.start ?? 0) - CHARACTERS_MAX / 2, text.length - CHARACTERS_MAX));
  const shown = text.slice(from, from + CHARACTERS_MAX);
  const mark = range && { start: range.start - from, end: Math.min(range.end - from, shown.length) };
  return { kind: 'text', text: shown, cut: shown.length < text.length, mark: mark ?? null };
}

const ROWS_AROUND = 50;
const COLUMNS_MAX = 60;

type Placed = { row: number; column: number; start: number; end: number };

/** Shows the rows around a cell of a sheet. */
export function showTable(
  { text, sheet, places }: Pick<DocumentPage, 'text' | 'sheet' | 'places'>,
  { cell }: { cell?: string | undefined },
): Shown {
  const values = places?.values ?? [];
  const cells: Placed[] = [];
  for (let at = 0; at < values.length; at += 4) {
    const [start, end, row, column] = values.slice(at, at + 4) as [number, number, number, number];
    cells.push({ start, end, row, column });
  }
  return showCells(text, cells, readCell(cell), sheet);
}

/** Shows the rows around a place in a CSV file. Returns undefined if its cells are unknown. */
export function showLines(
  { text, blocks }: Pick<DocumentPage, 'text' | 'blocks'>,
  range: { start: number; end: number } | undefined,
): Shown | undefined {
  const table = blocks?.find(({ kind }) => kind === 'table');
  if (table?.cells === undefined) return undefined;
  const cells = [...listCells(table)].map((cell) => ({ ...cell, row: cell.row + 1, column: cell.column + 1 }));
  const marked = range && cells.find(({ start, end }) => range.start >= start && range.start < end);
  return showCells(text, cells, marked && { row: marked.row, column: marked.column });
}

function showCells(
  text: string,
  cells: readonly Placed[],
  marked: { row: number; column: number } | undefined,
  sheet?: string,
): Shown {
  const firstRow = Math.max(1, (marked?.row ?? 1) - ROWS_AROUND);
  const rows: string[][] = [];
  for (const { row, column, start, end } of cells) {
    if (row < firstRow || row > firstRow + 2 * ROWS_AROUND || column > COLUMNS_MAX) continue;
    const line = rows[row - firstRow] ?? [];
    line[column - 1] = text.slice(start, end);
    rows[row - firstRow] = line;
  }
  const width = Math.max(0, ...rows.map((line) => line?.length ?? 0));
  const filled = Array.from(rows, (line) => Array.from({ length: width }, (_, column) => line?.[column] ?? ''));
  return {
    kind: 'table',
    table: { sheet: sheet ?? null, first_row: firstRow, rows: filled },
    mark: marked ?? null,
  };
}

/** Reads a cell such as `B7` as row and column, counted from 1. */
function readCell(cell: string | undefined): { row: number; column: number } | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(cell ?? '') ?? [];
  if (letters === undefined || row === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(row), column };
}
