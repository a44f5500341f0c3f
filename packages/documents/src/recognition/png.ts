import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

/** Encodes a PNG with 8 bits per channel from pixels of four bytes: red, green, blue and one that is ignored. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, to = 0, from = 0; y < height; y += 1) {
    // Each row starts with its filter type, which is "none".
    to += 1;
    for (let x = 0; x < width; x += 1, from += 4) {
      rows[to++] = pixels[from]!;
      rows[to++] = pixels[from + 1]!;
      rows[to++] = pixels[from + 2]!;
    }
  }
  return frame(rows, width, height, 2);
}

export function encodeGrayPng({ data, width, height }: Raster): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width));
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return frame(rows, width, height, 0);
}

function frame(rows: Buffer, width: number, height: number, colorType: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colorType], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    // Pages are mostly white, so a fast level is nearly as small as the best one.
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
