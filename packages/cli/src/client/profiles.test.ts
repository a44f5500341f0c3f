import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { profilesFile, readProfiles, writeProfiles } from './profiles.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-profiles-'));
});
after(() => rm(folder, { recursive: true }));

test('profiles are read back as they were written, by their owner alone', async () => {
  const path = join(folder, 'deep', 'profiles.json');
  const profiles = { current: 'work', profiles: { work: { url: 'https://x', api_key: 'errand_a' } } };
  await writeProfiles(profiles, path);
  assert.deepEqual(await readProfiles(path), profiles);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(join(folder, 'deep')), ['profiles.json'], 'no temporary file is left');
});

test('no file is no profile, and a damaged file is an error instead of a loss', async () => {
  assert.deepEqual(await readProfiles(join(folder, 'none.json')), { current: null, profiles: {} });
  const path = join(folder, 'damaged.json');
  for (const text of ['{', '[]', '{"profiles": {"a": {"url": 1}}}', '{"profiles": null}']) {
    await writeFile(path, text);
    await assert.rejects(readProfiles(path), /is damaged/, text);
  }
});

test('the folder follows the conventions of the system', () => {
  assert.equal(profilesFile({ XDG_CONFIG_HOME: '/x', HOME: '/users/a' }), '/x/errand/profiles.json');
  assert.equal(profilesFile({ HOME: '/users/a' }), '/users/a/.config/errand/profiles.json');
});
