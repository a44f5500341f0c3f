import { inflateSync } from 'node:zlib';
import { loadReader } from '../../packages/documents/src/kinds/load-reader.ts';
import type { ParseRequest } from '../../packages/documents/src/model/request.ts';
import { encodePng } from '../../packages/documents/src/recognition/png.ts';
import type { Generated } from './documents.ts';
import { createRandom } from './random.ts';

// Renders lines as a PDF with a text layer, or as a scan: drawn, slightly turned, with noise.

const fonts = ['Helvetica', 'Times-Roman', 'Courier', 'Helvetica-Bold'];

/** Splits a line at wide gaps. Each part keeps its column. */
function segments(line: string): { text: string; column: number }[] {
  return [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ text: match[0], column: match.index }));
}

export function renderPdf({ lines, seed }: Generated): Buffer {
  const font = fonts[seed % fonts.length]!;
  const size = font === 'Courier' ? 9 : 10;
  // Wide enough for the widest letters, so that columns stay apart.
  const step = size * 0.62;
  const drawn = lines.flatMap((line, row) =>
    segments(line).map(
      ({ text, column }) =>
        `BT /F1 ${size} Tf ${(50 + column * step).toFixed(1)} ${800 - row * 16} Td (${encodeText(text)}) Tj ET`,
    ),
  );
  const content = Buffer.from(drawn.join('\n'), 'latin1');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 700 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
    Buffer.concat([Buffer.from(`<< /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]),
  ]);
}

/** Encodes text for the font. Letters that it does not have lose their accents. */
const encodeText = (text: string): string =>
  [...text.replaceAll('€', '\u0080')]
    .map((letter) => {
      if (letter.codePointAt(0)! <= 0xff) return letter;
      const plain = letter.normalize('NFKD').charAt(0);
      return plain.codePointAt(0)! <= 0xff ? plain : 'o';
    })
    .join('')
    .replace(/[\\()]/g, '\\$&');

function assemble(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  for (const [index, body] of objects.entries()) {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0));
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body as string), Buffer.from('\nendobj\n'));
  }
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  parts.push(
    Buffer.from(`${head}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

/** Quarter turns. Some pages are scanned the wrong way round. */
const quarters = [0, 0, 0, 1, 2];

export async function renderScan(document: Generated): Promise<Buffer> {
  const random = createRandom(document.seed);
  const { pixels, width, height } = await draw(renderPdf(document));
  const angle = (random.integer(-12, 12) / 10) * (Math.PI / 180);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const tilted = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const [fromX, fromY] = [
        Math.round(cosine * dx + sine * dy + width / 2),
        Math.round(cosine * dy - sine * dx + height / 2),
      ];
      const isInside = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height;
      // Paper grain and dust.
      const grain = random.chance(0.0005) ? -150 : random.integer(-14, 8);
      tilted[y * width + x] = Math.max(0, Math.min(255, (isInside ? pixels[fromY * width + fromX]! : 250) + grain));
    }
  }
  return encodeTurned(tilted, width, height, random.pick(quarters));
}

function encodeTurned(pixels: Uint8Array, width: number, height: number, quarters: number): Buffer {
  const [w, h] = quarters % 2 === 0 ? [width, height] : [height, width];
  const colours = new Uint8Array(w * h * 4);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const [fromX, fromY] =
        quarters === 0 ? [x, y] : quarters === 1 ? [y, w - 1 - x] : [width - 1 - x, height - 1 - y];
      const value = pixels[fromY * width + fromX]!;
      colours.fill(value, (y * w + x) * 4, (y * w + x) * 4 + 3);
    }
  }
  return Buffer.from(encodePng(colours, w, h));
}

/** Draws the page as grey pixels. */
async function draw(pdf: Buffer): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  const request = {
    name: 'page.pdf',
    contentType: '',
    words: false,
    images: true,
    ocr: 'never',
  } as unknown as ParseRequest;
  const reader = await loadReader(pdf, request);
  let image: Uint8Array | undefined;
  await reader.read(pdf, request, (page) => {
    image = page.image?.data;
  });
  return decodePng(Buffer.from(image!));
}

/** Decodes only what our own encoder writes: no filters, grey or three colours. */
function decodePng(png: Buffer): { pixels: Uint8Array; width: number; height: number } {
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 2 ? 3 : 1];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = rows[y * (1 + width * channels) + 1 + x * channels]!;
  return { pixels, width, height };
}
