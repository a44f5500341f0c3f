import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const repository = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'errand-unit-'));
after(() => rmSync(folder, { recursive: true }));

function runUnit(...files: string[]) {
  const { NODE_TEST_CONTEXT, ERRAND_TEST_DATABASE_URL, ...env } = process.env;
  const args = ['scripts/test.ts', '--unit', ...files];
  return spawnSync(process.execPath, args, { cwd: repository, env, encoding: 'utf8' });
}

function write(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `import assert from 'node:assert/strict';\nimport { beforeEach, test } from 'node:test';\n${code}`,
  );
  return path;
}

test('runs what needs nothing, without a database, and says what was left out and why', () => {
  const pure = 'packages/console/src/json/json-rows.test.ts';
  const { stdout, status } = runUnit(pure, 'scripts/check/sources.test.ts', 'packages/server/src/orgs/audit.test.ts');
  assert.match(stdout, /✓ \d+ tests in 1 files/);
  assert.match(stdout, /2 files were left out: 1 need a database, 1 need a process/);
  assert.equal(status, 0);
});

test('files that share a process keep their hooks to themselves, and each failure is reported', () => {
  const hooks = 'let runs = 0; beforeEach(() => { runs += 1; });';
  const one = write('one.test.ts', `${hooks} test('first', () => assert.equal(runs, 1));`);
  const two = write('two.test.ts', `${hooks} test('second', () => assert.equal(runs, 1));`);
  const three = write('three.test.ts', `${hooks} test('third', () => assert.equal(runs, 0));`);
  const missing = write('missing.test.ts', `import './nowhere.ts';`);
  const { stdout, status } = runUnit(one, two, three, missing);
  assert.match(stdout, /✗ 2 failed \(3 tests in 4 files/);
  assert.match(stdout, /three\.test\.ts:3 third\n/);
  assert.match(stdout, /missing\.test\.ts\n? .*Cannot find module/s);
  assert.equal(status, 1);
});

test('a file is loaded when the one before it has ended, and one name is found among many', () => {
  const setUp = `import { after } from 'node:test'; const here = process.cwd(); process.chdir('/');
    after(() => process.chdir(here));`;
  const one = write('chdir-one.test.ts', `${setUp} test('begins elsewhere', () => assert.notEqual(here, '/'));`);
  const two = write('chdir-two.test.ts', `${setUp} test('begins there too', () => assert.notEqual(here, '/'));`);
  const all = runUnit(one, two);
  assert.match(all.stdout, /✓ 2 tests in 2 files/);
  const named = runUnit(one, two, '--name', 'there too');
  assert.match(named.stdout, /✓ 1 tests/);
  assert.deepEqual([all.status, named.status], [0, 0]);
});

test('fails when nothing ran, in all files or in one of them', () => {
  const empty = write('empty.test.ts', '');
  const fine = write('fine.test.ts', `test('fine', () => {});`);
  const alone = runUnit('packages/server/src/orgs/audit.test.ts');
  assert.match(alone.stderr, /No test ran\./);
  assert.equal(alone.status, 1);
  const beside = runUnit(fine, empty);
  assert.match(beside.stderr, /No test ran in:\n {2}.*empty\.test\.ts/);
  assert.equal(beside.status, 1);
});
