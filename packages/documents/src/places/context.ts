import { blockAt, listCells } from '../model/blocks.ts';
import type { LocatablePage } from './place.ts';

/** The surroundings of a value, which say what it is. */
export type ValueContext = {
  /** The rest of its line before and after the value, at most 80 characters each. */
  before: string;
  after: string;
  /** The label of a field or check box. */
  label?: string;
  /** In a table: the header of its column, and the first cell of its row. */
  column?: string;
  row?: string;
};

const CHARACTERS_MAX = 80;

export function contextOf(page: LocatablePage, start: number, end: number): ValueContext {
  const { text, blocks = [] } = page;
  const line = [text.lastIndexOf('\n', start - 1) + 1, text.indexOf('\n', end)] as const;
  const lineEnd = line[1] < 0 ? text.length : line[1];
  const context: ValueContext = {
    before: text.slice(Math.max(line[0], start - CHARACTERS_MAX), start),
    after: text.slice(end, Math.min(lineEnd, end + CHARACTERS_MAX)),
  };
  const block = blockAt(blocks, start);
  if (block?.label) context.label = text.slice(...block.label).trim();
  return block?.kind === 'table' ? { ...context, ...headsOf(text, block, start) } : context;
}

function headsOf(
  text: string,
  table: Parameters<typeof listCells>[0],
  start: number,
): Pick<ValueContext, 'column' | 'row'> {
  const cells = [...listCells(table)];
  const own = cells.find((cell) => cell.start <= start && start <= cell.end && cell.end > cell.start);
  if (own === undefined) return {};
  const head = cells.find(
    ({ row, column, columns }) => row === 0 && column <= own.column && own.column < column + columns,
  );
  const first = cells.find(({ row, rows, column }) => column === 0 && row <= own.row && own.row < row + rows);
  return {
    ...(head && head !== own && { column: text.slice(head.start, head.end).trim() }),
    ...(first && first !== own && { row: text.slice(first.start, first.end).trim() }),
  };
}
