import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createKeyring, keyFile, readKeySettings } from './keyring.ts';
import { isSealed, keyIdOf, seal, unseal } from './seal.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-keys-'));
  folders.push(folder);
  return join(folder, 'data');
}

const settings = { secretKey: undefined, previousKeys: [], jwtSecret: undefined };
const [one, two] = ['first key '.repeat(4), 'second key '.repeat(4)];

test('a sealed value opens only with its key, in its place, unchanged', async () => {
  const ring = createKeyring({ ...settings, secretKey: one, dataDir: await newFolder() });
  const key = await ring.ensure();
  const text = seal(key, 'secret a', 'häßlich');
  assert.ok(isSealed(text) && !text.includes('häßlich'));
  assert.equal(keyIdOf(text), key.id);
  assert.notEqual(seal(key, 'secret a', 'häßlich'), text, 'no two are alike');
  assert.equal(unseal(key, 'secret a', text), 'häßlich');
  assert.throws(() => unseal(key, 'secret b', text));
  const other = (await createKeyring({ ...settings, secretKey: two, dataDir: await newFolder() }).ensure())!;
  assert.throws(() => unseal(other, 'secret a', text));
  const broken = `${text.slice(0, -4)}${text.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  assert.throws(() => unseal(key, 'secret a', broken));
  assert.throws(() => unseal(key, 'secret a', `v1.${key.id}.AAAA`));
});

test('without a key from outside one is created in the data folder, readable by its owner only', async () => {
  const dataDir = await newFolder();
  const ring = createKeyring({ ...settings, dataDir });
  assert.equal(await ring.findCurrent(), undefined);
  const made = await Promise.all([ring.ensure(), createKeyring({ ...settings, dataDir }).ensure()]);
  assert.equal(made[0].id, made[1].id, 'two processes have one key');
  const file = await stat(keyFile(dataDir));
  assert.equal(file.mode & 0o777, 0o600);
  assert.match(ring.source, /secret\.key/);
});

test('a new key in the file is seen by running processes, and the one before stays readable', async () => {
  const dataDir = await newFolder();
  const [running, operator] = [createKeyring({ ...settings, dataDir }), createKeyring({ ...settings, dataDir })];
  const first = await running.ensure();
  const second = (await operator.renew())!;
  assert.equal((await running.ensure()).id, second.id);
  assert.equal((await running.find(first.id))?.id, first.id);
  const third = (await operator.renew())!;
  assert.equal(await running.find(first.id), undefined, 'older ones go');
  assert.equal((await readFile(keyFile(dataDir), 'utf8')).trim().split('\n').length, 2);
  assert.equal((await running.ensure()).id, third.id);
});

test('keys of the environment come first and only read when they are previous ones', async () => {
  const dataDir = await newFolder();
  const file = await createKeyring({ ...settings, dataDir }).ensure();
  const derived = await createKeyring({ ...settings, jwtSecret: one, dataDir }).ensure();
  const ring = createKeyring({ secretKey: two, previousKeys: [one], jwtSecret: undefined, dataDir });
  const current = await ring.ensure();
  assert.equal((await ring.find(derived.id))?.id, derived.id, 'a former ERRAND_JWT_SECRET can be a previous key');
  assert.equal((await ring.find(file.id))?.id, file.id);
  assert.notEqual(current.id, derived.id);
  assert.equal(await ring.renew(), undefined);
});

test('short keys stop the start without being repeated', () => {
  for (const env of [{ ERRAND_SECRET_KEY: 'tooshort' }, { ERRAND_SECRET_KEY_PREVIOUS: `${one},tooshort` }]) {
    assert.throws(
      () => readKeySettings(env, '/nowhere'),
      (error: Error) => /at least 32 characters/.test(error.message) && !error.message.includes('tooshort'),
    );
  }
});
