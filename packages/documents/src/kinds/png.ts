import { crc32, deflateSync } from 'node:zlib';

/** Encodes a PNG with 8 bits per channel from pixels of four bytes: red, green, blue and one that is ignored. */
export function encodePng(pixels: Uint8Array, width: number, height: number, gray: boolean): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * (gray ? 1 : 3)));
  for (let y = 0, to = 0, from = 0; y < height; y += 1) {
    // Each row starts with its filter type, which is "none".
    to += 1;
    for (let x = 0; x < width; x += 1, from += 4) {
      const [red, green, blue] = [pixels[from]!, pixels[from + 1]!, pixels[from + 2]!];
      if (gray) rows[to++] = (77 * red + 150 * green + 29 * blue) >> 8;
      else {
        rows[to++] = red;
        rows[to++] = green;
        rows[to++] = blue;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, gray ? 0 : 2], 8);
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
