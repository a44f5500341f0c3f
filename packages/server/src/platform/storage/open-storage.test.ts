import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorage } from './open-storage.ts';
import { StorageError } from './storage.ts';

test('a folder is made, a bucket is opened without a request, and anything else is refused', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'open-storage-'));
  try {
    const disk = await openStorage(join(parent, 'new', 'folder'));
    assert.equal(disk.kind, 'disk');
    assert.ok(existsSync(join(parent, 'new', 'folder')));
    await disk.check();
    await disk.close();
    const bucket = await openStorage('s3://bucket/prefix');
    assert.equal(bucket.kind, 's3');
    await bucket.close();
    for (const url of ['gs://bucket', 'https://bucket.example']) await assert.rejects(openStorage(url), StorageError);
  } finally {
    rmSync(parent, { recursive: true });
  }
});
