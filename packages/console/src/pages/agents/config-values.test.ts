import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlias, isTemplate, readNumber } from './config-values.ts';

test('a number field keeps text that may name an input', () => {
  assert.deepEqual(['7', ' -1.5 ', '${limit}', '1e3', '', ' '].map(readNumber), [
    7,
    -1.5,
    '${limit}',
    '1e3',
    undefined,
    undefined,
  ]);
  assert.deepEqual(['$limit', '7', 7, null].map(isTemplate), [true, false, false, false]);
});

test('a second name of a key is told by its description', () => {
  assert.ok(isAlias({ description: 'Another name for model.' }));
  assert.ok(!isAlias({ description: 'The model.' }) && !isAlias({}));
});
