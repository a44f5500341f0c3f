import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './read-answer.ts';

test('a text is an answer, and JSON where a schema asks for it', () => {
  assert.deepEqual(readAnswer({ answer_schema: null }, 'yes'), { answer: 'yes' });
  assert.deepEqual(readAnswer({ answer_schema: { type: 'object' } }, '{"a": 1}'), { answer: { a: 1 } });
  assert.deepEqual(readAnswer({ answer_schema: { type: 'object' } }, 'a'), { problem: 'This is not JSON.' });
});
