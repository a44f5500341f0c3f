import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createKeyring, keyFile } from './keyring.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-keyring-'));
  folders.push(folder);
  return folder;
}
const keyringOf = (dataDir: string) =>
  createKeyring({ secretKey: undefined, previousKeys: [], jwtSecret: undefined, dataDir });

test('processes that start together use one key, in a file that only its owner reads', async () => {
  const dataDir = join(await newFolder(), 'data');
  const keys = await Promise.all(Array.from({ length: 10 }, () => keyringOf(dataDir).ensure()));
  assert.equal(new Set(keys.map(({ id }) => id)).size, 1);
  assert.equal((await stat(keyFile(dataDir))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(dataDir), ['secret.key'], 'nothing else is left');
});

test('a start that was killed before it had written a key hinders no other', async () => {
  const dataDir = await newFolder();
  await writeFile(keyFile(dataDir), '');
  const key = await keyringOf(dataDir).ensure();
  assert.deepEqual(await keyringOf(dataDir).findCurrent(), key);
});

test('a renewed key encrypts, and the one before it still decrypts', async () => {
  const keyring = keyringOf(await newFolder());
  const first = await keyring.ensure();
  const second = await keyring.renew();
  assert.notEqual(second!.id, first.id);
  assert.equal((await keyring.findCurrent())!.id, second!.id);
  assert.deepEqual(await keyring.find(first.id), first);
});

test('a damaged key file is an error, never a new key', async () => {
  const dataDir = await newFolder();
  await writeFile(keyFile(dataDir), 'AAAA\n');
  await assert.rejects(keyringOf(dataDir).ensure(), /damaged/);
});
