import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { ownFolder } from './own-folder.ts';

test('in the repository, folders are where it keeps them', () => {
  assert.ok(existsSync(ownFolder('docs', 'docs')));
  assert.match(ownFolder('console', 'packages/console/dist'), /packages\/console\/dist$/);
});
