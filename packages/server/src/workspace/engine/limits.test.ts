import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#platform/db.ts';
import { createLimits, type OwnLimits } from './limits.ts';
import { readWorkspaceSettings } from './settings.ts';

const settings = readWorkspaceSettings({ ERRAND_SQL_CONCURRENCY: '4', ERRAND_SQL_ORG_CONCURRENCY: '2' });
const none: OwnLimits = { rows_max: null, bytes_max: null, timeout_seconds: null, memory_mb: null, concurrency: null };
function limitsOf(own?: Partial<OwnLimits>) {
  let asked = 0;
  const db = {
    async query() {
      asked += 1;
      return own ? [{ ...none, ...own }] : [];
    },
  } as unknown as Db;
  return { find: createLimits(db, settings), asked: () => asked };
}

test('an organization has the limits of the installation, unless it has its own', async () => {
  const plain = await limitsOf().find('org');
  assert.deepEqual([plain.rowsMax, plain.timeoutMs, plain.concurrency], [settings.rowsMax, settings.timeoutMs, 2]);
  const own = await limitsOf({ rows_max: 7, timeout_seconds: 3 }).find('org');
  assert.deepEqual([own.rowsMax, own.timeoutMs, own.bytesMax], [7, 3_000, settings.bytesMax]);
});

test('its own memory can only be less, and its own slots no more than there are', async () => {
  const own = await limitsOf({ memory_mb: 1_000_000, concurrency: 99 }).find('org');
  assert.deepEqual([own.memoryMb, own.concurrency], [settings.memoryMb, 4]);
  assert.equal((await limitsOf({ memory_mb: 64 }).find('org')).memoryMb, 64);
});

test('statements in a row ask once', async () => {
  const { find, asked } = limitsOf();
  await find('org');
  await find('org');
  await find('other');
  assert.equal(asked(), 2);
});
