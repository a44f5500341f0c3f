import type { Box } from './box.ts';

// The parts of a page in reading order. A block points into the text of its page, so that text and structure cannot
// disagree.

export const blockKinds = ['heading', 'paragraph', 'table', 'field', 'checkbox', 'image'] as const;
export type BlockKind = (typeof blockKinds)[number];

export type Block = {
  kind: BlockKind;
  /** Offset in the text of the page. */
  start: number;
  end: number;
  /** Only on drawn pages. */
  box?: Box;
  /** Level of a heading. 1 is the highest. */
  level?: number;
  /** State of a check box. */
  checked?: boolean;
  /** Offsets of the label of a field or check box. */
  label?: [number, number];
  /** Cells of a table, including empty ones. See `listCells`. */
  cells?: CellTable;
  /** Alternative text of an image. */
  alt?: string;
  /** The table continues from the previous page. Its header may have been repeated in the text. */
  continues?: boolean;
};

/** Flat list with six numbers per cell: row and column from 0, rows and columns it spans, start and end in the text. */
export type CellTable = number[];
export type Cell = {
  row: number;
  column: number;
  rows: number;
  columns: number;
  start: number;
  end: number;
};

/** Marks in the text of a table for a place that belongs to the cell above it, or to the one on its left. */
export const coveredMarks = { above: '^^', left: '<<' } as const;

const SIZE = 6;

export function* listCells({ cells = [] }: Pick<Block, 'cells'>): Generator<Cell> {
  for (let at = 0; at + SIZE <= cells.length; at += SIZE) yield cellAt(cells, at);
}

const cellAt = (cells: CellTable, at: number): Cell => ({
  row: cells[at]!,
  column: cells[at + 1]!,
  rows: cells[at + 2]!,
  columns: cells[at + 3]!,
  start: cells[at + 4]!,
  end: cells[at + 5]!,
});

export function addCell(cells: CellTable, cell: Omit<Cell, 'rows' | 'columns'> & Partial<Cell>): void {
  cells.push(cell.row, cell.column, cell.rows ?? 1, cell.columns ?? 1, cell.start, cell.end);
}

/** Finds the block at an offset of the text, by bisection. */
export function blockAt(blocks: readonly Block[], position: number): Block | undefined {
  let [low, high] = [0, blocks.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle]!;
    if (position < block.start) high = middle - 1;
    else if (position >= block.end) low = middle + 1;
    else return block;
  }
  return undefined;
}

/** Returns the texts of a table row by row. A cell that spans several is in its first place. */
export function tableRows(text: string, table: Pick<Block, 'cells'>): string[][] {
  const rows: string[][] = [];
  let width = 0;
  for (const { row, column, columns, start, end } of listCells(table)) {
    while (rows.length <= row) rows.push([]);
    rows[row]![column] = text.slice(start, end);
    width = Math.max(width, column + columns);
  }
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
}
