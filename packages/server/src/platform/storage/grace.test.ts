import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { readDeletedKey, removeExpired, withGrace } from './grace.ts';
import { openStorage } from './open-storage.ts';
import { temporaryKey } from './storage.ts';

const folder = await makeFolder();
const keysOf = async (storage: { list(prefix: string): AsyncIterable<{ key: string }> }) =>
  (await Array.fromAsync(storage.list(''), ({ key }) => key)).sort();

test('with a grace period, deleted content is kept under its day and removed when the period is over', async () => {
  const plain = await openStorage(join(folder, 'a'));
  const storage = withGrace(plain, 3);
  await storage.put('files/o/ab/abc', Buffer.from('x'));
  assert.equal(await storage.delete('files/o/ab/abc'), true);
  assert.equal(await storage.delete('files/o/ab/abc'), false);
  const [kept] = await keysOf(plain);
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(readDeletedKey(kept!), { key: 'files/o/ab/abc', day: today });
  await plain.put('deleted/2020-01-01/files/o/old', Buffer.from('x'));
  assert.equal(await removeExpired(storage, 3), 1);
  assert.deepEqual(await keysOf(plain), [kept]);
  assert.equal(await removeExpired(storage, 3), 0);
});

test('erased content is removed at once and completely', async () => {
  const plain = await openStorage(join(folder, 'c'));
  await plain.put('files/o/ab/abc', Buffer.from('x'));
  assert.equal(await withGrace(plain, 3).delete('files/o/ab/abc', { forGood: true }), true);
  assert.deepEqual(await keysOf(plain), []);
});

test('temporary objects go at once, and without a grace period everything does', async () => {
  const plain = await openStorage(join(folder, 'b'));
  const key = temporaryKey('content');
  await plain.put(key, Buffer.from('x'));
  assert.equal(await withGrace(plain, 3).delete(key), true);
  await plain.put('tables/o/1', Buffer.from('x'));
  assert.equal(await withGrace(plain, 0).delete('tables/o/1'), true);
  assert.deepEqual(await keysOf(plain), []);
});

test('only content with a grace period counts as deleted content', () => {
  for (const key of ['files/o/x', 'deleted/x', 'deleted/2026-1-1/x', 'deleted/2026-01-01/'])
    assert.equal(readDeletedKey(key), undefined, key);
});
