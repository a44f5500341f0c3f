import { contentKey, placeContent, stageContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** Stores a stream where it belongs, without a row that names it. */
export async function putContent(
  storage: Storage,
  prefix: string,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ sha256: string; size: number; key: string }> {
  const staged = await stageContent(storage, source, limitBytes);
  const key = contentKey(prefix, staged.sha256);
  await placeContent(storage, staged, key);
  return { sha256: staged.sha256, size: staged.size, key };
}
