import type { Block } from '../model/blocks.ts';
import type { DocumentPage, PlaceTable } from '../model/document.ts';
import { createTableWriter, type Table, type TableWriter } from './flow-table.ts';
import { blocksOfLine, drawCheckBoxes } from './line-blocks.ts';

// Writes the text of formats that have no pages, as its parts come: blocks on lines of their own, tables as Markdown
// with their empty cells, check boxes with their state. Keeps which paragraph each piece of it belongs to.

export type Flow = TableWriter & {
  /** White space is one blank, wherever it stands. */
  text(text: string): void;
  lineBreak(): void;
  /** A block begins or ends here; `loose`: with an empty line around it. */
  breakBlock(loose: boolean): void;
  /** Paragraphs that count although they may be empty. */
  countParagraph(): void;
  heading(level: number | undefined): void;
  /** A picture that nobody reads: models are told where it is. */
  picture(alt: string): void;
  /** What was written is a term; what follows says what it means. */
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
  let [length, breaks, blank, paragraph] = [0, 0, false, 0];
  let level: number | undefined;
  let isTerm = false;
  let pictures = 0;
  /** The piece of text that is being written, up to the next break. */
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
        // The next paragraph of a cell follows after a blank.
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
    picture(given) {
      const alt = given.replace(/\s+/g, ' ').trim().slice(0, ALT_MAX);
      pictures += 1;
      const isInTable = tables.length > 0;
      if (!isInTable) flow.breakBlock(false);
      const from = blocks.length;
      flow.text(alt === '' ? ' [image] ' : ` [image: ${alt}] `);
      if (isInTable) return;
      flow.breakBlock(false);
      const { start, end } = blocks[from]!;
      blocks.splice(from, blocks.length - from, { kind: 'image', start, end, ...(alt !== '' && { alt }) });
    },
    ...createTableWriter(tables, { write, close, position: () => length, openTable, openCell, closeTable }),
    finish() {
      isTerm = false;
      close();
      return { text: parts.join(''), blocks, places, ...(pictures > 0 && { pictures }) };
    },
  };
  return flow;
}
