import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from './words.ts';

test('words that say something are compared without their endings', () => {
  assert.deepEqual(wordsOf('The weapons and deposits were offered'), wordsOf('weapon deposited'));
});
