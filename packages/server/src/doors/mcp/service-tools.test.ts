import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { serviceTools } from './service-tools.ts';

const paths = Object.values(operations).flatMap((group) => Object.values<Operation>(group));

test('every tool calls an operation that exists, with its arguments encoded', () => {
  for (const { name, path, inputSchema } of serviceTools) {
    const given = Object.fromEntries(Object.keys(inputSchema.properties ?? {}).map((key) => [key, 'a/b?c']));
    const { method, path: called } = path(given);
    const [bare = ''] = called.split('?');
    const fits = paths.some(
      (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(bare),
    );
    assert.ok(fits, `${name}: ${method} ${called}`);
    assert.ok(!called.includes('a/b'), `${name}: ${called}`);
  }
});

test('names of tools are unique and marked as the service’s own', () => {
  const names = serviceTools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.every((name) => name.startsWith('errand_')));
});
