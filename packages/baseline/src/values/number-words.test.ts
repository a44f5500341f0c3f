import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberInWords, numberWords } from './number-words.ts';

test('small numbers have words in several languages, in English up to 99', () => {
  assert.ok(numberWords(3).includes('drei'));
  assert.deepEqual([numberWords(13), numberWords(42)], [['thirteen'], ['forty-two']]);
  assert.deepEqual([numberWords(100), numberWords(1.5), numberWords(-1)], [[], [], []]);
});

test('a number in words is read, also as a dozen or twins, and two of them are none', () => {
  const cases: [string, number | undefined][] = [
    ['seven', 7],
    ['a dozen', 12],
    ['twins', 2],
    ['twenty-four', 24],
    ['twenty four', 24],
    ['fourteen weeks', 14],
    ['twelve thousand euros', 12_000],
    ['half a million', 500_000],
    ['two and a half million', 2_500_000],
    ['three hundred thousand', 300_000],
    ['a hundred', 100],
    ['two or three', undefined],
    ['many', undefined],
  ];
  for (const [words, value] of cases) assert.equal(numberInWords(words), value, words);
});
