import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryPoint, isSource, readModules } from './modules.ts';

const read = (text: string, path = 'packages/server/src/a.ts') => readModules(new Map([[path, text]]))[0]!;

test('every way to import is seen; what only looks like one is not', () => {
  const { imports } = read(`
    import a, { type B } from './a.ts';
    import type { C } from '#platform/c.ts';
    export { d } from '@errand/contract/d.ts';
    type E = import('./e.ts').E;
    await import('./f.ts');
    // import './comment.ts'
    const text = "import './string.ts'";`);
  assert.deepEqual(
    imports.map(({ target, typeOnly }) => [target, typeOnly]),
    [
      ['packages/server/src/a.ts', false],
      ['packages/server/src/platform/c.ts', true],
      ['packages/contract/src/d.ts', false],
      ['packages/server/src/e.ts', true],
      ['packages/server/src/f.ts', false],
    ],
  );
});

test('strings that name files are mentions, and a file of re-exports is a barrel', () => {
  assert.deepEqual(read(`fork('child.ts'); read('../docs/jobs.md'); say('Hello.');`).mentions, [
    'child.ts',
    '../docs/jobs.md',
  ]);
  assert.equal(read(`export * from './a.ts';`).isBarrel, true);
  assert.equal(read(`export { a } from './a.ts'; export const b = 1;`).isBarrel, false);
});

test('sources are the code of packages without its tests; a package is entered by what it publishes', () => {
  const paths = [
    'packages/a/src/b.ts',
    'packages/a/src/b.tsx',
    'packages/a/src/b.test.ts',
    'packages/a/test/c.ts',
    'bench/d.ts',
  ];
  assert.deepEqual(paths.filter(isSource), paths.slice(0, 2));
  const manifest = '{ "exports": { ".": { "default": "./dist/index.js" } } }';
  assert.equal(entryPoint('sdk', new Map([['packages/sdk/package.json', manifest]])), 'packages/sdk/src/index.ts');
  assert.equal(entryPoint('sdk', new Map()), undefined);
});
