import type { Block } from '../model/blocks.ts';
import type { DocumentPage, PlaceTable } from '../model/document.ts';
import { createTableWriter, type Table, type TableWriter } from './flow-table.ts';
import { blocksOfLine, drawCheckBoxes } from './line-blocks.ts';

// Writes the text of formats without pages while its parts come in: blocks on separate lines, tables as Markdown with
// their empty cells, check boxes with their state. Records the paragraph of each piece.

export type Flow = TableWriter & {
  /** Writes text. Any white space becomes one space. */
  text(text: string): void;
  lineBreak(): void;
  /** Begins or ends a block. `loose` puts an empty line around it. */
  breakBlock(loose: boolean): void;
  /** Counts a paragraph even if it is empty. */
  countParagraph(): void;
  heading(level: number | undefined): void;
  /** Marks a picture that is not read, so that models know where it is. */
  picture(alt: string): void;
  /** Marks the text before as a term, which the following text defines. */
  term(): void;
  finish(): FlowText;
};

export type FlowText = Required<Pick<DocumentPage, 'text' | 'blocks' | 'places'>> & Pick<DocumentPage, 'pictures'>;

const ALT_MAX = 300;

export function createFlow({ countsAll = false }: { countsAll?: boolean } = {}): Flow {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const places: PlaceTable = { kind: 'paragraph', values: [] };
  const tables: Table[] = [];
  const pictures = createPictures(blocks);
  let [length, breaks, blank, paragraph] = [0, 0, false, 0];
  let level: number | undefined;
  let isTerm = false;
  /** The piece of text up to the next break. */
  let open: { start: number; parts: string[]; level: number | undefined } | undefined;
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const close = (): void => {
    if (open === undefined) return;
    const { start, parts: own, level: rank } = open;
    open = undefined;
    places.values.push(start, length, paragraph);
    if (tables.length > 0) return;
    const line = own.join('');
    if (rank !== undefined) blocks.push({ kind: 'heading', start, end: length, level: rank });
    else blocks.push(...blocksOfLine(line, start));
  };
  const openTable = (): void => {
    isTerm = false;
    flow.breakBlock(true);
    if (length > 0) write('\n'.repeat(breaks));
    [breaks, blank] = [0, false];
  };
  const closeTable = (table: Table): void => {
    if (table.cells.length > 0) blocks.push({ kind: 'table', start: table.start, end: length, cells: table.cells });
    [breaks, blank] = [2, false];
  };
  const openCell = (): void => {
    [breaks, blank] = [0, false];
  };
  const flow: Flow = {
    text(given) {
      const text = drawCheckBoxes(given.replace(/\s+/g, ' '));
      const inner = text.trim();
      if (text.startsWith(' ')) blank = true;
      if (inner === '') return;
      if (isTerm && open) {
        write(': ');
        open.parts.push(': ');
      } else if (open === undefined) {
        if (breaks > 0 && length > 0) write('\n'.repeat(breaks));
        if (!countsAll) paragraph += 1;
        open = { start: length, parts: [], level };
      } else if (blank) {
        write(' ');
        open.parts.push(' ');
      }
      [breaks, blank, isTerm] = [0, text.endsWith(' '), false];
      write(tables.length > 0 ? inner.replaceAll('|', '¦') : inner);
      open.parts.push(inner);
    },
    lineBreak() {
      if (tables.at(-1)?.cell) {
        blank = true;
        return;
      }
      close();
      blank = false;
      breaks = Math.max(breaks, 1);
    },
    breakBlock(loose) {
      if (isTerm) return;
      close();
      if (tables.at(-1)?.cell) {
        blank = true;
        // The next paragraph of a cell follows after a space.
        if (length > tables.at(-1)!.cell!.start) breaks = 0;
        return;
      }
      blank = false;
      breaks = Math.max(breaks, loose ? 2 : 1);
    },
    countParagraph: () => {
      if (countsAll) paragraph += 1;
    },
    heading: (rank) => {
      level = rank;
    },
    term: () => {
      isTerm = open !== undefined;
    },
    picture: (given) => pictures.write(flow, given, tables.length > 0),
    ...createTableWriter(tables, { write, close, position: () => length, openTable, openCell, closeTable }),
    finish() {
      isTerm = false;
      close();
      return { text: parts.join(''), blocks, places, ...(pictures.count > 0 && { pictures: pictures.count }) };
    },
  };
  return flow;
}

/** Writes pictures as marks in the text, and as blocks outside tables. */
function createPictures(blocks: Block[]) {
  return {
    count: 0,
    write(flow: Flow, given: string, isInTable: boolean): void {
      const alt = given.replace(/\s+/g, ' ').trim().slice(0, ALT_MAX);
      this.count += 1;
      if (!isInTable) flow.breakBlock(false);
      const from = blocks.length;
      flow.text(alt === '' ? ' [image] ' : ` [image: ${alt}] `);
      if (isInTable) return;
      flow.breakBlock(false);
      const { start, end } = blocks[from]!;
      blocks.splice(from, blocks.length - from, { kind: 'image', start, end, ...(alt !== '' && { alt }) });
    },
  };
}
