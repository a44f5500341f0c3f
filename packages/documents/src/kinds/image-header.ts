// Reads the size of an image from its first bytes, so that a small file that unpacks to gigabytes is never decoded.

export type ImageHeader = { mediaType: string; width: number; height: number };

const magics: [string, Buffer][] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/gif', Buffer.from('GIF8')],
  ['image/bmp', Buffer.from('BM')],
];

export function imageTypeOf(content: Buffer): string | undefined {
  if (content.subarray(0, 4).toString('latin1') === 'RIFF' && content.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'image/webp';
  const found = magics.find(([, magic]) => content.subarray(0, magic.length).equals(magic))?.[0];
  // Text may begin with "BM" too. A bitmap has a header of a known length.
  if (found === 'image/bmp' && !(content.length > 30 && [12, 40, 52, 56, 108, 124].includes(content.readUInt32LE(14))))
    return undefined;
  return found;
}

/** Returns undefined if the header is truncated or damaged. */
export function readImageHeader(content: Buffer): ImageHeader | undefined {
  const mediaType = imageTypeOf(content);
  if (mediaType === undefined) return undefined;
  try {
    const size = sizeOf(content, mediaType);
    return size && size.width > 0 && size.height > 0 ? { mediaType, ...size } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sizeOf(content: Buffer, mediaType: string): { width: number; height: number } | undefined {
  if (mediaType === 'image/png') return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  if (mediaType === 'image/gif') return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
  if (mediaType === 'image/bmp') return { width: content.readInt32LE(18), height: Math.abs(content.readInt32LE(22)) };
  return mediaType === 'image/jpeg' ? sizeOfJpeg(content) : sizeOfWebp(content);
}

/** Walks the segments up to the frame header. */
function sizeOfJpeg(content: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at < content.length; ) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

function sizeOfWebp(content: Buffer): { width: number; height: number } | undefined {
  const chunk = content.subarray(12, 16).toString('latin1');
  if (chunk === 'VP8X') return { width: 1 + content.readUIntLE(24, 3), height: 1 + content.readUIntLE(27, 3) };
  if (chunk === 'VP8 ') return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return undefined;
  const bits = content.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
