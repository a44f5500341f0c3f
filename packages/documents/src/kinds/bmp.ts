import { UnreadableFile } from '../model/unreadable-file.ts';

// Windows bitmaps. Hardly any other program reads them, so they are converted to PNG first.

const UNCOMPRESSED = 0;
/** 32 bits with masks, in practice always in the order blue, green, red, alpha. */
const MASKED = 3;

/** Returns pixels of four bytes: red, green, blue and one that is ignored. The caller has checked the size. */
export function decodeBmp(file: Buffer, width: number, height: number): Uint8Array {
  const [start, headerBytes, bits] = [file.readUInt32LE(10), file.readUInt32LE(14), file.readUInt16LE(28)];
  const compression = headerBytes >= 40 ? file.readUInt32LE(30) : 0;
  const known = compression === UNCOMPRESSED ? [1, 4, 8, 24, 32].includes(bits) : compression === MASKED && bits === 32;
  if (headerBytes < 40 || !known)
    throw new UnreadableFile('is a bitmap in an unsupported format. Save it as PNG or JPEG and try again.');
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (start + stride * height > file.length)
    throw new UnreadableFile('is a damaged or incomplete image. Save or upload it again.');
  const isBottomUp = file.readInt32LE(22) > 0;
  const palette = file.subarray(14 + headerBytes, start);
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = start + (isBottomUp ? height - 1 - y : y) * stride;
    for (let x = 0; x < width; x += 1, to += 4) {
      const [from, at] =
        bits >= 24
          ? [file, row + (x * bits) / 8]
          : [palette, 4 * paletteIndex(file[row + ((x * bits) >> 3)]!, x, bits)];
      pixels[to] = from[at + 2] ?? 0;
      pixels[to + 1] = from[at + 1] ?? 0;
      pixels[to + 2] = from[at] ?? 0;
    }
  }
  return pixels;
}

/** Reads a pixel that shares its byte with others. The first pixel is in the highest bits. */
function paletteIndex(byte: number, x: number, bits: number): number {
  const shift = 8 - bits - ((x * bits) & 7);
  return (byte >> shift) & ((1 << bits) - 1);
}
