import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readings } from '../values/scales.ts';
import { findWritten, isSameNumber } from './numbers.ts';

test('digits are read in every way that they may be meant, and in no other', () => {
  const cases: [string, number[]][] = [
    ['1250', [1_250]],
    ['1.250', [1_250, 1.25]],
    ['1,250.75', [1_250.75]],
    ['1.250,75', [1_250.75]],
    ['1 250,75', [1_250.75]],
    ['0.125', [0.125]],
    ['1.234.567', [1_234_567]],
    ['12,5', [12.5]],
  ];
  for (const [text, values] of cases) assert.deepEqual(readings(text), values, text);
});

test('money, percent, sign and scale belong to a number; codes, dates and identifiers are none', () => {
  const text = 'INV-2026 of 2026-05-03: EUR 1,250.00, 19 %, (300), $2.5 million, IBAN DE89 3704 0044 0532 0130 00';
  const found = findWritten(text).map(({ values, isMoney, isPercent, isNegative }) => ({
    values,
    isMoney,
    isPercent,
    isNegative,
  }));
  const plain = { isMoney: false, isPercent: false, isNegative: false };
  assert.deepEqual(found, [
    { ...plain, values: [1_250], isMoney: true },
    { ...plain, values: [19], isPercent: true },
    { ...plain, values: [300], isNegative: true },
    { ...plain, values: [2_500_000], isMoney: true },
  ]);
});

test('numbers are compared by value', () => {
  assert.ok(isSameNumber(0.1 + 0.2, 0.3));
  assert.ok(!isSameNumber(1_250, 1_250.01));
});

test('a number that counts the word behind its hyphen is a number, and a part of a code is none', () => {
  const numbersIn = (text: string): number[] => findWritten(text).flatMap(({ values }) => values);
  assert.deepEqual(numbersIn('a 412-page novel'), [412]);
  assert.deepEqual(numbersIn('a 20-minute walk'), [20]);
  assert.deepEqual(numbersIn('item 4711-abc-9'), []);
  assert.deepEqual(numbersIn('a budget of $2.5M'), [2_500_000]);
});
