import { inflateSync } from 'node:zlib';
import type { Raster } from '../recognition/raster.ts';

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Decodes the form that scanners and cameras write: eight bits per channel, not interlaced, no palette. */
export function decodePng(file: Buffer, width: number, height: number): Raster | undefined {
  const [bits, type, interlaced] = [file[24]!, file[25]!, file[28]!];
  const channels = CHANNELS[type];
  if (bits !== 8 || channels === undefined || interlaced !== 0) return undefined;
  const rowBytes = width * channels;
  const rows = inflateSync(Buffer.concat(listChunks(file, 'IDAT')), { maxOutputLength: (rowBytes + 1) * height });
  if (rows.length < (rowBytes + 1) * height) return undefined;
  const data = new Uint8Array(width * height);
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const row = unfilter(rows[start]!, rows.subarray(start + 1, start + 1 + rowBytes), above, channels);
    for (let x = 0; x < width; x += 1) {
      const at = x * channels;
      const gray = channels <= 2 ? row[at]! : (77 * row[at]! + 150 * row[at + 1]! + 29 * row[at + 2]!) >> 8;
      // Transparent parts show the paper, which is white.
      const opacity = channels === 2 ? row[at + 1]! : channels === 4 ? row[at + 3]! : 255;
      data[y * width + x] = opacity === 255 ? gray : (255 - ((255 - gray) * opacity) / 255) | 0;
    }
    above = row;
  }
  return { data, width, height };
}

export function listChunks(file: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const length = file.readUInt32BE(at);
    if (file.subarray(at + 4, at + 8).toString('latin1') === wanted) found.push(file.subarray(at + 8, at + 8 + length));
  }
  return found;
}

function unfilter(filter: number, packed: Uint8Array, above: Uint8Array, step: number): Uint8Array<ArrayBuffer> {
  const row = Uint8Array.from(packed);
  for (let at = 0; at < row.length; at += 1) {
    const left = at >= step ? row[at - step]! : 0;
    const up = above[at]!;
    const corner = at >= step ? above[at - step]! : 0;
    if (filter === 1) row[at]! += left;
    else if (filter === 2) row[at]! += up;
    else if (filter === 3) row[at]! += (left + up) >> 1;
    else if (filter === 4) row[at]! += paeth(left, up, corner);
  }
  return row;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
