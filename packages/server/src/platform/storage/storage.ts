// Object storage: one small interface over a folder (disk.ts) or an S3 bucket (s3.ts). Both pass
// test/conformance/storage.ts. open-storage.ts chooses the backend; put-content.ts stores objects under their hash.
// Keys name only objects: on disk, a key cannot also be the folder of another key.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export type Storage = {
  kind: 'disk' | 's3';
  /**
   * Streams bytes in and resolves once they are durable. The object appears whole or not at all: if the source fails,
   * `put` rejects with the source's own error, and the key keeps its previous object. A piece is no longer needed once
   * the next one is requested, so a source may reuse its memory.
   */
  put(key: string, source: StorageSource, options?: { contentType?: string }): Promise<{ size: number }>;
  /**
   * Reads the object, or an inclusive byte range of it. `size` is always the size of the whole object. A range that
   * ends past the last byte is cut there. One that starts past it returns an empty stream, so that the caller can
   * respond with 416 from `size`. The stream holds a file or a socket: read it to its end or destroy it.
   */
  get(key: string, range?: ByteRange): Promise<{ size: number; stream: Readable } | undefined>;
  /**
   * Hard-links the object to a path on the local disk instead of copying it. Returns false if that is not possible;
   * then read it. Objects never change in place, so neither does the file.
   */
  link?(key: string, path: string): Promise<boolean>;
  head(key: string): Promise<{ size: number; modifiedAt: Date } | undefined>;
  /** Renames an object durably and replaces any object at `to`. Throws if `from` does not exist. */
  move(from: string, to: string): Promise<void>;
  /** Returns false if there was nothing to delete. `forGood` skips the grace period, to erase content. */
  delete(key: string, options?: { forGood?: boolean }): Promise<boolean>;
  /** Lists objects whose key starts with `prefix` (a string, not a folder), in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Writes, reads and deletes a temporary object. Throws a StorageError if any of this fails. */
  check(): Promise<void>;
  /** Throws if the place itself is gone. Costs nothing, so it can be asked every second. */
  verify?(): Promise<void>;
  close(): Promise<void>;
};

export type StorageSource = AsyncIterable<Uint8Array> | Uint8Array;
export type ByteRange = { start: number; end: number };
export type StoredObject = { key: string; size: number; modifiedAt: Date };

/** `late`: no response in time. `unreachable`: no connection, or an overloaded store. Both may pass by themselves. */
export type StorageReason = 'failed' | 'unreachable' | 'late';

/** The storage cannot be used. The message is one line that an operator can act on. */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly reason: StorageReason;

  constructor(message: string, { reason = 'failed', cause }: { reason?: StorageReason; cause?: unknown } = {}) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The content is larger than the caller allowed. */
export class StorageLimitError extends Error {
  override name = 'StorageLimitError';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`content is larger than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/** Old objects under this prefix may be removed at any time (see removeStaleTemporary). */
export const temporaryPrefix = 'tmp/';

export function temporaryKey(purpose: 'put' | 'content' | 'check'): string {
  return `${temporaryPrefix}${purpose}-${randomUUID()}`;
}

// S3 allows 1,024 bytes for prefix and key together; a file name may have 255.
const keyCharactersMax = 512;
const segmentCharactersMax = 200;

export function assertKey(key: string): void {
  const valid =
    key.length <= keyCharactersMax &&
    !key.includes('..') &&
    key.split('/').every((segment) => isSegment(segment) && segment.length <= segmentCharactersMax);
  if (!valid) throw new TypeError(`bad storage key: ${quote(key)}`);
}

export function assertPrefix(prefix: string): void {
  const valid = /^[A-Za-z0-9._/-]*$/.test(prefix) && !prefix.startsWith('/') && !prefix.includes('..');
  if (!valid || prefix.length > keyCharactersMax) throw new TypeError(`bad storage prefix: ${quote(prefix)}`);
}

export function assertRange(range: ByteRange | undefined): void {
  if (!range) return;
  const { start, end } = range;
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end) return;
  throw new RangeError(`bad byte range: ${start}-${end}`);
}

/** Passes the source on, counts its bytes, and keeps the source's error, whatever the consumer turns it into. */
export function countBytes(source: StorageSource) {
  const counted = { size: 0, error: undefined as unknown, chunks: read() };
  async function* read() {
    try {
      for await (const chunk of source instanceof Uint8Array ? [source] : source) {
        counted.size += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      counted.error = error;
      throw error;
    }
  }
  return counted;
}

/** Implements `check` for every backend. */
export async function checkByUse(storage: Pick<Storage, 'put' | 'get' | 'delete'>): Promise<void> {
  const key = temporaryKey('check');
  const written = Buffer.from(key);
  await storage.put(key, written);
  const found = await storage.get(key);
  const read = found && (await buffer(found.stream));
  await storage.delete(key);
  if (!read?.equals(written)) throw new StorageError('storage does not return the bytes that were written to it');
}

function isSegment(segment: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(segment) && segment !== '.';
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
