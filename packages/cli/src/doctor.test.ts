import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { errand, withFolder, withPreparedFolder } from '../test/cli.ts';

test('an installation without a fault is green, for people and for programs', () =>
  withPreparedFolder(async (folder) => {
    await errand(['migrate'], { ERRAND_DATA_DIR: folder });
    const { code, stdout } = await errand(['doctor'], { ERRAND_DATA_DIR: folder });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^✓ Node +24\./);
    const json = await errand(['doctor', '--json'], { ERRAND_DATA_DIR: folder });
    const { ok, checks } = JSON.parse(json.stdout);
    assert.equal(ok, true);
    assert.equal(checks.length, stdout.trim().split('\n').length);
  }));

test('each fault has a line that says what to do, and the exit code is 1', async () => {
  const broken = { DATABASE_URL: 'postgres://x@127.0.0.1:1/y', ERRAND_STORAGE: '/dev/null/storage' };
  const { code, stdout } = await errand(['doctor'], broken);
  assert.equal(code, 1);
  assert.match(stdout, /✗ Storage .*\n {2}→ Make \/dev\/null\/storage writable/);
  assert.match(stdout, /✗ PostgreSQL .*\n {2}→ PostgreSQL at 127\.0\.0\.1:1\/y cannot be reached/);
});

test('in a folder without an installation nothing is made, and it is said what to do', () =>
  withFolder(async (folder) => {
    const env = { ERRAND_DATA_DIR: folder };
    const doctor = await errand(['doctor'], env);
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, new RegExp(`✗ Installation +not found in ${folder}\n {2}→ There is no installation`));
    for (const args of [
      ['org', 'list'],
      ['key', 'list'],
      ['user', 'list'],
      ['db', 'export', `${folder}/x`],
    ]) {
      const { code, stderr } = await errand(args, env);
      assert.equal(code, 6, args.join(' '));
      assert.match(stderr, new RegExp(`^✗ There is no installation in ${folder}\\..*ERRAND_DATA_DIR.*\n$`));
    }
    assert.deepEqual(await readdir(folder), []);
  }));
