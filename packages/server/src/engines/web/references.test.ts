import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withReferences } from './references.ts';

test('addresses of what was saved stand beside the output, whatever it is', () => {
  assert.deepEqual(withReferences({ a: 1 }, ['x']), { a: 1, references: ['x'] });
  assert.deepEqual(withReferences([1], ['x']), { result: [1], references: ['x'] });
  assert.deepEqual(withReferences([1], []), [1]);
});
