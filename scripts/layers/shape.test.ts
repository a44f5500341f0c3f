import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readModules } from './modules.ts';
import { checkBarrels, checkCycles, checkFolders } from './shape.ts';

const src = 'packages/server/src';

test('a folder is reported once, however many files it holds', () => {
  const tree = new Map([`${src}/utils/a.ts`, `${src}/utils/b.ts`, `${src}/utility/c.ts`].map((path) => [path, '']));
  assert.deepEqual(
    checkFolders(tree).map(({ path }) => path),
    [`${src}/utils`],
  );
});

test('the file that a package publishes may re-export; no other may', () => {
  const tree = new Map([
    ['packages/sdk/package.json', '{ "exports": { ".": "./dist/index.js" } }'],
    ['packages/sdk/src/index.ts', `export * from './a.ts';`],
    ['packages/sdk/src/all.ts', `export * from './a.ts';`],
    ['packages/sdk/src/a.ts', 'export const a = 1;'],
  ]);
  assert.deepEqual(
    checkBarrels(readModules(tree), tree).map(({ path }) => path),
    ['packages/sdk/src/all.ts'],
  );
});

test('a file that imports itself is a cycle, and a chain is none', () => {
  const modules = (files: Record<string, string>) =>
    new Map(readModules(new Map(Object.entries(files))).map((module) => [module.path, module]));
  assert.equal(checkCycles(modules({ [`${src}/a.ts`]: `import './a.ts';` })).length, 1);
  const chain = {
    [`${src}/a.ts`]: `import './b.ts'; import './c.ts';`,
    [`${src}/b.ts`]: `import './c.ts';`,
    [`${src}/c.ts`]: '',
  };
  assert.deepEqual(checkCycles(modules(chain)), []);
});
