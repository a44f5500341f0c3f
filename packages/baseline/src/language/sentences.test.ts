import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSentences } from './sentences.ts';

test('a sentence ends at its mark, not at an abbreviation', () => {
  assert.deepEqual(splitSentences('Dr. Smith paid No. 4. He left. Did he?'), [
    'Dr. Smith paid No. 4.',
    'He left.',
    'Did he?',
  ]);
});

test('wrapped lines are one sentence, short lines stand for themselves', () => {
  const wrapped = 'This line is long enough to be one that was wrapped by a program\nand goes on here.';
  assert.deepEqual(splitSentences(wrapped), [wrapped.replace('\n', ' ')]);
  assert.deepEqual(splitSentences('Example Ltd\n12 Main Street'), ['Example Ltd', '12 Main Street']);
});
