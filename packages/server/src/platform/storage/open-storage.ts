import { withDeadlines } from './deadlines.ts';
import { openDiskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import { type Storage, StorageError } from './storage.ts';
import { parseStorageUrl } from './storage-url.ts';

/** Enough for a part of 5 MB on a slow connection. */
const LIMIT_MS = 30_000;

/**
 * Opens a folder, which it creates if missing, or `s3://bucket/prefix`. Opening S3 sends no request; `check()` tests
 * whether the bucket can be used. `limitMs`: how long a remote store may take for one request.
 */
export async function openStorage(url: string, limitMs = LIMIT_MS): Promise<Storage> {
  const place = parseStorageUrl(url);
  if (place === undefined)
    throw new StorageError(`storage must be a folder or s3://bucket/prefix, but is ${JSON.stringify(url)}`);
  if (place.kind === 'disk') return openDiskStorage(place.folder);
  return withDeadlines(await openS3Storage(place, limitMs), limitMs);
}
