import { inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import type { Turn } from '../layout/turn.ts';
import { decodeBmp } from './bmp.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';

/** Four bytes per pixel: red, green, blue and one that is ignored. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** Decodes an image so that it can be turned. Returns undefined for rarer formats, which are recognized unturned. */
export function decodePixels(content: Buffer, { mediaType, width, height }: ImageHeader): Pixels | undefined {
  if (mediaType === 'image/bmp') return { data: decodeBmp(content, width, height), width, height };
  try {
    if (mediaType === 'image/jpeg')
      return jpeg.decode(content, { useTArray: true, maxMemoryUsageInMB: 512, formatAsRGBA: true });
    return mediaType === 'image/png' ? decodePng(content, width, height) : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes to one byte per pixel. Returns an empty image for rarer formats. */
export function decodeGray(content: Buffer): { data: Uint8Array; width: number; height: number } {
  const header = readImageHeader(content);
  const pixels = header && decodePixels(content, header);
  if (pixels === undefined) return { data: new Uint8Array(), width: 0, height: 0 };
  const data = new Uint8Array(pixels.width * pixels.height);
  for (let at = 0; at < data.length; at += 1) data[at] = pixels.data[at * 4 + 1]!;
  return { data, width: pixels.width, height: pixels.height };
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Decodes the form that scanners and cameras write: eight bits per channel, not interlaced, no palette. */
function decodePng(file: Buffer, width: number, height: number): Pixels | undefined {
  const [bits, type, interlaced] = [file[24]!, file[25]!, file[28]!];
  const channels = CHANNELS[type];
  if (bits !== 8 || channels === undefined || interlaced !== 0) return undefined;
  const rowBytes = width * channels;
  const rows = inflateSync(Buffer.concat(listChunks(file, 'IDAT')), { maxOutputLength: (rowBytes + 1) * height });
  const data = new Uint8Array(width * height * 4);
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const row = unfilter(rows[start]!, rows.subarray(start + 1, start + 1 + rowBytes), above, channels);
    for (let x = 0; x < width; x += 1) {
      const isGray = channels <= 2;
      for (let channel = 0; channel < 3; channel += 1)
        data[(y * width + x) * 4 + channel] = row[x * channels + (isGray ? 0 : channel)]!;
    }
    above = row;
  }
  return { data, width, height };
}

function listChunks(file: Buffer, wanted: string): Buffer[] {
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

/** Turns the pixels clockwise. */
export function turnPixels({ data, width, height }: Pixels, turn: Turn): Pixels {
  if (turn === 0) return { data, width, height };
  const isOnSide = turn === 90 || turn === 270;
  const [newWidth, newHeight] = isOnSide ? [height, width] : [width, height];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < newHeight; y += 1) {
    for (let x = 0; x < newWidth; x += 1) {
      const source =
        turn === 90
          ? (height - 1 - x) * width + y
          : turn === 270
            ? x * width + (width - 1 - y)
            : (height - 1 - y) * width + (width - 1 - x);
      to[y * newWidth + x] = from[source]!;
    }
  }
  return { data: new Uint8Array(to.buffer), width: newWidth, height: newHeight };
}
