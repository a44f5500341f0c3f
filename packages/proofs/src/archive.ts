import { crc32 } from 'node:zlib';

// The archive of a case file: a ZIP that every program can open and that can be written in only one way. Files are
// stored uncompressed, in the order of the manifest, without times and attributes. So the files determine every byte,
// and any changed byte is detected.

/** A file whose content is elsewhere, such as in storage. */
export type ArchiveEntry = { path: string; size: number; crc32: number };
export type ArchiveFile = { path: string; content: Buffer };

/** Size limit of an archive, because readers hold it in memory. */
export const ARCHIVE_BYTES_MAX = 1024 ** 3;
const PATH_BYTES_MAX = 240;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION = 10;
const UTF8_NAMES = 0x0800;
/** ZIP requires a date, so this is its first day. */
const FIRST_DAY = 0x0021;

export const entryOf = ({ path, content }: ArchiveFile): ArchiveEntry => ({
  path,
  size: content.length,
  crc32: crc32(content),
});

/** Writes the header before the content of a file. */
export function headerOf({ path, size, crc32: crc }: ArchiveEntry): Buffer {
  const name = Buffer.from(path);
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  writeShared(header, 4, { name, size, crc });
  return Buffer.concat([header, name]);
}

/** Writes the central directory, which follows the last file. */
export function directoryOf(entries: ArchiveEntry[]): Buffer {
  let offset = 0;
  const records = entries.map(({ path, size, crc32: crc }) => {
    const name = Buffer.from(path);
    const record = Buffer.alloc(CENTRAL_BYTES);
    record.writeUInt32LE(CENTRAL, 0);
    record.writeUInt16LE(VERSION, 4);
    writeShared(record, 6, { name, size, crc });
    record.writeUInt32LE(offset, 42);
    offset += LOCAL_BYTES + name.length + size;
    return Buffer.concat([record, name]);
  });
  const length = records.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...records, end]);
}

function writeShared(record: Buffer, at: number, { name, size, crc }: { name: Buffer; size: number; crc: number }) {
  record.writeUInt16LE(VERSION, at);
  record.writeUInt16LE(UTF8_NAMES, at + 2);
  record.writeUInt16LE(FIRST_DAY, at + 8);
  record.writeUInt32LE(crc, at + 10);
  record.writeUInt32LE(size, at + 14);
  record.writeUInt32LE(size, at + 18);
  record.writeUInt16LE(name.length, at + 22);
}

export const archiveSize = (entries: ArchiveEntry[]): number =>
  entries.reduce((sum, entry) => sum + headerOf(entry).length + entry.size, directoryOf(entries).length);

export const writeArchive = (files: ArchiveFile[]): Buffer =>
  Buffer.concat([...files.flatMap((file) => [headerOf(entryOf(file)), file.content]), directoryOf(files.map(entryOf))]);

export type ReadFile = ArchiveFile & Pick<ArchiveEntry, 'crc32'>;
export type ReadArchive = { files: ReadFile[]; problem?: string };

/** Reads an archive up to the first malformed part and says where it is. The caller checks the contents' hashes. */
export function readArchive(bytes: Buffer): ReadArchive {
  const files: ReadFile[] = [];
  const seen = new Set<string>();
  const stop = (problem: string): ReadArchive => ({ files, problem });
  let at = 0;
  while (bytes.length - at >= LOCAL_BYTES && bytes.readUInt32LE(at) === LOCAL) {
    const [crc, size] = [bytes.readUInt32LE(at + 14), bytes.readUInt32LE(at + 22)];
    const nameEnd = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26);
    const path = bytes.toString('utf8', at + LOCAL_BYTES, nameEnd);
    const problem = findPathProblem(path) ?? (seen.has(path) ? 'is there twice' : undefined);
    if (problem !== undefined) return stop(`The path ${JSON.stringify(path.slice(0, 120))} ${problem}.`);
    if (!headerOf({ path, size, crc32: crc }).equals(bytes.subarray(at, nameEnd)))
      return stop(`The header of ${path}, at byte ${at}, is wrong, or the archive was packed by another program.`);
    if (nameEnd + size > bytes.length) return stop(`The archive ends within ${path}, or its length is wrong there.`);
    seen.add(path);
    files.push({ path, content: bytes.subarray(nameEnd, nameEnd + size), crc32: crc });
    at = nameEnd + size;
  }
  if (files.length === 0) return stop('This is not a case file.');
  const directory = directoryOf(
    files.map(({ path, content, crc32: crc }) => ({ path, size: content.length, crc32: crc })),
  );
  const found = bytes.subarray(at);
  if (found.equals(directory)) return { files };
  const different = directory.findIndex((byte, index) => found[index] !== byte);
  return stop(
    `The directory of the archive, after its last file, is wrong at byte ${at + (different < 0 ? directory.length : different)}.`,
  );
}

/** Paths become file names when the archive is unpacked, so they must stay inside the folder on every system. */
export function findPathProblem(path: string): string | undefined {
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return 'is too long';
  if (path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path)) return 'leads out of the archive';
  const parts = path.split('/');
  if (parts.includes('..')) return 'leads out of the archive';
  if (parts.some((part) => !/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)))
    return 'has characters that case files do not use';
  return undefined;
}
