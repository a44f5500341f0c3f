import { createHash } from 'node:crypto';
import { type Storage, StorageLimitError, temporaryKey, temporaryPrefix } from './storage.ts';

/**
 * Stores a stream under its SHA-256, `${prefix}/${sha256[0..2]}/${sha256}`, so that the same content is stored once.
 * Past `limitBytes` it throws a StorageLimitError; then, and when the source fails, nothing is left behind.
 */
export async function putContent(
  storage: Storage,
  prefix: string,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ sha256: string; size: number; key: string }> {
  const hash = createHash('sha256');
  const temporary = temporaryKey('content');
  const { size } = await storage.put(temporary, hashUpTo(limitBytes, source, hash.update.bind(hash)));
  const sha256 = hash.digest('hex');
  const key = `${prefix}/${sha256.slice(0, 2)}/${sha256}`;
  try {
    // Also when the content is already there: the newer `modifiedAt` keeps a collector that spares young objects
    // from deleting it before the caller has written the row that names it.
    await storage.move(temporary, key);
  } catch (error) {
    await storage.delete(temporary).catch(() => {});
    throw error;
  }
  return { sha256, size, key };
}

/** Deletes temporary objects left by a crash. `olderThanMs` must exceed the longest upload. */
export async function removeStaleTemporary(storage: Storage, olderThanMs: number): Promise<number> {
  const before = Date.now() - olderThanMs;
  let removed = 0;
  for await (const { key, modifiedAt } of storage.list(temporaryPrefix)) {
    if (modifiedAt.getTime() < before && (await storage.delete(key))) removed++;
  }
  return removed;
}

async function* hashUpTo(limitBytes: number, source: AsyncIterable<Uint8Array>, update: (chunk: Uint8Array) => void) {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limitBytes) throw new StorageLimitError(limitBytes);
    update(chunk);
    yield chunk;
  }
}
