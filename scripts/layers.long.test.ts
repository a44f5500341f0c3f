import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTree, readTree } from './layers.ts';

test('this repository keeps the layers', async () => {
  const { moduleCount, importCount, violations } = checkTree(await readTree());
  assert.deepEqual(violations, []);
  assert.ok(moduleCount > 50, `${moduleCount} modules read`);
  assert.ok(importCount > 200, `${importCount} imports read`);
});
