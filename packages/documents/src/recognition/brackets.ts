import type { Box } from '../model/box.ts';
import type { Picture } from './outlines.ts';

// Finds boxes that are written as two brackets with nothing between them. In small print, the closing one is read as j, I
// or 1, or not at all; its shape is plain.

/** In heights of the bracket. */
const WIDTH_MAX = 0.5;
const GAP = { min: 0.2, max: 1.2 };
/** How much two brackets of one box may differ in place and height. */
const LEVEL = 0.08;
/** The share of the back and of each hook that must be dark. */
const COVERED_MIN = 0.85;
/** The height of a hook. */
const HOOK = 0.12;

/** Finds pairs among shapes. */
export function listBrackets(image: Picture, shapes: readonly Box[]): Box[] {
  const narrow = shapes.filter(([left, top, right, bottom]) => right - left < WIDTH_MAX * (bottom - top));
  const closing = narrow.filter((shape) => isBracket(image, shape, 'closing'));
  if (closing.length === 0) return [];
  return narrow.flatMap((shape): Box[] => {
    const pair = closing.find((other) => isPair(shape, other));
    if (pair === undefined || !isBracket(image, shape, 'opening')) return [];
    const box: Box = [shape[0], Math.min(shape[1], pair[1]), pair[2], Math.max(shape[3], pair[3])];
    return darkRows(image, [shape[2] + 1, box[1], pair[0] - 1, box[3]]) === 0 ? [box] : [];
  });
}

function isPair(open: Box, close: Box): boolean {
  const height = open[3] - open[1];
  const gap = (close[0] - open[2]) / height;
  const slack = Math.max(1, LEVEL * height);
  const isLevel = Math.abs(open[1] - close[1]) <= slack && Math.abs(open[3] - close[3]) <= slack;
  return isLevel && gap >= GAP.min && gap <= GAP.max;
}

/** A bracket has a back as high as it is, a hook at both ends, and nothing beside the middle of its back. */
function isBracket(image: Picture, [left, top, right, bottom]: Box, kind: 'opening' | 'closing'): boolean {
  const [w, h] = [right - left + 1, bottom - top + 1];
  const [back, open] = kind === 'opening' ? [left, right] : [right, left];
  const inward = Math.sign(open - back);
  const quarter = Math.round(h / 4);
  if (w < 3 || darkRows(image, [open, top + quarter, open, bottom - quarter]) > 0) return false;
  const band = Math.max(1, Math.round(HOOK * h)) - 1;
  const middle = back + inward * Math.floor(w / 2);
  return (
    darkRows(image, [Math.min(back, middle), top, Math.max(back, middle), bottom]) >= COVERED_MIN * h &&
    darkColumns(image, [left, top, right, top + band]) >= COVERED_MIN * w &&
    darkColumns(image, [left, bottom - band, right, bottom]) >= COVERED_MIN * w
  );
}

/** Counts rows that have ink. */
function darkRows({ data, width, dark }: Picture, [left, top, right, bottom]: Box): number {
  let count = 0;
  for (let y = top; y <= bottom; y += 1) {
    let x = left;
    while (x <= right && data[y * width + x]! >= dark) x += 1;
    if (x <= right) count += 1;
  }
  return count;
}

function darkColumns({ data, width, dark }: Picture, [left, top, right, bottom]: Box): number {
  let count = 0;
  for (let x = left; x <= right; x += 1) {
    let y = top;
    while (y <= bottom && data[y * width + x]! >= dark) y += 1;
    if (y <= bottom) count += 1;
  }
  return count;
}
