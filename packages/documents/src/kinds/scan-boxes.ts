import type { Box } from '../model/box.ts';
import { encodePng } from './png.ts';

// Finds check boxes on a scan: small squares with four dark edges. Something inside ticks them.

/** One byte per pixel. 0 is black. */
export type Gray = { data: Uint8Array; width: number; height: number };
export type ScanBox = { box: Box; marked: boolean };

const DARK = 140;
/** In pixels at about 200 dpi: 2 to 8 millimetres. */
const SIDE = { min: 15, max: 66 };
/** The share of an edge that must be dark. Letters with straight sides have at least one edge with less. */
const EDGE_MIN = 0.88;
/** The share of the inside that is dark if the box is ticked: more than specks of dust. */
const MARK_MIN = 0.07;
const BOXES_MAX = 300;

export function findScanBoxes(image: Gray): ScanBox[] {
  const { data, width, height } = image;
  const found: ScanBox[] = [];
  for (let y = 0; y < height - SIDE.min && found.length < BOXES_MAX; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x]! >= DARK) continue;
      const from = x;
      while (x < width && data[y * width + x]! < DARK) x += 1;
      const side = x - from;
      if (side < SIDE.min || side > SIDE.max || isKnown(found, from, y)) continue;
      const box = squareAt(image, from, y, side);
      if (box) found.push({ box, marked: inkInside(image, box) >= MARK_MIN });
    }
  }
  return found;
}

/** Lines are several pixels thick, so their second row belongs to the same box, as does everything inside. */
const isKnown = (found: ScanBox[], x: number, y: number): boolean =>
  found.some(({ box }) => x >= box[0] - 3 && x <= box[2] + 3 && y >= box[1] - 3 && y <= box[3] + 3);

/** Returns the square below an upper edge. Its height may differ a little from its width. */
function squareAt(image: Gray, left: number, top: number, side: number): Box | undefined {
  const right = left + side - 1;
  for (let bottom = top + Math.round(side * 0.85); bottom <= top + Math.round(side * 1.15); bottom += 1) {
    if (bottom >= image.height) return undefined;
    if (darkAcross(image, bottom, left, right) < EDGE_MIN) continue;
    const sides = [left + 1, right - 1].map((x) => darkDown(image, x, top, bottom));
    return sides.every((share) => share >= EDGE_MIN) ? [left, top, right, bottom] : undefined;
  }
  return undefined;
}

function darkAcross({ data, width }: Gray, y: number, from: number, to: number): number {
  let dark = 0;
  for (let x = from; x <= to; x += 1) if (data[y * width + x]! < DARK) dark += 1;
  return dark / (to - from + 1);
}

function darkDown({ data, width }: Gray, x: number, from: number, to: number): number {
  let dark = 0;
  for (let y = from; y <= to; y += 1) if (data[y * width + x]! < DARK) dark += 1;
  return dark / (to - from + 1);
}

function inkInside(image: Gray, [left, top, right, bottom]: Box): number {
  // The edge itself may take a fifth of the box.
  const inset = Math.ceil((right - left) * 0.22);
  let [share, rows] = [0, 0];
  for (let y = top + inset; y <= bottom - inset; y += 1, rows += 1)
    share += darkAcross(image, y, left + inset, right - inset);
  return rows === 0 ? 0 : share / rows;
}

/** Removes the boxes from the picture, because OCR would read them as letters of the words beside them. */
export function withoutBoxes({ data, width, height }: Gray, boxes: readonly ScanBox[]): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 1) pixels.fill(data[at]!, at * 4, at * 4 + 3);
  for (const { box } of boxes) {
    const [left, top, right, bottom] = [box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3];
    for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y += 1)
      pixels.fill(255, (y * width + Math.max(0, left)) * 4, (y * width + Math.min(width - 1, right) + 1) * 4);
  }
  return encodePng(pixels, width, height, true);
}
