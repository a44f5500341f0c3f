import { createHash } from 'node:crypto';
import type { Partition, Table } from './transfer-schema.ts';

// The file of `errand db export`, gzipped text: a header line of JSON; for each table a line of JSON, then its rows as
// COPY writes them, ended by a line with \. ; a line about sequences; a line with the SHA-256 of everything before.
// COPY escapes line breaks and backslashes, so no row can look like the end.

export const FORMAT = 'errand-export';
export const FORMAT_VERSION = 1;
/** Has the content of the storage between sequences and hash; see transfer-objects.ts. */
export const FORMAT_VERSION_WITH_FILES = 2;
export const END_OF_ROWS = Buffer.from('\\.\n');

export type Header = {
  format: typeof FORMAT;
  format_version: number;
  errand_version: string;
  exported_at: string;
  migrations: Record<string, string>;
  partitions: Partition[];
  /** Ordered as in the file. */
  tables: (Table & { rows: number })[];
};
export type SequenceState = { table: string; column: string; last_value: string; is_called: boolean };

export type Progress = (done: { table: string; bytes: number }) => void;

/** The file cannot be written or read. The message is one line for the operator. */
export class TransferError extends Error {
  override name = 'TransferError';
}

const NEWLINE = 10;
/** Headers of a hundred tables take a few kilobytes. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

export type DumpReader = {
  json<T>(): Promise<T>;
  /** The rows of the table announced last, as COPY accepts them. */
  rows(): AsyncGenerator<Buffer>;
  /** Reads `length` bytes, and the line break after them. */
  bytes(length: number): AsyncGenerator<Buffer>;
  /** SHA-256 of everything read so far. */
  digest(): string;
  /** True when nothing follows. */
  atEnd(): Promise<boolean>;
};

export function createDumpReader(source: AsyncIterable<Buffer>): DumpReader {
  const chunks = source[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);

  async function fill(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return true;
  }

  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    hash.update(taken);
    return taken;
  }

  return {
    async json<T>() {
      let end = rest.indexOf(NEWLINE);
      while (end === -1) {
        if (rest.length > LINE_BYTES_MAX || !(await fill())) throw damaged();
        end = rest.indexOf(NEWLINE);
      }
      try {
        return JSON.parse(take(end + 1).toString()) as T;
      } catch {
        throw damaged();
      }
    },

    async *rows() {
      // The first byte is at the start of a line, as if a line break came before it.
      while (rest.length < END_OF_ROWS.length) if (!(await fill())) throw damaged();
      if (rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        take(END_OF_ROWS.length);
        return;
      }
      const ending = Buffer.concat([Buffer.from('\n'), END_OF_ROWS]);
      for (;;) {
        const at = rest.indexOf(ending);
        if (at !== -1) {
          yield take(at + 1);
          take(END_OF_ROWS.length);
          return;
        }
        // The last bytes may be the beginning of the end marker.
        const safe = rest.length - ending.length + 1;
        if (safe > 0) yield take(safe);
        if (!(await fill())) throw damaged();
      }
    },

    async *bytes(length) {
      if (!Number.isSafeInteger(length) || length < 0) throw damaged();
      for (let left = length; left > 0; ) {
        if (rest.length === 0 && !(await fill())) throw damaged();
        const taken = take(Math.min(left, rest.length));
        left -= taken.length;
        yield taken;
      }
      while (rest.length === 0) if (!(await fill())) throw damaged();
      if (take(1)[0] !== NEWLINE) throw damaged();
    },

    digest: () => hash.copy().digest('hex'),

    async atEnd() {
      while (rest.length === 0) if (!(await fill())) return true;
      return false;
    },
  };
}

export const damaged = (cause?: unknown): TransferError =>
  new TransferError('The file is damaged or incomplete. Nothing was imported; export it again.', { cause });
