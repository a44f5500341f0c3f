import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClosure } from './closure.ts';

const lock = (packages: object) => ({ lockfileVersion: 3, packages: packages as never });

test('everything that runs is found as Node finds it, and nothing that is for development or an optional peer', () => {
  const found = findClosure(
    lock({
      'packages/cli': { dependencies: { '@errand/server': '1', a: '1' }, devDependencies: { tool: '1' } },
      'node_modules/@errand/server': { link: true, resolved: 'packages/server' },
      'packages/server': { dependencies: { a: '2' } },
      'packages/server/node_modules/a': {
        dependencies: { '@errand/server': '1' },
        optionalDependencies: { 'a-mac': '1' },
      },
      'node_modules/a': { peerDependencies: { b: '1', c: '1' }, peerDependenciesMeta: { c: { optional: true } } },
      'node_modules/b': {},
      'node_modules/c': {},
      'node_modules/tool': {},
      'node_modules/font': {},
    }),
    ['packages/cli'],
    ['font'],
  );
  assert.deepEqual(found, [
    'node_modules/a',
    'node_modules/b',
    'node_modules/font',
    'packages/cli',
    'packages/server',
    'packages/server/node_modules/a',
  ]);
});

test('a lock file without something that is needed is refused', () => {
  assert.throws(
    () => findClosure(lock({ 'packages/cli': { dependencies: { a: '1' } } }), ['packages/cli']),
    /cli needs a/,
  );
});
