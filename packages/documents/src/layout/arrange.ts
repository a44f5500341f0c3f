import type { Box } from '../model/box.ts';
import { writeCheckBoxes } from './check-boxes.ts';
import { between, boxOfPieces, type Composed, type Composer, createComposer } from './compose.ts';
import { checkBox, heightOf, median, type Piece, type Row, type Rules, type Segment } from './piece.ts';
import { toSegments } from './rows.ts';
import { headerFrom, headerOf, type TableBefore, toBarredGrid, toGrid, writeTable } from './table.ts';
import { toZones, type Zone } from './zones.ts';

// Arranges the words of a page in reading order: columns one after the other, tables with their empty cells, labels
// with their values, check boxes with their state.

/** A page with more words, such as one full of dots, is not arranged further. The rest follows in the given order. */
const PIECES_MAX = 20_000;

/** Values of form fields with their names, which follow the text. */
type Filled = { name: string; value: string; box: Box; checked?: boolean };
export type Arranger = (pieces: readonly Piece[], rules?: Rules, filled?: readonly Filled[]) => Composed;

/** Arranges the pages of one document in order, because a table may continue on the next page. */
export function createArranger(): Arranger {
  let before: TableBefore | undefined;
  return (pieces, rules = { horizontal: [], vertical: [] }, filled = []) => {
    const composer = createComposer();
    const page = { composer, rules, height: median(pieces.map(heightOf)), before };
    const state = writeSegments(page, toSegments(pieces.slice(0, PIECES_MAX)));
    before = state;
    if (pieces.length > PIECES_MAX) {
      composer.write('\n\n');
      composer.pieces(pieces.slice(PIECES_MAX));
    }
    for (const field of filled) writeFilled(composer, field);
    return composer.finish();
  };
}

function writeFilled(composer: Composer, { name, value, box, checked }: Filled): void {
  if (composer.position() > 0) composer.write('\n');
  const start = composer.position();
  if (checked !== undefined) {
    composer.pieces([checkBox(checked, box)]);
    composer.write(` ${name}`);
    composer.addBlock({ kind: 'checkbox', start, checked, label: [start + 4, composer.position()], box });
    return;
  }
  composer.write(name === '' ? '' : `${name}: `);
  const label: [number, number] = [start, start + name.length];
  // The words of a value share the box of its field.
  const words = value.split(/\s+/).filter((text) => text !== '');
  composer.pieces(words.map((text) => ({ text, box, seen: box, confidence: 1 })));
  composer.addBlock({ kind: 'field', start, label, box });
}

type Page = { composer: Composer; rules: Rules; height: number; before: TableBefore | undefined };

/** Returns the table at the end of the page, which may continue on the next. */
function writeSegments(page: Page, segments: Segment[]): TableBefore | undefined {
  let last: TableBefore | undefined;
  for (const [index, zone] of toZones(segments).entries()) {
    if (index > 0) page.composer.write('\n\n');
    last = writeZone(page, zone, last) ?? (isFooter(page, zone) ? last : undefined);
  }
  return last;
}

/** A page number or a line of small print after a table does not end it. */
const isFooter = (_page: Page, zone: Zone): boolean => zone.kind === 'lines' && zone.rows.length <= 2;

function writeZone(page: Page, zone: Zone, last: TableBefore | undefined): TableBefore | undefined {
  if (zone.kind === 'lines') {
    writeLines(page, zone.rows);
    return undefined;
  }
  if (zone.kind === 'columns') {
    for (const [index, column] of zone.columns.entries()) {
      if (index > 0) page.composer.write('\n\n');
      writeSegments(page, toSegments(column.flatMap(({ pieces }) => pieces)));
    }
    return undefined;
  }
  if (zone.kind === 'fields') {
    for (const [index, row] of zone.rows.entries()) {
      if (index > 0) page.composer.write('\n');
      writeField(page.composer, row);
    }
    return undefined;
  }
  if (zone.kind === 'barred') {
    // The positions of bars depend on the words, so only their number shows that a table continues.
    const barred = toBarredGrid(zone.rows);
    const head = headerFrom(last ?? page.before, [], barred);
    writeTable(page.composer, barred, head);
    return { columns: [], header: head ?? headerOf(barred) };
  }
  const grid = toGrid(zone.rows, zone.columns, page.rules);
  if (grid.length < 2) {
    writeLines(page, zone.rows);
    return undefined;
  }
  const repeated = last === undefined ? headerFrom(page.before, zone.columns, grid) : undefined;
  writeTable(page.composer, grid, repeated);
  return { columns: zone.columns, header: repeated ?? headerOf(grid) };
}

/** Writes `Invoice number: A-4711`, whether or not the colon is printed. */
function writeField(composer: Composer, { segments: [label, ...values] }: Row): void {
  const start = composer.position();
  const labelRange = composer.pieces(label!.pieces);
  if (values.length > 0 && !label!.pieces.at(-1)!.text.endsWith(':')) composer.write(':');
  for (const value of values) {
    composer.write(' ');
    composer.pieces(value.pieces);
  }
  const box = boxOfPieces([label!, ...values].flatMap(({ pieces }) => pieces));
  composer.addBlock({ kind: 'field', start, label: labelRange, ...(box && { box }) });
}

/** Writes lines of text, with an empty line at gaps and around headings. */
function writeLines(page: Page, rows: Row[]): void {
  let open: { start: number; pieces: Piece[] } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const box = boxOfPieces(open.pieces);
    page.composer.addBlock({ kind: 'paragraph', start: open.start, ...(box && { box }) });
    open = undefined;
  };
  for (const [index, row] of rows.entries()) {
    const kind = kindOfLine(page, row);
    const above = rows[index - 1];
    const isApart = above !== undefined && row.box[1] - above.box[3] > 0.9 * Math.max(heightOf(above), heightOf(row));
    if (kind !== 'paragraph' || isApart) close();
    const last = above?.segments.at(-1)?.pieces.at(-1);
    if (last?.broken) page.composer.write(between(last, row.segments[0]!.pieces[0]!));
    else if (above) page.composer.write(isApart ? '\n\n' : '\n');
    const start = page.composer.position();
    const pieces = row.segments.flatMap((segment) => segment.pieces);
    if (kind === 'checkbox') {
      writeCheckBoxes(page.composer, pieces);
      continue;
    }
    if (kind === 'paragraph') open ??= { start, pieces: [] };
    const label = writeLine(page.composer, row);
    if (kind === 'paragraph') open!.pieces.push(...pieces);
    else addLineBlock(page, kind, { start, label, pieces });
  }
  close();
}

type LineKind = 'heading' | 'field' | 'checkbox' | 'paragraph';

function addLineBlock(
  page: Page,
  kind: Exclude<LineKind, 'paragraph' | 'checkbox'>,
  { start, label, pieces }: { start: number; label: [number, number] | undefined; pieces: Piece[] },
): void {
  const box = boxOfPieces(pieces);
  const base = { kind, start, ...(box && { box }) };
  if (kind === 'heading') page.composer.addBlock({ ...base, level: levelOf(page, pieces) });
  else page.composer.addBlock({ ...base, ...(label && { label }) });
}

/** Writes the segments of a line with a wide gap between them. Returns the label if the line is `label: value`. */
function writeLine(composer: Composer, { segments }: Row): [number, number] | undefined {
  const start = composer.position();
  let label: [number, number] | undefined;
  for (const [index, { pieces }] of segments.entries()) {
    if (index > 0) composer.write('   ');
    const at = label === undefined ? pieces.findIndex(({ text }) => text.endsWith(':')) : -1;
    if (at < 0 || (index === 0 && at === pieces.length - 1 && segments.length === 1)) composer.pieces(pieces);
    else {
      const [, end] = composer.pieces(pieces.slice(0, at + 1));
      label = [start, end];
      if (at + 1 < pieces.length) composer.write(' ');
      composer.pieces(pieces.slice(at + 1));
    }
  }
  return label;
}

const LABEL_WORDS_MAX = 6;

function kindOfLine({ height }: Page, { segments }: Row): LineKind {
  const pieces = segments.flatMap((segment) => segment.pieces);
  const boxes = pieces.filter(({ checked }) => checked !== undefined).length;
  if (boxes > 0) return 'checkbox';
  if (pieces.length <= 12 && median(pieces.map(heightOf)) > 1.25 * height && pieces.some(isWord)) return 'heading';
  const colon = pieces.findIndex(({ text }) => text.endsWith(':'));
  return colon >= 0 && colon < LABEL_WORDS_MAX && colon < pieces.length - 1 ? 'field' : 'paragraph';
}

const isWord = ({ text }: Piece): boolean => /\p{L}{2}/u.test(text);

function levelOf({ height }: Page, pieces: Piece[]): number {
  const size = median(pieces.map(heightOf)) / Math.max(0.1, height);
  return size > 1.9 ? 1 : size > 1.5 ? 2 : 3;
}
