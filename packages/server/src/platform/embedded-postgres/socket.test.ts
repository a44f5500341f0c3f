import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Place } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { prepareSocketDir } from './socket.ts';

const folder = mkdtempSync('/tmp/socket-');
after(() => rmSync(folder, { recursive: true }));
const placeAt = (cluster: string) => ({ cluster, dataDir: folder, account: undefined }) as unknown as Place;

test('the socket is in the folder of the cluster when its path is short enough', async () => {
  assert.equal(await prepareSocketDir(placeAt(folder), undefined), folder);
});

test('else in a private folder for temporary files, the same for the same cluster', async () => {
  const long = join(folder, 'x'.repeat(120));
  const chosen = await prepareSocketDir(placeAt(long), undefined);
  try {
    assert.ok(chosen.startsWith(tmpdir()) || chosen.startsWith('/tmp/'));
    assert.equal(lstatSync(chosen).mode & 0o077, 0);
    assert.equal(await prepareSocketDir(placeAt(long), undefined), chosen);
    assert.notEqual(await prepareSocketDir(placeAt(`${long}y`), join(folder, 'before')), chosen);
  } finally {
    rmSync(chosen, { recursive: true, force: true });
  }
});

test('a folder that others may enter is not used', async () => {
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  await assert.rejects(prepareSocketDir(placeAt(join(folder, 'x'.repeat(120))), open), EmbeddedPostgresError);
});
