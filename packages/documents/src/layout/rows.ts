import { type Box, union } from '../model/box.ts';
import { heightOf, isFigure, type Piece, type Row, type Segment } from './piece.ts';

/** The widest space between words, in letter heights. Typesetters stretch spaces to about 0.8. */
const BLANK_MAX = 1;
/** Between two numbers: those of one row of a table may be close, and a number is grouped by narrow spaces. */
const FIGURE_BLANK_MAX = 0.5;
/** Slanted or kerned letters of one line may overlap by this much. */
const OVERLAP_MAX = 0.6;

/** Groups pieces that follow each other on a line, in the given order. */
export function toSegments(pieces: readonly Piece[]): Segment[] {
  const segments: Segment[] = [];
  let current: Segment | undefined;
  for (const piece of pieces) {
    if (current && follows(current, piece)) {
      current.pieces.push(piece);
      current.box = union(current.box, piece.box);
    } else {
      current = { pieces: [piece], box: piece.box };
      segments.push(current);
    }
  }
  return joinNeighbours(segments);
}

function follows({ pieces }: Segment, piece: Piece): boolean {
  const last = pieces.at(-1)!;
  const height = Math.max(heightOf(last), heightOf(piece));
  if (!isBeside(last.box, piece.box)) return false;
  // Words of right-to-left scripts come in reading order.
  const gap = isLeftwards(piece.text) ? last.box[0] - piece.box[2] : piece.box[0] - last.box[2];
  return gap <= height * blankMax(last, piece) && gap >= -height * OVERLAP_MAX;
}

const blankMax = (first: Piece, second: Piece): number =>
  isFigure(first) && isFigure(second) ? FIGURE_BLANK_MAX : BLANK_MAX;

export const isLeftwards = (text: string): boolean => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);

/** Whether two boxes share at least half of the smaller height. */
export const isBeside = (a: Box, b: Box): boolean =>
  Math.min(a[3], b[3]) - Math.max(a[1], b[1]) >= 0.5 * Math.max(0.1, Math.min(a[3] - a[1], b[3] - b[1]));

/** Programs may draw parts of a line at any time. Parts that touch belong together. */
function joinNeighbours(segments: Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const { segments: own } of toRows(segments)) {
    let current: Segment | undefined;
    for (const segment of own) {
      const height = Math.max(heightOf(segment), current ? heightOf(current) : 0);
      const gap = current ? segment.box[0] - current.box[2] : Number.POSITIVE_INFINITY;
      const isRight = current?.pieces.some(({ text }) => isLeftwards(text)) ?? false;
      const blank = current ? blankMax(current.pieces.at(-1)!, segment.pieces[0]!) : BLANK_MAX;
      if (current && gap <= height * blank && gap > -height * OVERLAP_MAX) {
        current.pieces = isRight ? [...segment.pieces, ...current.pieces] : [...current.pieces, ...segment.pieces];
        current.box = union(current.box, segment.box);
      } else {
        current = { ...segment };
        joined.push(current);
      }
    }
  }
  return joined;
}

/**
 * Groups segments into rows from top to bottom. A row is as high as its first segment, so that slanted columns stay
 * apart.
 */
export function toRows(segments: readonly Segment[]): Row[] {
  const sorted = [...segments].sort((a, b) => a.box[1] + a.box[3] - b.box[1] - b.box[3]);
  const rows: { band: Box; segments: Segment[] }[] = [];
  for (const segment of sorted) {
    // Only the last few can reach down to this one.
    const row = rows.slice(-4).find(({ band }) => isBeside(band, segment.box));
    if (row) row.segments.push(segment);
    else rows.push({ band: segment.box, segments: [segment] });
  }
  return rows.map((row) => ({
    segments: row.segments.sort((a, b) => a.box[0] - b.box[0]),
    box: row.segments.map(({ box }) => box).reduce(union),
  }));
}
