import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJobTab } from './job-tab.ts';

test('an address names a tab by its word; anything else opens the first one', () => {
  assert.deepEqual(['steps', 'Steps', 'toString', 1, undefined].map(readJobTab), [
    'steps',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
