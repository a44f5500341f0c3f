import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph, reach } from './graph.ts';

const graph = buildGraph(
  new Map([
    ['packages/sdk/package.json', '{ "exports": { ".": "./dist/index.js" } }'],
    ['packages/sdk/src/index.ts', `export { a } from './a.ts';`],
    ['packages/sdk/src/a.ts', `import type { B } from './b.ts'; export const a = 1 as B;`],
    ['packages/sdk/src/b.ts', 'export type B = 1;'],
    ['packages/console/src/main.ts', `import { a } from '@errand/sdk'; import 'react'; a;`],
    ['packages/server/test/kill.ts', `fork('child.ts');`],
    ['packages/server/test/child.ts', ''],
    ['packages/cli/test/child.ts', ''],
  ]),
);
const reached = (file: string, mentions = false): string[] => [...reach(graph, file, { mentions })];

test('imports are followed through packages, types are not, and packages of others are named', () => {
  assert.deepEqual(reached('packages/console/src/main.ts'), [
    'packages/console/src/main.ts',
    'packages/sdk/src/index.ts',
    'react',
    'packages/sdk/src/a.ts',
  ]);
});

test('a program named in a string is that of the folder, not one of another package', () => {
  assert.deepEqual(reached('packages/server/test/kill.ts'), ['packages/server/test/kill.ts']);
  assert.deepEqual(reached('packages/server/test/kill.ts', true), [
    'packages/server/test/kill.ts',
    'packages/server/test/child.ts',
  ]);
});
