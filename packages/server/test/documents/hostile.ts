import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { assemble, stream } from './pdf.ts';

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
