import type { Box } from './box.ts';

// What a page is made of, in reading order. A block points into the text of its page, so that text and structure cannot
// disagree.

export const blockKinds = ['heading', 'paragraph', 'table', 'field', 'checkbox', 'image'] as const;
export type BlockKind = (typeof blockKinds)[number];

export type Block = {
  kind: BlockKind;
  /** In the text of the page. */
  start: number;
  end: number;
  /** Drawn pages only. */
  box?: Box;
  /** Headings: 1 is the highest. */
  level?: number;
  /** Check boxes. */
  checked?: boolean;
  /** Fields (label and value) and check boxes: where the label stands. */
  label?: [number, number];
  /** Tables: its cells, see `listCells`. Empty ones are there too. */
  cells?: CellTable;
  /** Images: what their makers say they show. */
  alt?: string;
  /** The table goes on from the page before. Its header may have been repeated in the text. */
  continues?: boolean;
};

/** Flat, six numbers a cell: row and column from 0, rows and columns it spans, start and end in the text. */
export type CellTable = number[];
export type Cell = {
  row: number;
  column: number;
  rows: number;
  columns: number;
  start: number;
  end: number;
};

/** In the text of a table: a place that belongs to the cell above it, or to the one on its left. */
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

/** The block at a place in the text, by bisection. */
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

/** The texts of a table, row by row; a cell that spans several stands in its first place. */
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
