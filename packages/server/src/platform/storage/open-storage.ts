import { openDiskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import { type Storage, StorageError } from './storage.ts';
import { parseStorageUrl } from './storage-url.ts';

/**
 * Opens a folder, created if missing, or `s3://bucket/prefix`. Opening S3 sends no request: `check()` tests whether the
 * bucket can be used.
 */
export async function openStorage(url: string): Promise<Storage> {
  const place = parseStorageUrl(url);
  if (place === undefined)
    throw new StorageError(`storage takes a folder or s3://bucket/prefix, got ${JSON.stringify(url)}`);
  return place.kind === 's3' ? openS3Storage(place) : openDiskStorage(place.folder);
}
