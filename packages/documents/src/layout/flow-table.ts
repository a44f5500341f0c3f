import { addCell, type CellTable, coveredMarks } from '../model/blocks.ts';

// Writes a table as Markdown while its rows and cells come in, including cells that span several.

export type TableWriter = {
  openTable(): void;
  openRow(): void;
  openCell(rows: number, columns: number): void;
  closeCell(): void;
  closeRow(): void;
  closeTable(): void;
};

export type Table = {
  start: number;
  row: number;
  column: number;
  width: number;
  cells: CellTable;
  /** Columns that a cell of a row above still covers, with the number of rows left. */
  covered: Map<number, number>;
  cell: { start: number; rows: number; columns: number } | undefined;
};

const SPAN_MAX = 200;

type Text = {
  write(text: string): void;
  /** Ends the open piece of text. */
  close(): void;
  position(): number;
  openTable(): void;
  openCell(): void;
  closeTable(table: Table): void;
};

/** `tables` are the open tables, the innermost last. */
export function createTableWriter(tables: Table[], text: Text): TableWriter {
  const { write, close, position } = text;
  return {
    openTable() {
      text.openTable();
      tables.push({ start: position(), row: -1, column: 0, width: 0, cells: [], covered: new Map(), cell: undefined });
    },
    openRow() {
      const table = tables.at(-1);
      if (table === undefined) return;
      if (table.row >= 0) write('\n');
      table.row += 1;
      table.column = 0;
      write('|');
      writeCovered(table, write);
    },
    openCell(rows, columns) {
      const table = tables.at(-1);
      if (table === undefined || table.row < 0) return;
      write(' ');
      text.openCell();
      table.cell = { start: position(), rows: clamp(rows), columns: clamp(columns) };
    },
    closeCell() {
      const table = tables.at(-1);
      if (table?.cell === undefined) return;
      close();
      const { start, rows, columns } = table.cell;
      table.cell = undefined;
      addCell(table.cells, { row: table.row, column: table.column, rows, columns, start, end: position() });
      write(position() > start ? ' |' : '|');
      write(` ${coveredMarks.left} |`.repeat(columns - 1));
      if (rows > 1) for (let at = 0; at < columns; at += 1) table.covered.set(table.column + at, rows - 1);
      table.column += columns;
      writeCovered(table, write);
    },
    closeRow() {
      const table = tables.at(-1);
      if (table === undefined || table.row < 0) return;
      if (table.row === 0) {
        table.width = table.column;
        write(`\n|${' --- |'.repeat(Math.max(1, table.width))}`);
      } else if (table.column < table.width) write(' |'.repeat(table.width - table.column));
    },
    closeTable() {
      const table = tables.pop();
      if (table) text.closeTable(table);
    },
  };
}

const clamp = (span: number): number => Math.min(SPAN_MAX, Math.max(1, span || 1));

/** Writes the places that a cell of a row above covers. */
function writeCovered(table: Table, write: (text: string) => void): void {
  for (let left = table.covered.get(table.column); left !== undefined; left = table.covered.get(table.column)) {
    write(` ${coveredMarks.above} |`);
    if (left > 1) table.covered.set(table.column, left - 1);
    else table.covered.delete(table.column);
    table.column += 1;
  }
}
