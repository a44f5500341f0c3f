import { crc32, deflateRawSync } from 'node:zlib';
import { listZipEntries, readZipEntry } from '../src/kinds/zip.ts';

/**
 * Creates a ZIP archive of deflated entries, except for `stored` ones. `claimed` are false unpacked sizes for its
 * directory.
 */
export function makeZip(
  entries: Record<string, string | Buffer>,
  { claimed, stored = [] }: { claimed?: number; stored?: string[] } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(entries)) {
    const content = Buffer.from(given);
    const isStored = stored.includes(name);
    const packed = isStored ? content : deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed ?? content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([signature(0x04034b50), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), fields, rest, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, signature(0x06054b50), end]);
}

/** Adds entries to an archive. */
export function withEntries(archive: Buffer, more: Record<string, string | Buffer>): Buffer {
  const own = listZipEntries(archive).map((entry): [string, Buffer] => [entry.name, readZipEntry(archive, entry)]);
  return makeZip({ ...Object.fromEntries(own), ...more });
}

/** Returns the texts in an archive of ours. */
export function unzip(archive: Buffer): Record<string, string> {
  const entries = listZipEntries(archive);
  return Object.fromEntries(entries.map((entry) => [entry.name, readZipEntry(archive, entry).toString('utf8')]));
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
