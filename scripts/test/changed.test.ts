import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { selectTests } from './changed.ts';
import { buildGraph } from './graph.ts';
import { findNeed } from './needs.ts';

const server = 'packages/server';
const graph = buildGraph(
  new Map(
    Object.entries({
      [`${server}/package.json`]: '{}',
      [`${server}/migrations/0001.sql`]: '',
      [`${server}/src/pure.ts`]: `import type { Db } from './db.ts'; export const pure = 1 as Db;`,
      [`${server}/src/db.ts`]: `import pg from 'pg'; export type Db = 1; export const db = pg;`,
      [`${server}/src/pure.test.ts`]: `import { pure } from './pure.ts'; pure;`,
      [`${server}/src/db.test.ts`]: `import { db } from '#db.ts'; db;`,
      [`${server}/test/child.ts`]: `import '../src/pure.ts';`,
      [`${server}/test/kill.test.ts`]: `import { fork } from 'node:child_process'; fork('child.ts');`,
      [`${server}/test/docs.test.ts`]: `import { spawn } from 'node:child_process'; spawn('curl');`,
      'packages/console/build.ts': `await import('vite');`,
      'packages/console/src/main.tsx': `import { Button } from './button.tsx'; Button;`,
      'packages/console/src/button.tsx': `export const Button = 1;`,
      'packages/console/test/page.test.ts': `import { spawnSync } from 'node:child_process'; spawnSync('build.ts');`,
      'README.md': '',
      'docs/decisions/0001.md': '',
    }),
  ),
);
const tests = [...graph.imports.keys()].filter((path) => path.endsWith('.test.ts'));
const affected = (...changed: string[]): string[] =>
  selectTests(graph, tests, changed).selected.map((path) => path.split('/').at(-1)!);

test('a change selects the tests that import it at any distance, or start a program that does', () => {
  assert.deepEqual(affected(`${server}/src/pure.ts`), ['pure.test.ts', 'kill.test.ts']);
  assert.deepEqual(affected(`${server}/src/db.ts`), ['db.test.ts']);
  assert.deepEqual(affected(`${server}/test/child.ts`), ['kill.test.ts']);
  assert.deepEqual(affected(`${server}/src/db.test.ts`), ['db.test.ts']);
});

test('a change selects what depends on it without an import: migrations, examples, the built console', () => {
  assert.deepEqual(affected(`${server}/migrations/0001.sql`), ['db.test.ts']);
  assert.deepEqual(affected('README.md'), ['docs.test.ts']);
  assert.deepEqual(affected('packages/console/src/button.tsx'), ['page.test.ts']);
  assert.equal(affected(`${server}/package.json`).length, tests.length);
});

test('files that no test depends on are reported', () => {
  const { selected, unused } = selectTests(graph, tests, ['docs/decisions/0001.md']);
  assert.deepEqual([selected, unused], [[], ['docs/decisions/0001.md']]);
});

test('the needs of a test follow from its direct and indirect imports, types left out', () => {
  const need = (name: string) => findNeed(graph, tests.find((path) => path.endsWith(name))!);
  assert.deepEqual(
    ['/pure.test.ts', '/db.test.ts', '/kill.test.ts'].map((name) => need(name)),
    [undefined, 'a database', 'a process'],
  );
});

test('npm test -- --changed REV --list names the tests of what differs from that revision', () => {
  const repository = join(import.meta.dirname, '..', '..');
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const list = (revision: string): string =>
    execFileSync(process.execPath, ['scripts/test.ts', '--changed', revision, '--list'], {
      cwd: repository,
      env,
      encoding: 'utf8',
    });
  const first = execFileSync('git', ['rev-list', '--max-parents=0', 'HEAD'], { cwd: repository, encoding: 'utf8' });
  assert.match(list(first.trim().split('\n').at(-1)!), /^scripts\/test\/changed\.test\.ts$/m);
  assert.throws(() => list('no-such-revision'));
});
