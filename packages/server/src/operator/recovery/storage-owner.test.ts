import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorage } from '#platform/storage/open-storage.ts';
import { ConfigError } from '../../config/config.ts';
import { markKey, readMark } from './storage-owner.ts';

test('a storage has no mark, one that can be read, or one that stops everybody', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-storage-owner-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const storage = await openStorage(folder);
  assert.equal(await readMark(storage), undefined);
  const mark = { installation_id: 'mine', number: 5, at: '2026-01-02T00:00:00.000Z' };
  await storage.put(markKey, Buffer.from(JSON.stringify(mark)));
  assert.deepEqual(await readMark(storage), mark);
  for (const broken of ['', '{}', '{"installation_id":"mine"}']) {
    await storage.put(markKey, Buffer.from(broken));
    await assert.rejects(readMark(storage), ConfigError);
  }
});
