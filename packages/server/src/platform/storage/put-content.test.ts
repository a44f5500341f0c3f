import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { makeFolder, stopAtEnd } from '../../../test/stop-at-end.ts';
import { openStorage } from './open-storage.ts';
import { contentKey, placeContent, removeStaleTemporary, stageContent } from './put-content.ts';
import { StorageLimitError, temporaryPrefix } from './storage.ts';

const folder = await makeFolder();
const storage = stopAtEnd(await openStorage(folder));

async function* pieces(...parts: string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}
const temporary = () => Array.fromAsync(storage.list(temporaryPrefix));

test('content is staged with its hash and size, then stands under its hash', async () => {
  const staged = await stageContent(storage, pieces('he', 'llo'), 5);
  const sha256 = createHash('sha256').update('hello').digest('hex');
  assert.deepEqual([staged.sha256, staged.size], [sha256, 5]);
  const key = contentKey('files/org', sha256);
  assert.equal(key, `files/org/${sha256.slice(0, 2)}/${sha256}`);
  await placeContent(storage, staged, key);
  assert.equal(await text((await storage.get(key))!.stream), 'hello');
  const again = await stageContent(storage, pieces('hello'), 5);
  await placeContent(storage, again, key);
  assert.deepEqual(await temporary(), []);
});

test('content beyond the limit, and a source that fails, leave nothing', async () => {
  await assert.rejects(stageContent(storage, pieces('hel', 'lo!'), 5), StorageLimitError);
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('he');
    throw new RangeError('gone');
  }
  await assert.rejects(stageContent(storage, broken(), 5), RangeError);
  assert.deepEqual(await temporary(), []);
});

test('leftovers of a crash are removed when they are old enough, and not before', async () => {
  await stageContent(storage, pieces('left'), 10);
  assert.equal(await removeStaleTemporary(storage, 3_600_000), 0);
  assert.equal(await removeStaleTemporary(storage, -1_000), 1);
  assert.deepEqual(await temporary(), []);
});
