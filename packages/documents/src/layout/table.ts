import { addCell, type CellTable } from '../model/blocks.ts';
import type { Interval } from './columns.ts';
import { boxOfPieces, type Composer } from './compose.ts';
import { heightOf, isBar, isFigure, type Piece, type Row, type Rules, type Segment } from './piece.ts';

export type Grid = Piece[][][];

/** The layout of the previous page's table, to recognize its continuation. */
export type TableBefore = { columns: Interval[]; header: string[] };

/** Builds the cells of a table by row and column. Lines inside a cell are joined. */
export function toGrid(rows: readonly Row[], columns: Interval[], rules: Rules): Grid {
  const grid: { cells: Piece[][]; box: Row['box'] }[] = [];
  for (const row of rows) {
    const cells = columns.map((): Piece[] => []);
    for (const segment of row.segments) placeSegment(cells, columns, segment);
    const last = grid.at(-1);
    if (last && isContinuation(last, { cells, box: row.box }, rules)) {
      for (const [index, pieces] of cells.entries()) last.cells[index]!.push(...pieces);
      last.box = [last.box[0], last.box[1], last.box[2], row.box[3]];
    } else grid.push({ cells, box: row.box });
  }
  return grid.map(({ cells }) => cells);
}

/** Builds the cells between the bars of each row. */
export const toBarredGrid = (rows: readonly Row[]): Grid =>
  rows.map(({ segments }) => {
    const cells: Piece[][] = [];
    for (const piece of segments.flatMap((segment) => segment.pieces)) {
      if (isBar(piece)) cells.push([]);
      else cells.at(-1)!.push(piece);
    }
    return cells.slice(0, -1);
  });

/** Puts each word in its own column if they are clearly apart. A text that runs over stays in its first column. */
function placeSegment(cells: Piece[][], columns: Interval[], { pieces }: Segment): void {
  let previous: { piece: Piece; column: number } | undefined;
  for (const piece of pieces) {
    let column = columnAt(columns, (piece.box[0] + piece.box[2]) / 2);
    const gap = previous ? piece.box[0] - previous.piece.box[2] : Number.POSITIVE_INFINITY;
    if (previous && column !== previous.column && gap < 0.34 * heightOf(piece) && !isFigure(piece))
      column = previous.column;
    cells[column]!.push(piece);
    previous = { piece, column };
  }
}

/** Finds the column at x. Columns end in the middle of the gaps. */
function columnAt(columns: Interval[], x: number): number {
  for (let index = 0; index < columns.length - 1; index += 1) {
    if (x < (columns[index]![1] + columns[index + 1]![0]) / 2) return index;
  }
  return columns.length - 1;
}

type GridRow = { cells: Piece[][]; box: Row['box'] };

/** Whether a line continues the cells of the row above: it has nothing in the first column and no number. */
function isContinuation(above: GridRow, row: GridRow, rules: Rules): boolean {
  const between = (above.box[3] + row.box[1]) / 2;
  const slack = Math.max(2, heightOf(row) / 2);
  const isRuled = rules.horizontal.some(
    ({ at, from, to }) =>
      Math.abs(at - between) < slack + (row.box[1] - above.box[3]) / 2 && to > row.box[0] && from < row.box[2],
  );
  if (isRuled) return false;
  const isInRuledRow = rules.horizontal.length >= 3 && isBetweenRules(above, row, rules);
  const isClose = row.box[1] - above.box[3] <= 0.6 * heightOf(row);
  if (row.cells[0]!.length > 0) return isInRuledRow && isClose && !isRecord(above, row);
  return (
    isClose &&
    row.cells.every(
      (pieces, index) => pieces.length === 0 || (above.cells[index]!.length > 0 && !pieces.every(isFigure)),
    )
  );
}

/** Whether half of the columns begin with a number in both rows, as in two records under each other. */
function isRecord(above: GridRow, row: GridRow): boolean {
  const filled = row.cells.slice(1).filter((pieces) => pieces.length > 0).length;
  const pairs = row.cells.slice(1).filter((pieces, index) => {
    const over = above.cells[index + 1]![0];
    return pieces[0] !== undefined && over !== undefined && isAmount(pieces[0]) && isAmount(over);
  }).length;
  return pairs > 0 && pairs >= filled / 2;
}

const isAmount = ({ text }: Piece): boolean => /^[^\p{L}\d]{0,3}\d/u.test(text);

/** Whether there is no line here in a table that draws lines between its rows. */
const isBetweenRules = (above: GridRow, row: GridRow, { horizontal }: Rules): boolean =>
  horizontal.some(({ at }) => at < above.box[1] + 2 && above.box[1] - at < 60) &&
  horizontal.some(({ at }) => at > row.box[3] - 2 && at - row.box[3] < 60);

/** Writes Markdown with the first row as the header. */
export function writeTable(composer: Composer, grid: Grid, repeated: string[] | undefined): void {
  const start = composer.position();
  const cells: CellTable = [];
  if (repeated) {
    composer.write(`| ${repeated.join(' | ')} |\n`);
    writeDivider(composer, repeated.length);
  }
  for (const [row, texts] of grid.entries()) {
    if (row > 0) composer.write('\n');
    composer.write('|');
    for (const [column, pieces] of texts.entries()) {
      composer.write(' ');
      const [from, to] = composer.pieces(pieces.map(withoutBars));
      addCell(cells, { row, column, start: from, end: to });
      composer.write(pieces.length === 0 ? '|' : ' |');
    }
    if (row === 0 && !repeated) {
      composer.write('\n');
      writeDivider(composer, texts.length, '');
    }
  }
  const box = boxOfPieces(grid.flat(2));
  composer.addBlock({ kind: 'table', start, cells, ...(box && { box }), ...(repeated && { continues: true }) });
}

const writeDivider = (composer: Composer, columns: number, end = '\n'): void =>
  composer.write(`|${' --- |'.repeat(columns)}${end}`);

const withoutBars = (piece: Piece): Piece =>
  piece.text.includes('|') ? { ...piece, text: piece.text.replaceAll('|', '¦') } : piece;

export const headerOf = (grid: Grid): string[] =>
  (grid[0] ?? []).map((pieces) => pieces.map(({ text }) => text).join(' '));

/** Returns the previous page's header if the columns are the same and the table has no header. */
export function headerFrom(before: TableBefore | undefined, columns: Interval[], grid: Grid): string[] | undefined {
  if (before === undefined || before.columns.length !== columns.length) return undefined;
  if (before.header.length !== grid[0]?.length) return undefined;
  const isAligned = columns.every(([from, to], index) => {
    const [oldFrom, oldTo] = before.columns[index]!;
    return from < oldTo && to > oldFrom;
  });
  if (!isAligned) return undefined;
  const own = headerOf(grid);
  const isHeader = own.filter((text) => text !== '').every((text) => !/\d/.test(text));
  return isHeader ? undefined : before.header;
}
