import { resolve } from 'node:path';
import { openDiskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import { assertPrefix, type Storage, StorageError } from './storage.ts';

/**
 * Opens a folder, made when missing, or `s3://bucket/prefix`. Opening S3 sends nothing: `check()` tells whether the
 * bucket can be used.
 */
export async function openStorage(url: string): Promise<Storage> {
  if (url.startsWith('s3://')) return openS3Storage(parseS3Url(url));
  if (url === '' || /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(url)) throw badUrl(url);
  return openDiskStorage(resolve(url));
}

function parseS3Url(url: string): { bucket: string; prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([A-Za-z0-9._-]+)(?:\/(.*))?$/.exec(url) ?? [];
  const prefix = path.replace(/\/+$/, '');
  try {
    assertPrefix(prefix);
  } catch {
    throw badUrl(url);
  }
  if (!bucket || prefix.includes('//')) throw badUrl(url);
  return { bucket, prefix: prefix && `${prefix}/` };
}

function badUrl(url: string): StorageError {
  return new StorageError(`storage takes a folder or s3://bucket/prefix, got ${JSON.stringify(url)}`);
}
