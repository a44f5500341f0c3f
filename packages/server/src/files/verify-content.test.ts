import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import type { StoredContent } from './model.ts';
import { verifyContent } from './verify-content.ts';

const sha256 = createHash('sha256').update('what was written').digest('hex');
const verify = (stream: () => Readable | undefined) =>
  verifyContent(
    { get: async () => (stream() ? { size: 1, stream: stream()! } : undefined) } as unknown as Storage,
    { storageKey: 'key', sha256 } as StoredContent,
  );

test('content is shown only while it is what was written', async () => {
  await verify(() => Readable.from([Buffer.from('what was '), Buffer.from('written')]));
  const failed = { code: 'storage_failed' };
  await assert.rejects(
    verify(() => Readable.from([Buffer.from('what was altered')])),
    failed,
  );
  await assert.rejects(
    verify(() => Readable.from([Buffer.from('what was')])),
    failed,
  );
  await assert.rejects(
    verify(() => undefined),
    { code: 'content_lost' },
  );
  await assert.rejects(
    verify(
      () =>
        new Readable({
          read() {
            this.destroy(new Error('disk'));
          },
        }),
    ),
    failed,
  );
});
