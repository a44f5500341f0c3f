import { GUTTER_MIN, type Interval, refineColumns } from './columns.ts';
import { heightOf, isBar, median, type Row, type Segment, widthOf } from './piece.ts';
import { toRows } from './rows.ts';

// Splits a page into zones: lines of text, columns of text, tables, labels with values. Consecutive rows with the same
// clear gaps belong to one zone. Its content decides its kind.

export type Zone =
  | { kind: 'lines'; rows: Row[] }
  | { kind: 'columns'; columns: Segment[][] }
  | { kind: 'table' | 'fields'; rows: Row[]; columns: Interval[] }
  /** Cells between typed bars, or between lines that OCR read as bars. */
  | { kind: 'barred'; rows: Row[] };

/** Largest gap between two rows of a table, in letter heights. */
const ROW_GAP_MAX = 2.2;

export function toZones(segments: readonly Segment[]): Zone[] {
  const rows = toRows(segments);
  const zones: Zone[] = [];
  for (let at = 0; at < rows.length; ) {
    const barred = barredFrom(rows, at);
    if (barred.length > 1) {
      zones.push({ kind: 'barred', rows: barred });
      at += barred.length;
      continue;
    }
    const group = bestGroup(rows, at);
    const zone = group && judge(group, rows, at);
    if (zone) {
      zones.push(zone.zone);
      at = zone.next;
    } else {
      addLine(zones, rows[at]!);
      at += 1;
    }
  }
  return zones;
}

/** Returns consecutive rows with equally many bars that begin and end with one. */
function barredFrom(rows: readonly Row[], from: number): Row[] {
  const bars = barsIn(rows[from]!);
  if (bars < BARS_MIN) return [];
  let to = from + 1;
  while (to < rows.length && barsIn(rows[to]!) === bars) to += 1;
  return rows.slice(from, to);
}

const BARS_MIN = 3;

function barsIn({ segments }: Row): number {
  const pieces = segments.flatMap((segment) => segment.pieces);
  return isBar(pieces[0]!) && isBar(pieces.at(-1)!) ? pieces.filter(isBar).length : 0;
}

function addLine(zones: Zone[], row: Row): void {
  const last = zones.at(-1);
  if (last?.kind === 'lines') last.rows.push(row);
  else zones.push({ kind: 'lines', rows: [row] });
}

type Group = { rows: Row[]; columns: Interval[] };

/** The rows of a head that may span columns. */
const HEAD_ROWS_MAX = 4;
const CAPTION = /^(table|tabelle|tableau|tabla|tabella|tabel|tabela|figure|abbildung|exhibit)\b/i;

/** Grows from each of the first rows, because a head that spans columns would hide them. The most columns win. */
function bestGroup(rows: readonly Row[], from: number): Group | undefined {
  if (CAPTION.test(textOf(rows[from]!.segments[0]!)) && rows[from]!.segments.length <= 2) return undefined;
  const first = growGroup(rows, from);
  if (rows[from]!.segments.length < 2) return undefined;
  for (let start = from + 1; start <= from + HEAD_ROWS_MAX && start < rows.length; start += 1) {
    const above = rows[start - 1]!;
    if (rows[start]!.box[1] - above.box[3] > ROW_GAP_MAX * heightOf(above)) break;
    const group = growGroup(rows, start);
    const isBetter =
      group !== undefined &&
      group.rows.length >= 4 &&
      group.columns.length > (first?.columns.length ?? 1) &&
      group.rows.length + start - from >= (first?.rows.length ?? 0);
    if (isBetter) return { rows: [...rows.slice(from, start), ...group.rows], columns: group.columns };
  }
  return first;
}

/** Returns the rows from `from` on that keep the same gaps clear, or undefined if there are fewer than two. */
function growGroup(rows: readonly Row[], from: number): Group | undefined {
  if (rows[from]!.segments.length < 2) return undefined;
  // A line of check boxes is not a row of the table below it.
  if (hasBox(rows[from]!) && !(rows[from + 1] && hasBox(rows[from + 1]!))) return undefined;
  const group: Group = { rows: [rows[from]!], columns: rows[from]!.segments.map(intervalOf) };
  let pending: Row[] = [];
  for (const row of rows.slice(from + 1)) {
    if (barsIn(row) >= BARS_MIN) break;
    const last = pending.at(-1) ?? group.rows.at(-1)!;
    if (row.box[1] - last.box[3] > ROW_GAP_MAX * median([heightOf(last), heightOf(row)])) break;
    if (row.segments.length === 1) {
      const isDivider = group.rows.length >= 3 && pending.length === 0 && isShort(group, row);
      if (pending.length >= 3 || (columnOf(group.columns, row.segments[0]!) === undefined && !isDivider)) break;
      pending.push(row);
      continue;
    }
    const columns = mergeColumns(group.columns, row);
    const isClear = columns.length >= 2 && columns.length >= group.columns.length;
    // In an established table, one long text may run into the next column.
    if (!isClear && !(group.rows.length >= 4 && startsAtColumns(group.columns, row))) break;
    if (isClear) group.columns = columns;
    group.rows.push(...pending, row);
    pending = [];
  }
  // Lines that continue a cell after the last full row.
  for (const row of pending) {
    const column = columnOf(group.columns, row.segments[0]!);
    if (column === undefined || column === 0) break;
    group.rows.push(row);
  }
  return group.rows.length >= 2 ? group : undefined;
}

/** A title between rows spans columns, but not the table. */
const isShort = ({ columns }: Group, row: Row): boolean =>
  widthOf(row) < 0.5 * (columns.at(-1)![1] - columns[0]![0]) && row.box[0] >= columns[0]![0] - heightOf(row);

const hasBox = ({ segments }: Row): boolean =>
  segments.some(({ pieces }) => pieces.some(({ checked }) => checked !== undefined));

const intervalOf = ({ box }: Segment): Interval => [box[0], box[2]];

/** Merges the columns that this row's segments connect. */
function mergeColumns(columns: Interval[], row: Row): Interval[] {
  const gutter = GUTTER_MIN * median(row.segments.map(heightOf));
  const all = [...columns, ...row.segments.map(intervalOf)].sort((a, b) => a[0] - b[0]);
  const merged: Interval[] = [];
  for (const [from, to] of all) {
    const last = merged.at(-1);
    if (last && from < last[1] + gutter) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Returns the only column of a segment. */
function columnOf(columns: Interval[], { box }: Segment): number | undefined {
  const touched = columns.flatMap(([from, to], index) => (box[0] < to && box[2] > from ? [index] : []));
  return touched.length === 1 ? touched[0] : undefined;
}

const startsAtColumns = (columns: Interval[], row: Row): boolean =>
  row.segments.every((segment) =>
    columns.some(([from, to]) => segment.box[0] >= from - heightOf(segment) && segment.box[0] < to),
  );

function judge(group: Group, rows: readonly Row[], from: number): { zone: Zone; next: number } | undefined {
  const next = from + group.rows.length;
  if (isProse(group)) {
    const last = extendProse(group, rows, next);
    const own = rows.slice(from, last).flatMap((row) => row.segments);
    const columns = group.columns.map((_, index) =>
      own.filter((segment) => nearestColumn(group.columns, segment) === index),
    );
    return { zone: { kind: 'columns', columns }, next: last };
  }
  const columns = group.rows.length >= 5 ? refineColumns(group.rows) : group.columns;
  const kind = isFields(group, columns) ? 'fields' : 'table';
  return { zone: { kind, rows: group.rows, columns }, next };
}

/** Whether the columns are running text: long lines of several words with hardly any numbers. */
function isProse({ rows, columns }: Group): boolean {
  if (columns.length > 3 || rows.length < 3) return false;
  return columns.every((column, index) => {
    const own = rows.flatMap((row) => row.segments).filter((segment) => nearestColumn(columns, segment) === index);
    if (own.length < 3) return false;
    const words = own.reduce((sum, { pieces }) => sum + pieces.length, 0) / own.length;
    const fill = median(own.map(widthOf)) / Math.max(1, column[1] - column[0]);
    const figures = own.filter(({ pieces }) => pieces.every(({ text }) => /^[^\p{L}]*$/u.test(text))).length;
    return words >= 3.5 && fill >= 0.55 && figures / own.length < 0.2;
  });
}

/** Adds the lines below of a column that is longer than the other. */
function extendProse(group: Group, rows: readonly Row[], from: number): number {
  let at = from;
  for (; at < rows.length; at += 1) {
    const row = rows[at]!;
    const previous = rows[at - 1]!;
    const gap = row.box[1] - previous.box[3];
    if (gap > 1.5 * heightOf(row) || row.segments.some((segment) => columnOf(group.columns, segment) === undefined))
      break;
  }
  return at;
}

function nearestColumn(columns: Interval[], { box }: Segment): number {
  const middle = (box[0] + box[2]) / 2;
  const distance = ([from, to]: Interval): number => Math.max(from - middle, middle - to, 0);
  return columns.reduce((best, column, index) => (distance(column) < distance(columns[best]!) ? index : best), 0);
}

/** Whether each row has a label on the left and a value on the right. */
function isFields({ rows }: Group, columns: Interval[]): boolean {
  const labels = rows.map((row) => textOf(row.segments[0]!));
  const withColon = labels.filter((label) => label.endsWith(':')).length;
  if (withColon >= rows.length * 0.6 && rows.every((row) => row.segments.length <= 2)) return true;
  if (columns.length !== 2 || rows.some((row) => row.segments.length !== 2)) return false;
  const first = textOf(rows[0]!.segments[1]!);
  return /\d/.test(first) && labels.every((label) => label.split(' ').length <= 5 && !/\d{2}/.test(label));
}

const textOf = ({ pieces }: Segment): string => pieces.map(({ text }) => text).join(' ');
