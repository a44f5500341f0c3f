import { heightOf, isFigure, median, type Piece, type Row } from './piece.ts';

// Finds the columns of a table. Titles and heads that span several columns would hide the gaps between them, so the rows
// that cover most gaps of others are left out of account.

export type Interval = [number, number];

/** Smallest gap between columns, in letter heights. */
export const GUTTER_MIN = 0.35;
/** The share of rows that may span columns. */
const SPANNING_MAX = 0.3;
/** Longer tables show their columns without this, and comparing all rows takes long. */
const ROWS_MAX = 200;
const KEPT_MIN = 3;

/** Finds columns that are close together, which only show over many rows. */
export function refineColumns(rows: readonly Row[]): Interval[] {
  const runs = rows.map(runsOf);
  const height = median(rows.flatMap((row) => row.segments.flatMap(({ pieces }) => pieces.map(heightOf))));
  const strict = columnsOf(runs, height);
  if (rows.length > ROWS_MAX) return strict;
  const gaps = runs.flatMap(gapsOf).filter(([from, to]) => to - from >= GUTTER_MIN * height);
  const byCover = runs
    .map((own) => ({ own, covers: coveredBy(own, gaps) }))
    .sort((a, b) => b.covers - a.covers)
    .map(({ own }) => own);
  let best = strict;
  const most = Math.min(Math.floor(rows.length * SPANNING_MAX) + 1, rows.length - KEPT_MIN);
  for (let left = 1; left <= most; left += 1) {
    const columns = columnsOf(byCover.slice(left), height);
    if (columns.length > best.length) best = columns;
  }
  return joinWords(best, rows, height);
}

/** Narrower gaps are spaces between words that happen to be under each other, unless numbers stand on both sides. */
const SPACE_MAX = 0.6;

function joinWords(columns: readonly Interval[], rows: readonly Row[], height: number): Interval[] {
  const joined: Interval[] = [];
  for (const column of columns) {
    const before = joined.at(-1);
    const pairs = before ? rows.flatMap((row) => pairAt(row, before, column)) : [];
    const figures = pairs.filter(([left, right]) => isFigure(left) && isFigure(right)).length;
    const gap = median(pairs.map(([left, right]) => right.box[0] - left.box[2]));
    if (before && pairs.length > 0 && gap < SPACE_MAX * height && figures < pairs.length / 2) before[1] = column[1];
    else joined.push([...column]);
  }
  return joined;
}

/** Returns the words of a row on both sides of the gap between two columns. */
function pairAt({ segments }: Row, before: Interval, after: Interval): [Piece, Piece][] {
  const pieces = segments.flatMap((segment) => segment.pieces);
  const left = pieces.findLast(({ box }) => box[2] <= before[1] + 0.1 && box[2] > before[0]);
  const right = pieces.find(({ box }) => box[0] >= after[0] - 0.1 && box[0] < after[1]);
  return left && right ? [[left, right]] : [];
}

/** Words that follow each other closely. Figures beside each other are cells of their own. */
function runsOf({ segments }: Row): Interval[] {
  const runs: Interval[] = [];
  let last: Piece | undefined;
  for (const piece of segments.flatMap(({ pieces }) => pieces)) {
    const gap = last ? piece.box[0] - last.box[2] : Number.POSITIVE_INFINITY;
    const isOne = gap < GUTTER_MIN * heightOf(piece) && !(last && isFigure(last) && isFigure(piece) && gap > 1);
    if (isOne) runs.at(-1)![1] = Math.max(runs.at(-1)![1], piece.box[2]);
    else runs.push([piece.box[0], piece.box[2]]);
    last = piece;
  }
  return runs;
}

const gapsOf = (runs: Interval[]): Interval[] =>
  runs.slice(1).map(([from], index): Interval => [runs[index]![1], from]);

/** Returns how much of the gaps of all rows these runs cover, in gaps. */
function coveredBy(runs: Interval[], gaps: Interval[]): number {
  let sum = 0;
  for (const [from, to] of gaps) {
    for (const run of runs) sum += Math.max(0, Math.min(run[1], to) - Math.max(run[0], from)) / (to - from);
  }
  return sum;
}

function columnsOf(rows: readonly Interval[][], height: number): Interval[] {
  const all = rows.flat().toSorted((a, b) => a[0] - b[0]);
  const columns: Interval[] = [];
  for (const [from, to] of all) {
    const last = columns.at(-1);
    if (last && from < last[1] + height * GUTTER_MIN) last[1] = Math.max(last[1], to);
    else columns.push([from, to]);
  }
  return columns;
}
