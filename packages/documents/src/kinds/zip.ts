import { inflateRawSync } from 'node:zlib';
import { limits } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export type ZipEntry = { name: string; method: number; packed: number; start: number };

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const ENTRIES_MAX = 10_000;
const tooMuch = (): UnreadableFile =>
  new UnreadableFile(
    `unpacks to more than ${limits.unpackedBytesMax / 1024 ** 2} MB, which is the limit. Split it into smaller files.`,
  );

/** Lists the entries of the archive's directory. Throws if the archive is not complete. */
export function listZipEntries(content: Buffer): ZipEntry[] {
  const end = findEnd(content);
  const count = content.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new UnreadableFile(`has more than ${ENTRIES_MAX} entries.`);
  const entries: ZipEntry[] = [];
  let at = content.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== ENTRY) throw damaged();
    if ((content.readUInt16LE(at + 8) & 1) === 1)
      throw new UnreadableFile('is protected with a password. Remove the password and try again.');
    const nameBytes = content.readUInt16LE(at + 28);
    entries.push({
      name: content.subarray(at + 46, at + 46 + nameBytes).toString('utf8'),
      method: content.readUInt16LE(at + 10),
      packed: content.readUInt32LE(at + 20),
      start: content.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return entries;
}

/** Unpacks everything once with a limit, because the sizes that an archive declares cannot be trusted. */
export function checkUnpackedSize(content: Buffer): void {
  let left: number = limits.unpackedBytesMax;
  for (const entry of listZipEntries(content)) {
    left -= entry.method === 0 ? entry.packed : readZipEntry(content, entry, left).length;
    if (left < 0) throw tooMuch();
  }
}

/** Returns the content of an entry, at most `bytesMax`. */
export function readZipEntry(content: Buffer, entry: ZipEntry, bytesMax: number = limits.unpackedBytesMax): Buffer {
  if (entry.start + 30 > content.length || content.readUInt32LE(entry.start) !== LOCAL) throw damaged();
  const from = entry.start + 30 + content.readUInt16LE(entry.start + 26) + content.readUInt16LE(entry.start + 28);
  const packed = content.subarray(from, from + entry.packed);
  if (entry.method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: bytesMax + 1 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch();
    throw damaged();
  }
}

function findEnd(content: Buffer): number {
  // The end record is followed by a comment of at most 65,535 bytes.
  for (let at = content.length - 22; at >= Math.max(0, content.length - 22 - 65_535); at -= 1) {
    if (content.readUInt32LE(at) === END) return at;
  }
  throw damaged();
}

const damaged = (): UnreadableFile =>
  new UnreadableFile('is a damaged or incomplete archive. Save or upload it again.');
