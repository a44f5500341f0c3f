import { createHash } from 'node:crypto';
import { AppError } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';
import type { StoredContent } from './model.ts';

/**
 * Throws if the content has changed since it was stored. Streams the whole content, even for a range. That is
 * affordable: people open the pages and images of jobs only now and then.
 */
export async function verifyContent(storage: Storage, { storageKey, sha256 }: StoredContent): Promise<void> {
  const hash = createHash('sha256');
  try {
    const found = await storage.get(storageKey);
    if (found === undefined) throw new AppError('content_lost', { cause: new Error(`no blob ${storageKey}`) });
    for await (const chunk of found.stream) hash.update(chunk);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw storageProblem(cause, () => new AppError('storage_failed', { cause }));
  }
  refuseAltered(storageKey, hash.digest('hex'), sha256);
}

export function refuseAltered(storageKey: string, found: string, written: string): void {
  if (found === written) return;
  const detail = 'The stored content differs from what was written.';
  throw new AppError('storage_failed', { detail, cause: new Error(`hash of ${storageKey} differs`) });
}
