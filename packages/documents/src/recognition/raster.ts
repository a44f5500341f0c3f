import type { Turn } from '../layout/turn.ts';

// Gray pictures, the input of recognition. One byte per pixel keeps even a photo of 50 million pixels small.

/** One byte per pixel. 0 is black. */
export type Raster = { data: Uint8Array; width: number; height: number };

/** Turns the picture clockwise. */
export function turnRaster(raster: Raster, turn: Turn): Raster {
  if (turn === 0) return raster;
  const { data, width, height } = raster;
  const isOnSide = turn === 90 || turn === 270;
  const [newWidth, newHeight] = isOnSide ? [height, width] : [width, height];
  const turned = new Uint8Array(width * height);
  // The source of the first pixel, and the steps to the next one in a row and in a column.
  const [first, across, down] =
    turn === 90
      ? [(height - 1) * width, -width, 1]
      : turn === 270
        ? [width - 1, width, -1]
        : [width * height - 1, -1, -width];
  for (let y = 0, to = 0; y < newHeight; y += 1) {
    for (let x = 0, from = first + y * down; x < newWidth; x += 1, from += across) turned[to++] = data[from]!;
  }
  return { data: turned, width: newWidth, height: newHeight };
}

/** Halves the picture. Each pixel is the mean of four. */
function halve({ data, width, height }: Raster): Raster {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const half = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1) {
    const above = 2 * y * width;
    const below = Math.min(height - 1, 2 * y + 1) * width;
    for (let x = 0; x < w; x += 1) {
      const [left, right] = [2 * x, Math.min(width - 1, 2 * x + 1)];
      half[y * w + x] =
        (data[above + left]! + data[above + right]! + data[below + left]! + data[below + right]! + 2) >> 2;
    }
  }
  return { data: half, width: w, height: h };
}

/** Returns the picture at a half, a quarter, and so on. Sampling from the right one blurs no letters. */
export type Pyramid = (level: number) => Raster;

export function createPyramid(raster: Raster): Pyramid {
  const levels = [raster];
  return (level) => {
    while (levels.length <= level) levels.push(halve(levels.at(-1)!));
    return levels[level]!;
  };
}

/** Picks the smallest level that still has at least this many pixels for each pixel of the result. */
export const levelFor = (pixelsPerPixel: number): number =>
  Math.max(0, Math.floor(Math.log2(Math.max(1, pixelsPerPixel))));

/** Returns the value between four pixels. Outside of the picture, its edge continues. */
export function sample({ data, width, height }: Raster, x: number, y: number): number {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const above = data[top * width + left]! * (1 - fx) + data[top * width + right]! * fx;
  const below = data[bottom * width + left]! * (1 - fx) + data[bottom * width + right]! * fx;
  return above * (1 - fy) + below * fy;
}

/** From pixels of four bytes: red, green, blue and one that is ignored. */
export function grayOf(pixels: Uint8Array, width: number, height: number): Raster {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1)
    data[at] = (77 * pixels[at * 4]! + 150 * pixels[at * 4 + 1]! + 29 * pixels[at * 4 + 2]!) >> 8;
  return { data, width, height };
}
