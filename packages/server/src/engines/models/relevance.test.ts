import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWords, splitPassages } from './relevance.ts';

test('words that begin alike count, words that say nothing do not', () => {
  assert.equal(sharedWords('pages about debts', 'The debt of the company'), 0.5);
  assert.equal(sharedWords('the of and', 'anything'), 0);
});

test('a text is cut at sentences into pieces that an embedding can stand for', () => {
  const text = Array.from({ length: 30 }, (_, index) => `This is the sentence with number ${index}.`).join(' ');
  const passages = splitPassages(text, 2);
  assert.equal(passages.length, 2);
  for (const passage of passages) assert.ok(passage.length <= 400 && passage.endsWith('.'), passage);
});
