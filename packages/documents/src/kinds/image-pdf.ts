import type { ImageHeader } from './image-header.ts';
import { listChunks } from './png.ts';

// Puts a JPEG or PNG into a PDF of one page without decoding it, because PDF can hold both as they are.

/** Returns undefined for a format that PDF does not hold. */
export function wrapImage(content: Buffer, { mediaType, width, height }: ImageHeader): Buffer | undefined {
  if (mediaType === 'image/jpeg') {
    const components = componentsOf(content);
    const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[components];
    if (space === undefined) return undefined;
    // Programs write CMYK inverted.
    const inverted = components === 4 ? '/Decode[1 0 1 0 1 0 1 0]' : '';
    return makePdf({
      width,
      height,
      data: content,
      entries: `/ColorSpace${space}/BitsPerComponent 8${inverted}/Filter/DCTDecode`,
    });
  }
  return mediaType === 'image/png' ? wrapPng(content, width, height) : undefined;
}

/** Reads the number of channels from the frame header. */
function componentsOf(content: Buffer): number {
  for (let at = 2; at + 10 < content.length; ) {
    const marker = content[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return content[at + 9]!;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + content.readUInt16BE(at + 2);
  }
  return 0;
}

/** Without transparency and interlacing, the rows of a PNG are rows of a PDF image. */
function wrapPng(content: Buffer, width: number, height: number): Buffer | undefined {
  const [bits, type, interlaced] = [content[24]!, content[25]!, content[28]!];
  if (interlaced !== 0 || ![0, 2, 3].includes(type)) return undefined;
  const colors = type === 2 ? 3 : 1;
  const palette = listChunks(content, 'PLTE')[0];
  if (type === 3 && palette === undefined) return undefined;
  const indexed = `[/Indexed/DeviceRGB ${Math.floor((palette?.length ?? 0) / 3) - 1}<${palette?.toString('hex')}>]`;
  const space = type === 3 ? indexed : type === 2 ? '/DeviceRGB' : '/DeviceGray';
  const rows = `/DecodeParms<</Predictor 15/Colors ${colors}/BitsPerComponent ${bits}/Columns ${width}>>`;
  const entries = `/ColorSpace${space}/BitsPerComponent ${bits}/Filter/FlateDecode${rows}`;
  return makePdf({ width, height, data: Buffer.concat(listChunks(content, 'IDAT')), entries });
}

function makePdf({
  width,
  height,
  data,
  entries,
}: {
  width: number;
  height: number;
  data: Buffer;
  entries: string;
}): Buffer {
  const paint = `${width} 0 0 ${height} 0 0 cm /I Do`;
  const objects: (string | Buffer)[][] = [
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Count 1/Kids[3 0 R]>>'],
    [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`],
    [`<</Length ${paint.length}>>stream\n${paint}\nendstream`],
    [
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}${entries}/Length ${data.length}>>stream\n`,
      data,
      '\nendstream',
    ],
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: string | Buffer): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, own] of objects.entries()) {
    offsets.push(length);
    for (const part of [`${index + 1} 0 obj`, ...own, 'endobj\n']) add(part);
  }
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 6\n0000000000 65535 f \n${table}trailer<</Root 1 0 R/Size 6>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
