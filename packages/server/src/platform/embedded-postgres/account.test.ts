import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { canReach, chooseAccount } from './account.ts';

const folder = await makeFolder();
const stranger = { uid: 54_321, gid: 54_321 };

test('a folder is reached only when every folder above it lets the account through', async () => {
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, 'open'), { mode: 0o711 });
  assert.equal(await canReach(stranger, join(folder, 'open')), await canReach(stranger, tmpdir()));
  chmodSync(folder, 0o700);
  assert.equal(await canReach(stranger, join(folder, 'open')), false);
  const own = { uid: process.getuid!(), gid: process.getgid!() };
  assert.equal(await canReach(own, join(folder, 'open')), true);
});

test('PostgreSQL never runs as root: a cluster keeps its owner, a new one gets an account without rights', {
  skip: process.getuid?.() !== 0,
}, async () => {
  const fresh = await chooseAccount(join(folder, 'none-yet'));
  assert.ok(fresh !== undefined && fresh.uid > 0);
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster);
  chownSync(cluster, stranger.uid, stranger.gid);
  assert.deepEqual(await chooseAccount(cluster), stranger);
});
