import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { assemble, stream } from '../../../documents/test/pdf.ts';

/** Forms that draw each other ten times, level after level: minutes for a page, in a kilobyte. */
export function slowPdf(): Buffer {
  const levels = 12;
  const first = 5;
  const forms = Array.from({ length: levels }, (_, level) =>
    stream(
      Buffer.from(level === levels - 1 ? 'BT /F1 9 Tf (x) Tj ET' : '/X Do\n'.repeat(10)),
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${first + level + 1} 0 R >> >>`,
    ),
  );
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /XObject << /X ${first} 0 R >> >> >>`,
    stream(Buffer.from('/X Do')),
    ...forms,
  ]);
}

/** A few hundred kilobytes that are drawing commands for gigabytes. */
export function swellingPdf(): Buffer {
  const commands = Buffer.from('0 0 m 1 1 l S\n'.repeat(8_000_000));
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>',
    stream(deflateSync(commands, { level: 1 }), '', 1),
  ]);
}

/** More pages than anybody reads, each of them real. */
export function longPdf(count: number): Buffer {
  const pages = Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>');
  const kids = pages.map((_, index) => `${index + 3} 0 R`).join(' ');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`,
    ...pages,
  ]);
}

/** Lists in lists, pages that are their own parents, a page that is kilometres wide: all in one small file. */
export function twistedPdf(): Buffer {
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 9 /Kids [3 0 R 2 0 R 4 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000000000 2000000000] /Contents 5 0 R /X ${'['.repeat(100_000)}${']'.repeat(100_000)} >>`,
    '<< /Type /Pages /Parent 4 0 R /Count 7 /Kids [4 0 R] >>',
    stream(Buffer.from('BT /F1 12 Tf 100 100 Td (here) Tj ET')),
  ]);
}

/** Headers of images that say they have 60,000 × 60,000 pixels (or the most that their kind can say). */
export function hugeImages(): Record<string, Buffer> {
  const numbers = (bytes: number, values: [at: number, value: number, width: 2 | 3 | 4][], start: string): Buffer => {
    const file = Buffer.alloc(bytes);
    file.write(start, 'latin1');
    for (const [at, value, width] of values) file.writeUIntLE(value, at, width);
    return file;
  };
  const side = 60_000;
  const jpeg = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0xea, 0x60, 0xea, 0x60, 1, 1, 0x11, 0,
  ]);
  const webp = numbers(
    64,
    [
      [24, 16_383, 3],
      [27, 16_383, 3],
    ],
    'RIFF\0\0\0\0WEBPVP8X',
  );
  const lossless = numbers(64, [[21, 0xfffffff, 4]], 'RIFF\0\0\0\0WEBPVP8L');
  const gif = numbers(
    64,
    [
      [6, side, 2],
      [8, side, 2],
    ],
    'GIF89a',
  );
  const bmp = numbers(
    64,
    [
      [14, 40, 4],
      [18, side, 4],
      [22, side, 4],
    ],
    'BM',
  );
  return { jpeg, webp, lossless, gif, bmp };
}

/** Processes that this one started and that still run. */
export function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return Number(parent) === process.pid && state !== 'Z';
      } catch {
        return false;
      }
    })
    .map(Number);
}
