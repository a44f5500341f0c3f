import { createHash } from 'node:crypto';
import { type Storage, StorageLimitError, temporaryKey, temporaryPrefix } from './storage.ts';

/** Content that is stored under a temporary key, which only its creator knows. */
export type StagedContent = { temporaryKey: string; sha256: string; size: number };

/** Stores a stream under a temporary key. Throws a StorageLimitError past `limitBytes`. An error leaves nothing. */
export async function stageContent(
  storage: Storage,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<StagedContent> {
  const hash = createHash('sha256');
  const key = temporaryKey('content');
  const { size } = await storage.put(key, hashUpTo(limitBytes, source, hash.update.bind(hash)));
  return { temporaryKey: key, sha256: hash.digest('hex'), size };
}

/** Returns the final key of content, `${prefix}/${sha256[0..2]}/${sha256}`, so that equal content is stored once. */
export const contentKey = (prefix: string, sha256: string): string => `${prefix}/${sha256.slice(0, 2)}/${sha256}`;

/** Moves staged content to its final place, even if the same content is already there. */
export async function placeContent(
  storage: Storage,
  { temporaryKey: from }: StagedContent,
  key: string,
): Promise<void> {
  try {
    await storage.move(from, key);
  } catch (error) {
    await storage.delete(from).catch(() => {});
    throw error;
  }
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
