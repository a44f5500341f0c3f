import { type LineBox, smallestRectangle } from './line-box.ts';
import type { Networks } from './network.ts';
import { createPyramid, levelFor, type Pyramid, type Raster, sample } from './raster.ts';

// Finds lines of text. The network marks pixels; those that touch are a line, with the smallest rectangle around them.

/** The longer edge of what the network sees at once. Larger pictures are seen in tiles, so memory stays bounded. */
const TILE = 960;
const OVERLAP = 96;
const STEP = 32;
const MARKED = 0.3;
const SCORE_MIN = 0.5;
/** The network marks the core of a line. This grows the rectangle to its letters. */
const GROW = 1.5;
const SIDE_MIN = 3;
/** Lower lines are found more surely in a larger picture. */
const HEIGHT_MIN = 9;
const HEIGHT_GOOD = 14;
const LINES_MAX = 3_000;

export async function findLines(networks: Networks, raster: Raster): Promise<LineBox[]> {
  const pyramid = createPyramid(raster);
  const scale = Math.min(1, TILE / Math.max(raster.width, raster.height));
  const lines = await findAt(networks, pyramid, scale);
  const height = medianHeight(lines) * scale;
  if (scale === 1 || lines.length === 0 || height >= HEIGHT_MIN) return lines;
  const finer = await findAt(networks, pyramid, Math.min(1, (scale * HEIGHT_GOOD) / height));
  return finer.length === 0 ? lines : finer;
}

const medianHeight = (lines: readonly LineBox[]): number => {
  const heights = lines.map(({ width, height }) => Math.min(width, height)).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
};

/** Finds lines at a scale, tile by tile. Positions are those of the picture. */
async function findAt(networks: Networks, pyramid: Pyramid, scale: number): Promise<LineBox[]> {
  const { width, height } = pyramid(0);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const marks = new Uint8Array(w * h);
  for (const [top, bottom] of tilesOf(h)) {
    for (const [left, right] of tilesOf(w)) {
      const [tileWidth, tileHeight] = [right - left, bottom - top].map((side) => Math.ceil(side / STEP) * STEP);
      const pixels = tensorOf(pyramid, { left, top, width: tileWidth!, height: tileHeight!, scale });
      const values = await networks.mark(pixels, tileWidth!, tileHeight!);
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) {
          const mark = Math.round(values[(y - top) * tileWidth! + (x - left)]! * 255);
          if (mark > marks[y * w + x]!) marks[y * w + x] = mark;
        }
      }
    }
  }
  return toLines(marks, w, h).map((line) => ({
    ...line,
    ...{ x: line.x / scale, y: line.y / scale, width: line.width / scale, height: line.height / scale },
  }));
}

function tilesOf(length: number): [number, number][] {
  if (length <= TILE) return [[0, length]];
  const count = Math.ceil((length - OVERLAP) / (TILE - OVERLAP));
  const step = (length - TILE) / (count - 1);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.round(index * step);
    return [from, Math.min(length, from + TILE)];
  });
}

/** Means and deviations of red, green and blue that the network was trained with. */
const CHANNELS = [
  [0.485, 0.229],
  [0.456, 0.224],
  [0.406, 0.225],
] as const;

type Tile = { left: number; top: number; width: number; height: number; scale: number };

function tensorOf(pyramid: Pyramid, { left, top, width, height, scale }: Tile): Float32Array {
  const level = levelFor(1 / scale);
  const source = pyramid(level);
  const factor = 1 / (scale * 2 ** level);
  const pixels = new Float32Array(3 * width * height);
  const plane = width * height;
  const columns = Float64Array.from({ length: width }, (_, x) => (left + x + 0.5) * factor - 0.5);
  for (let y = 0, at = 0; y < height; y += 1) {
    const sy = (top + y + 0.5) * factor - 0.5;
    for (let x = 0; x < width; x += 1, at += 1) {
      const sx = columns[x]!;
      const isOutside = sx >= source.width || sy >= source.height;
      pixels[at] = isOutside ? 1 : sample(source, sx, sy) / 255;
    }
  }
  // The first plane is the picture. It comes last, since the others are made from it.
  for (const channel of [2, 1, 0] as const) {
    const [mean, deviation] = CHANNELS[channel];
    for (let at = 0; at < plane; at += 1) pixels[channel * plane + at] = (pixels[at]! - mean) / deviation;
  }
  return pixels;
}

/** Returns the rectangles around marked pixels that touch. */
function toLines(marks: Uint8Array, width: number, height: number): LineBox[] {
  const limit = MARKED * 255;
  const seen = new Uint8Array(marks.length);
  const lines: LineBox[] = [];
  const stack: number[] = [];
  for (let start = 0; start < marks.length && lines.length < LINES_MAX; start += 1) {
    if (marks[start]! < limit || seen[start]) continue;
    seen[start] = 1;
    stack.push(start);
    let [sum, count] = [0, 0];
    // The leftmost and rightmost pixel of each row are enough for the rectangle.
    const rows = new Map<number, [number, number]>();
    while (stack.length > 0) {
      const at = stack.pop()!;
      const [x, y] = [at % width, (at / width) | 0];
      sum += marks[at]!;
      count += 1;
      const row = rows.get(y);
      if (row === undefined) rows.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          const next = ny * width + nx;
          if (seen[next] || marks[next]! < limit) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    const line = grow(rows, sum / count / 255);
    if (line) lines.push(line);
  }
  return lines;
}

function grow(rows: Map<number, [number, number]>, score: number): LineBox | undefined {
  if (score < SCORE_MIN) return undefined;
  const corners = [...rows].flatMap(([y, [from, to]]): [number, number][] => [
    [from, y],
    [to + 1, y],
    [from, y + 1],
    [to + 1, y + 1],
  ]);
  const { width, height, ...place } = smallestRectangle(corners);
  if (Math.min(width, height) < SIDE_MIN) return undefined;
  const more = (2 * width * height * GROW) / (2 * (width + height));
  return { ...place, width: width + more, height: height + more, score };
}
