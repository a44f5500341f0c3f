type Page = { pixels: Uint8Array; width: number; height: number };

/** Creates an uncompressed TIFF of grey pages, as from a scanner. */
export function makeTiff(pages: Page[]): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let length = 8;
  let pointer = 4;
  for (const { pixels, width, height } of pages) {
    const data = length;
    parts.push(Buffer.from(pixels));
    length += pixels.length;
    if (length % 2 === 1) {
      parts.push(Buffer.alloc(1));
      length += 1;
    }
    setPointer(parts, pointer, length);
    const tags: [number, number, number][] = [
      ...([
        [256, 4, width],
        [257, 4, height],
        [258, 3, 8],
        [259, 3, 1],
        [262, 3, 1],
      ] as [number, number, number][]),
      ...([
        [273, 4, data],
        [277, 3, 1],
        [278, 4, height],
        [279, 4, pixels.length],
      ] as [number, number, number][]),
    ];
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    for (const [index, [tag, type, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + index * 12);
      directory.writeUInt16LE(type, 4 + index * 12);
      directory.writeUInt32LE(1, 6 + index * 12);
      directory.writeUInt32LE(value, 10 + index * 12);
    }
    parts.push(directory);
    pointer = length + directory.length - 4;
    length += directory.length;
  }
  return Buffer.concat(parts);
}

/** The offset of the next directory is in the header, or at the end of the previous one. */
function setPointer(parts: Buffer[], at: number, value: number): void {
  let start = 0;
  for (const part of parts) {
    if (at >= start && at + 4 <= start + part.length) part.writeUInt32LE(value, at - start);
    start += part.length;
  }
}
