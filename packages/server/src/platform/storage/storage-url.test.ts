import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { parseStorageUrl } from './storage-url.ts';

test('a path is a folder on disk', () => {
  assert.deepEqual(parseStorageUrl('/var/errand'), { kind: 'disk', folder: '/var/errand' });
  assert.deepEqual(parseStorageUrl('data'), { kind: 'disk', folder: resolve('data') });
});

test('s3://bucket/prefix is a bucket; the prefix ends with one slash', () => {
  assert.deepEqual(parseStorageUrl('s3://files'), { kind: 's3', bucket: 'files', prefix: '' });
  assert.deepEqual(parseStorageUrl('s3://files/a/b///'), { kind: 's3', bucket: 'files', prefix: 'a/b/' });
});

test('anything else is refused, as are prefixes that are no path', () => {
  for (const url of ['', 'https://files.example', 's3://', 's3://a b', 's3://files/a//b', 's3://files/../x'])
    assert.equal(parseStorageUrl(url), undefined, url);
});
