import { resolve } from 'node:path';
import { assertPrefix } from './storage.ts';

/** The parsed value of ERRAND_STORAGE. */
export type StoragePlace = { kind: 'disk'; folder: string } | { kind: 's3'; bucket: string; prefix: string };

/** Parses a folder or `s3://bucket/prefix`. Returns undefined if it is neither. */
export function parseStorageUrl(url: string): StoragePlace | undefined {
  if (url.startsWith('s3://')) return parseS3Url(url);
  if (url === '' || /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(url)) return undefined;
  return { kind: 'disk', folder: resolve(url) };
}

function parseS3Url(url: string): StoragePlace | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([A-Za-z0-9._-]+)(?:\/(.*))?$/.exec(url) ?? [];
  const prefix = path.replace(/\/+$/, '');
  try {
    assertPrefix(prefix);
  } catch {
    return undefined;
  }
  return bucket && !prefix.includes('//') ? { kind: 's3', bucket, prefix: prefix && `${prefix}/` } : undefined;
}
