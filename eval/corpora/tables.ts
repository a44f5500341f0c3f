import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadReader } from '../../packages/documents/src/kinds/load-reader.ts';
import { listCells } from '../../packages/documents/src/model/blocks.ts';
import type { DocumentPage } from '../../packages/documents/src/model/document.ts';

// Tables as in the ICDAR 2013 competition: `name.pdf` beside `name-str.xml`, which lists the cells with rows, columns and
// text. Two measures: cells found with their text, and neighbours: pairs of texts beside or below each other, as the
// competition counts them.

export type Cell = { row: number; column: number; rows: number; columns: number; text: string };
export type Table = Cell[];
export type Counts = { right: number; given: number; wanted: number };
export type TableScore = { files: number; cells: Counts; neighbours: Counts; byFile: Record<string, Counts> };

const TRUTH = /-str\.xml$/;

export async function scoreTables(folder: string): Promise<TableScore> {
  const files = new Set(await readdir(folder));
  // Some truths describe a file in another way, under another name.
  const names = [...files].filter((name) => TRUTH.test(name) && files.has(name.replace(TRUTH, '.pdf'))).sort();
  const score: TableScore = { files: 0, cells: empty(), neighbours: empty(), byFile: {} };
  for (const name of names) {
    const truth = parseTruth(await readFile(join(folder, name), 'utf8'));
    const found = await readTables(await readFile(join(folder, name.replace(TRUTH, '.pdf'))));
    const cells = compare(truth.flatMap(textsOf), found.flatMap(textsOf));
    const neighbours = compare(truth.flatMap(neighboursOf), found.flatMap(neighboursOf));
    score.files += 1;
    add(score.cells, cells);
    add(score.neighbours, neighbours);
    score.byFile[name.replace(TRUTH, '')] = neighbours;
  }
  return score;
}

/** Prints the score over all cells, and the mean over files, which weighs a file of three cells like one of a thousand. */
export async function runTables(folder: string): Promise<void> {
  const { files, cells, neighbours, byFile } = await scoreTables(folder);
  const describe = (name: string, counts: Counts): string =>
    `${name}: precision ${share(counts.right, counts.given)}, recall ${share(counts.right, counts.wanted)}, F1 ${f1(counts).toFixed(3)}`;
  console.log(`${files} files`);
  console.log(describe('cells', cells));
  console.log(describe('neighbours', neighbours));
  const all = Object.entries(byFile).sort((a, b) => f1(a[1]) - f1(b[1]));
  console.log(`mean of files: F1 ${(all.reduce((sum, [, one]) => sum + f1(one), 0) / Math.max(1, files)).toFixed(3)}`);
  for (const [name, counts] of all.slice(0, 8)) console.log(describe(`  ${name}`, counts));
}

const share = (part: number, whole: number): string => (whole === 0 ? 1 : part / whole).toFixed(3);

const empty = (): Counts => ({ right: 0, given: 0, wanted: 0 });

function add(sum: Counts, { right, given, wanted }: Counts): void {
  sum.right += right;
  sum.given += given;
  sum.wanted += wanted;
}

export const f1 = ({ right, given, wanted }: Counts): number =>
  given + wanted === 0 ? 1 : (2 * right) / (given + wanted);

/** Reads the cells of each table. Regions of one table continue each other, on the same page or the next. */
export function parseTruth(xml: string): Table[] {
  return [...xml.matchAll(/<table\b[\s\S]*?<\/table>/g)].map(([table]) => {
    let [rowOffset, columnOffset] = [0, 0];
    return [...table.matchAll(/<region\b([^>]*)>([\s\S]*?)<\/region>/g)].flatMap(([, attributes, region]) => {
      rowOffset += numberIn(attributes!, 'row-increment', 0);
      columnOffset += numberIn(attributes!, 'col-increment', 0);
      return [...region!.matchAll(/<cell\b([^>]*)>([\s\S]*?)<\/cell>/g)].map(([, cell, body]): Cell => {
        const [row, column] = [numberIn(cell!, 'start-row', 0), numberIn(cell!, 'start-col', 0)];
        return {
          ...{ row: row + rowOffset, column: column + columnOffset },
          rows: numberIn(cell!, 'end-row', row) - row + 1,
          columns: numberIn(cell!, 'end-col', column) - column + 1,
          text: /<content>([\s\S]*?)<\/content>/.exec(body!)?.[1] ?? '',
        };
      });
    });
  });
}

const numberIn = (attributes: string, name: string, fallback: number): number =>
  Number(new RegExp(`\\b${name}=["'](\\d+)`).exec(attributes)?.[1] ?? fallback);

async function readTables(content: Buffer): Promise<Table[]> {
  const request = { name: 'table.pdf', contentType: '', images: false, ocr: 'never' as const };
  const { read } = await loadReader(content, request);
  const pages: DocumentPage[] = [];
  await read(content, request, (page) => pages.push(page));
  return pages.flatMap(tablesOf);
}

/** Labels with values one below the other are a table of two columns. */
export function tablesOf({ text, blocks = [] }: DocumentPage): Table[] {
  const tables: Table[] = [];
  let fields: Table | undefined;
  for (const block of blocks) {
    if (block.kind === 'table') {
      tables.push([...listCells(block)].map(({ start, end, ...cell }) => ({ ...cell, text: text.slice(start, end) })));
    }
    if (block.kind !== 'field' || block.label === undefined) {
      fields = undefined;
      continue;
    }
    if (fields === undefined) {
      fields = [];
      tables.push(fields);
    }
    const row = fields.length / 2;
    const [start, end] = block.label;
    fields.push({ row, column: 0, rows: 1, columns: 1, text: text.slice(start, end) });
    fields.push({ row, column: 1, rows: 1, columns: 1, text: text.slice(end, block.end) });
  }
  return tables;
}

/** Only letters and digits count, as in the competition. */
const plain = (text: string): string =>
  text
    .replace(/&(?:amp|lt|gt|quot|apos);/g, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

const textsOf = (table: Table): string[] => table.map(({ text }) => plain(text)).filter((text) => text !== '');

/** Names each pair of texts that are next to each other, with empty cells between them left out. */
export function neighboursOf(table: Table): string[] {
  const filled = table.map((cell) => ({ ...cell, text: plain(cell.text) })).filter(({ text }) => text !== '');
  const pairs: string[] = [];
  for (const cell of filled) {
    const right = nearest(
      filled.filter(
        (other) => other.column >= cell.column + cell.columns && overlaps(cell.row, cell.rows, other.row, other.rows),
      ),
      ({ column }) => column,
    );
    const below = nearest(
      filled.filter(
        (other) =>
          other.row >= cell.row + cell.rows && overlaps(cell.column, cell.columns, other.column, other.columns),
      ),
      ({ row }) => row,
    );
    for (const other of right) pairs.push(`${cell.text} → ${other.text}`);
    for (const other of below) pairs.push(`${cell.text} ↓ ${other.text}`);
  }
  return pairs;
}

const overlaps = (from: number, count: number, other: number, otherCount: number): boolean =>
  from < other + otherCount && other < from + count;

function nearest(cells: Cell[], place: (cell: Cell) => number): Cell[] {
  const first = Math.min(...cells.map(place));
  return cells.filter((cell) => place(cell) === first);
}

function compare(truth: string[], found: string[]): Counts {
  const left = new Map<string, number>();
  for (const one of truth) left.set(one, (left.get(one) ?? 0) + 1);
  let right = 0;
  for (const one of found) {
    const count = left.get(one) ?? 0;
    if (count === 0) continue;
    left.set(one, count - 1);
    right += 1;
  }
  return { right, given: found.length, wanted: truth.length };
}
