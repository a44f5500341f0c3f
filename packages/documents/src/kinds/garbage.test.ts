import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGarbage } from './garbage.ts';

const sentence = 'The quick brown fox jumps over the lazy dog while nobody in the garden looks at either of them. ';

test('letters that a font shifted, and signs that are no letters, are garbage', () => {
  const shifted = [...sentence.repeat(3)].map((one) => String.fromCharCode(one.charCodeAt(0) - (one > 'A' ? 29 : 0)));
  assert.ok(isGarbage(shifted.join('').replace(/[^A-Za-z]/g, 'B')));
  assert.ok(isGarbage('\u0003\u0011\u0012 a \u0014\u0015'));
});

test('text of many languages is none, nor are lists of codes', () => {
  assert.ok(!isGarbage(sentence.repeat(5)));
  assert.ok(
    !isGarbage('Strč prst skrz krk, vlk zmrzl, zhltl hrst zrn a pak šel dál tichou bílou krajinou. '.repeat(4)),
  );
  assert.ok(!isGarbage('DE89 3704 0044 0532 0130 00 GB29 NWBK 6016 1331 9268 19 '.repeat(10)));
  assert.ok(!isGarbage(''));
});
