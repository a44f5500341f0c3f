import { phraseOf } from '../language/words.ts';
import { type Line, type Pair, readSegments } from './layout.ts';

// Finds tables in plain text: cells between bars, tabs or commas, or columns aligned with spaces under a header.

export type Table = { header: string[]; rows: string[][]; firstLine: number; lastLine: number };

type Cells = { cells: string[]; line: number };

export function readTables(lines: Line[]): Table[] {
  const tables: Table[] = [];
  for (const split of [splitBars, splitTabs, splitCommas]) {
    for (const run of findRuns(lines, split)) {
      const [header, ...rows] = run;
      if (header === undefined || rows.length === 0 || !isHeader(header.cells)) continue;
      if (tables.some(({ firstLine, lastLine }) => header.line <= lastLine && rows.at(-1)!.line >= firstLine)) continue;
      tables.push(toTable(header, rows));
    }
  }
  tables.push(...readAligned(lines, tables));
  return tables.sort((one, other) => one.firstLine - other.firstLine);
}

/** Reads a table of one row as a form in which each cell has its label above. */
export function pairsOfTables(tables: Table[], lines: Line[]): Pair[] {
  const pairs: Pair[] = [];
  for (const { header, rows, lastLine } of tables) {
    const line = lines[lastLine];
    if (rows.length !== 1 || line === undefined) continue;
    let from = 0;
    for (const [index, value] of rows[0]!.entries()) {
      const at = line.text.indexOf(value, from);
      if (value === '' || at < 0) continue;
      pairs.push({ label: phraseOf(header[index] ?? ''), value, start: line.start + at, line: lastLine });
      from = at + value.length;
    }
  }
  return pairs;
}

function toTable(header: Cells, rows: Cells[]): Table {
  return {
    header: header.cells.map((cell) => (cell === LEFT ? '' : cell)),
    rows: resolveMerged(rows.map(({ cells }) => cells)),
    firstLine: header.line,
    lastLine: rows.at(-1)!.line,
  };
}

/** Stands for a cell that is merged with the one above. */
export const ABOVE = '^^';
const LEFT = '<<';

/** A merged name applies to all its rows. A merged sum counts once, in its first row. */
function resolveMerged(rows: string[][]): string[][] {
  const resolved: string[][] = [];
  for (const row of rows) {
    const above = resolved.at(-1);
    resolved.push(
      row.map((cell, column) => {
        if (cell === LEFT) return '';
        if (cell !== ABOVE) return cell;
        const value = above?.[column] ?? '';
        return /\p{L}/u.test(value) ? value : '';
      }),
    );
  }
  return resolved;
}

function splitBars(text: string): string[] | undefined {
  if (!text.includes('|')) return undefined;
  const cells = text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
  return cells.length >= 2 ? cells : undefined;
}

function splitTabs(text: string): string[] | undefined {
  if (!text.includes('\t')) return undefined;
  const cells = text.split('\t').map((cell) => cell.trim());
  return cells.length >= 2 ? cells : undefined;
}

/** Splits at commas or semicolons, but not inside quotes. */
function splitCommas(text: string): string[] | undefined {
  const separator = text.includes(';') ? ';' : ',';
  // Two parts with a comma and a space between them are a sentence.
  const cellsMin = separator === ',' && text.includes(', ') ? 3 : 2;
  if (text.length > 2_000 || text.split(separator).length < cellsMin) return undefined;
  const cells =
    text.match(separator === ';' ? /"(?:[^"]|"")*"|[^;]+|(?<=;)(?=;|$)/g : /"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,|$)/g) ?? [];
  return cells.map((cell) => cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"'));
}

/** Finds consecutive lines that split into equally many cells. Lines of dashes between them are skipped. */
function findRuns(lines: Line[], split: (text: string) => string[] | undefined): Cells[][] {
  const runs: Cells[][] = [];
  let open: Cells[] = [];
  for (const { text, index } of lines) {
    if (isRule(text)) continue;
    const cells = split(text);
    if (cells === undefined || (open.length > 0 && cells.length !== open[0]!.cells.length)) {
      if (open.length >= 2) runs.push(open);
      open = [];
    }
    if (cells !== undefined) open.push({ cells, line: index });
  }
  if (open.length >= 2) runs.push(open);
  return runs;
}

/** Whether it is a line of dashes, as under a header. */
const isRule = (text: string): boolean => /^[\s|:+=_-]+$/.test(text) && /[-=_]{2}/.test(text);

/** Whether the cells are short names and not values. */
function isHeader(cells: string[]): boolean {
  const named = cells.filter((cell) => cell !== '' && cell !== LEFT);
  return (
    named.length >= 2 &&
    named.every((cell) => cell.length <= 40 && /\p{L}|#/u.test(cell) && !/\d{3}|@|:\/\/|: /.test(cell))
  );
}

/**
 * Finds two aligned columns under two short words. A form looks the same, so the caller has to know the heads. These
 * are not tables of the text by themselves.
 */
export function readNarrowTables(lines: Line[]): Table[] {
  const tables: Table[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const header = readSegments(lines[at]!);
    if (header.length !== 2 || !isHeader(header.map(({ text }) => text))) continue;
    const rows: Cells[] = [];
    for (let next = at + 1; next < lines.length; next += 1) {
      const cells = readSegments(lines[next]!).map(({ text }) => text);
      if (cells.length !== 2) break;
      rows.push({ cells, line: lines[next]!.index });
    }
    if (rows.length > 0) tables.push(toTable({ cells: header.map(({ text }) => text), line: lines[at]!.index }, rows));
  }
  return tables;
}

function readAligned(lines: Line[], taken: Table[]): Table[] {
  const tables: Table[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (taken.some(({ firstLine, lastLine }) => line.index >= firstLine && line.index <= lastLine)) continue;
    const header = readSegments(line);
    if (header.length < 3 || !isHeader(header.map(({ text }) => text))) continue;
    const columns = header.map(({ text, start }) => ({
      from: start - line.start,
      to: start - line.start + text.length,
    }));
    const rows: Cells[] = [];
    for (let next = at + 1; next < lines.length; next += 1) {
      if (isRule(lines[next]!.text)) continue;
      const cells = alignRow(lines[next]!, columns);
      if (cells === undefined) break;
      rows.push({ cells, line: lines[next]!.index });
    }
    if (rows.length === 0) continue;
    tables.push(toTable({ cells: header.map(({ text }) => text), line: line.index }, rows));
    at += rows.length;
  }
  return tables;
}

/** Assigns the cells of a row to columns: by order if their number is equal, else by position. */
function alignRow(line: Line, columns: { from: number; to: number }[]): string[] | undefined {
  let segments = readSegments(line);
  // The first cell is a running number without its own column.
  if (segments.length === columns.length + 1 && /^\d{1,3}\.?$/.test(segments[0]!.text)) segments = segments.slice(1);
  if (segments.length === columns.length) return segments.map(({ text }) => text);
  if (segments.length < 2 || segments.length > columns.length) return undefined;
  const cells = columns.map(() => '');
  for (const { text, start } of segments) {
    const from = start - line.start;
    const to = from + text.length;
    const overlaps = columns.map((column) => Math.min(to, column.to + 3) - Math.max(from, column.from - 3));
    const best = overlaps.indexOf(Math.max(...overlaps));
    if (overlaps[best]! <= 0 || cells[best] !== '') return undefined;
    cells[best] = text;
  }
  return cells[0] === '' ? undefined : cells;
}
