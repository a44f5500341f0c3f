import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSpoken, foreignWords } from './number-words.ts';

const numbersIn = (text: string): number[] => findSpoken(text).map(({ value }) => value);

test('English numbers in words are read whole, wherever they stand', () => {
  const cases: [string, number[]][] = [
    ['They paid twelve thousand euros for the piano.', [12_000]],
    ['three hundred and fifty guests and two thousand five hundred euros', [350, 2_500]],
    ['two thousand and six tickets', [2_006]],
    ['twelve hundred seats', [1_200]],
    ['three dozen eggs, a dozen rolls and half a dozen cups', [36, 12, 6]],
    ['one and a half cups', [1.5]],
    ['half a million; two and a half million', [500_000, 2_500_000]],
    ['minus five degrees', [-5]],
    ['twenty-four boxes, forty two bags', [24, 42]],
    ['one hundred and five', [105]],
    ['a thousand and one nights', [1_001]],
    ['a two-bedroom flat for our twins', [2, 2]],
    ['two sons and three daughters', [2, 3]],
    ['two or three', [2, 3]],
    ['Two and three make five', [2, 3, 5]],
    ['Anna came once, and the rent is due; null and void, half of them late', []],
  ];
  for (const [text, values] of cases) assert.deepEqual(numbersIn(text), values, text);
});

test('a number in words has its place', () => {
  const text = 'We need a dozen rolls and forty-five cups.';
  assert.deepEqual(
    findSpoken(text).map(({ start, end }) => text.slice(start, end)),
    ['a dozen', 'forty-five'],
  );
});

test('small numbers have words in other languages, but for those that are other words in English', () => {
  assert.ok(foreignWords(3).includes('drei'));
  assert.ok(!foreignWords(11).includes('once'));
  assert.deepEqual([foreignWords(100), foreignWords(1.5), foreignWords(-1)], [[], [], []]);
});
