import type { Box } from '../model/box.ts';
import type { Raster } from './raster.ts';

// Finds shapes: dark pixels that touch. Squares are told by their outline, also with round corners or thin lines: as wide
// as high, with ink along all four sides.

export type Picture = Raster & { dark: number };

/** How far from a side its ink may be, and how much of the side must have ink. Round letters have less. */
const BAND = 0.16;
const COVERED_MIN = 0.86;
const RATIO_MIN = 0.8;

/** Lists shapes whose longer side is within the limits. */
export function listShapes({ data, width, height, dark }: Picture, sideMin: number, sideMax: number): Box[] {
  const seen = new Uint8Array(data.length);
  const found: Box[] = [];
  const stack: number[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] || data[start]! >= dark) continue;
    seen[start] = 1;
    stack.push(start);
    let [left, top, right, bottom] = [width, height, 0, 0];
    while (stack.length > 0) {
      const at = stack.pop()!;
      const y = (at / width) | 0;
      const x = at - y * width;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
          const next = ny * width + nx;
          if (seen[next] || data[next]! >= dark) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    const side = Math.max(right - left, bottom - top) + 1;
    if (side >= sideMin && side <= sideMax) found.push([left, top, right, bottom]);
  }
  return found;
}

export function isSquare(image: Picture, box: Box): boolean {
  const [w, h] = [box[2] - box[0] + 1, box[3] - box[1] + 1];
  return Math.min(w, h) >= RATIO_MIN * Math.max(w, h) && hasSides(image, box);
}

function hasSides({ data, width, dark }: Picture, [left, top, right, bottom]: Box): boolean {
  const [w, h] = [right - left + 1, bottom - top + 1];
  const band = Math.max(2, Math.round(BAND * Math.min(w, h)));
  const isDark = (x: number, y: number): boolean => data[y * width + x]! < dark;
  const share = (length: number, has: (along: number, across: number) => boolean): number => {
    let covered = 0;
    for (let along = 0; along < length; along += 1) {
      for (let across = 0; across < band; across += 1) {
        if (!has(along, across)) continue;
        covered += 1;
        break;
      }
    }
    return covered / length;
  };
  return (
    share(w, (along, across) => isDark(left + along, top + across)) >= COVERED_MIN &&
    share(w, (along, across) => isDark(left + along, bottom - across)) >= COVERED_MIN &&
    share(h, (along, across) => isDark(left + across, top + along)) >= COVERED_MIN &&
    share(h, (along, across) => isDark(right - across, top + along)) >= COVERED_MIN
  );
}
