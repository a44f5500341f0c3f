import type { Box } from '../model/box.ts';
import { listBrackets } from './brackets.ts';
import { isSquare, listShapes, type Picture } from './outlines.ts';
import type { Raster } from './raster.ts';

// Finds check boxes on a scan: small squares with four dark edges, or brackets. Something inside ticks a square.

export type ScanBox = {
  box: Box;
  marked: boolean;
  /** The way to the next ink on the right, in widths of the box, at most 1. */
  gap: number;
  /** Two brackets with nothing between them look like nothing else. */
  isBrackets?: true;
};

/** Ink is darker than this share of the paper. */
const DARK = 0.62;
/** Thin lines are gray. */
const FAINT = 0.78;
/** The side of a box in heights of a line of text. */
const SIDE = { min: 0.32, max: 2 };
const SIDE_PIXELS_MIN = 8;
/** Of a line at 200 dots an inch, if the page has no text. */
const LINE_HEIGHT = 28;
/** The share of an edge that must be dark. Letters with straight sides have at least one edge with less. */
const EDGE_MIN = 0.88;
/** The share of the inside that is dark if the box is ticked: more than specks of dust. */
const MARK_MIN = 0.07;
const BOXES_MAX = 300;
/** The ink of a bullet. A white tick in a dark box takes more. */
const SOLID_MIN = 0.95;
/** How much boxes of a form differ in size. */
const LIKE = 0.25;

export function findScanBoxes(raster: Raster, lineHeight = LINE_HEIGHT): ScanBox[] {
  const { data, width, height } = raster;
  const dark = DARK * paperOf(raster);
  const image: Picture = { ...raster, dark };
  const [min, max] = [Math.max(SIDE_PIXELS_MIN, SIDE.min * lineHeight), SIDE.max * lineHeight];
  const found: ScanBox[] = [];
  for (let y = 0; y < height - min && found.length < BOXES_MAX; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x]! >= dark) continue;
      const from = x;
      while (x < width && data[y * width + x]! < dark) x += 1;
      const side = x - from;
      if (side < min || side > max || isKnown(found, from, y)) continue;
      const box = squareAt(image, from, y, side);
      if (box) found.push(describe(image, box));
    }
  }
  const faint: Picture = { ...raster, dark: FAINT * paperOf(raster) };
  const shapes = listShapes(faint, min, max);
  for (const box of shapes) {
    const isNew = isSquare(faint, box) && !found.some((one) => overlaps(one.box, box));
    if (isNew && found.length < BOXES_MAX) found.push(describe(faint, box));
  }
  for (const box of listBrackets(faint, shapes)) {
    const isNew = !found.some((one) => overlaps(one.box, box));
    if (isNew && found.length < BOXES_MAX)
      found.push({ box, marked: false, gap: gapAfter(faint, box), isBrackets: true });
  }
  return withoutBullets(image, found);
}

/** A square that is all ink is a bullet or an ornament, unless it stands among empty boxes of its size. */
function withoutBullets(image: Picture, found: ScanBox[]): ScanBox[] {
  const sideOf = ({ box: [left, , right] }: ScanBox): number => right - left + 1;
  const empty = found.filter(({ marked, isBrackets }) => !marked && !isBrackets).map(sideOf);
  return found.filter((one) => {
    const side = sideOf(one);
    const isAmongBoxes = empty.some((other) => Math.abs(other - side) <= LIKE * side);
    return isAmongBoxes || !one.marked || inkInside(image, one.box, 0) < SOLID_MIN;
  });
}

const describe = (image: Picture, box: Box): ScanBox => ({
  ...{ box, marked: inkInside(image, box) >= MARK_MIN, gap: gapAfter(image, box) },
});

const overlaps = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** Lines are several pixels thick, so their second row belongs to the same box, as does everything inside. */
const isKnown = (found: ScanBox[], x: number, y: number): boolean =>
  found.some(({ box }) => x >= box[0] - 3 && x <= box[2] + 3 && y >= box[1] - 3 && y <= box[3] + 3);

/** Returns the square below an upper edge. Its height may differ a little from its width. */
function squareAt(image: Picture, left: number, top: number, side: number): Box | undefined {
  const right = left + side - 1;
  for (let bottom = top + Math.round(side * 0.85); bottom <= top + Math.round(side * 1.15); bottom += 1) {
    if (bottom >= image.height) return undefined;
    if (darkAcross(image, bottom, left, right) < EDGE_MIN) continue;
    const sides = [left + 1, right - 1].map((x) => darkDown(image, x, top, bottom));
    const isSquare = sides.every((share) => share >= EDGE_MIN) && hasCorners(image, [left, top, right, bottom]);
    return isSquare ? [left, top, right, bottom] : undefined;
  }
  return undefined;
}

function darkAcross({ data, width, dark: limit }: Picture, y: number, from: number, to: number): number {
  let dark = 0;
  for (let x = from; x <= to; x += 1) if (data[y * width + x]! < limit) dark += 1;
  return dark / (to - from + 1);
}

function darkDown({ data, width, dark: limit }: Picture, x: number, from: number, to: number): number {
  let dark = 0;
  for (let y = from; y <= to; y += 1) if (data[y * width + x]! < limit) dark += 1;
  return dark / (to - from + 1);
}

/** The edge itself may take a fifth of the box. */
const EDGE = 0.22;

function inkInside(image: Picture, [left, top, right, bottom]: Box, edge = EDGE): number {
  const inset = Math.ceil((right - left) * edge);
  let [share, rows] = [0, 0];
  for (let y = top + inset; y <= bottom - inset; y += 1, rows += 1)
    share += darkAcross(image, y, left + inset, right - inset);
  return rows === 0 ? 0 : share / rows;
}

/** How far the edge may be blurred, or a tick reach beyond it. */
const BLUR = 0.15;

function gapAfter({ data, width, dark }: Picture, [left, top, right, bottom]: Box): number {
  const side = right - left + 1;
  let isBlur = true;
  for (let step = 1; step < side && right + step < width; step += 1) {
    let y = top;
    while (y <= bottom && data[y * width + right + step]! >= dark) y += 1;
    if (y > bottom) isBlur = false;
    else if (!isBlur || step > BLUR * side) return (step - 1) / side;
  }
  return 1;
}

/** Round letters such as O and D fill an edge, but not its ends. */
function hasCorners({ data, width, dark }: Picture, [left, top, right, bottom]: Box): boolean {
  return [left, right].every((x) => [top, bottom].every((y) => data[y * width + x]! < dark * 1.15));
}

/** The gray of the paper: a tenth of the pixels is lighter. */
function paperOf({ data }: Raster): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 7) counts[data[at]!]! += 1;
  let left = data.length / 7 / 10;
  for (let value = 255; value > 0; value -= 1) {
    left -= counts[value]!;
    if (left <= 0) return value;
  }
  return 255;
}
