import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, readCredits, readUuid, readWhole, table } from './text.ts';

test('credits are plain decimals within bounds', () => {
  for (const [text, number] of [
    ['0', 0],
    ['12.5', 12.5],
    ['1000000000', 1e9],
    ['0.00000001', 1e-8],
  ] as const) {
    assert.equal(readCredits(text), number);
  }
  for (const text of [
    '',
    '-5',
    'NaN',
    'Infinity',
    '1e3',
    '0x10',
    ' 5',
    '5 ',
    '1000000000.1',
    '99999999999',
    '0.123456789',
    '٣',
  ]) {
    assert.throws(() => readCredits(text), /Credits must be a number/, text);
  }
});

test('whole numbers and ids are what they look like', () => {
  assert.equal(readWhole('7', 10), 7);
  for (const text of ['0', '11', '1.5', '-1', '']) assert.throws(() => readWhole(text, 10), /from 1 to 10/);
  assert.equal(readUuid('0198C0DE-5B7A-7C3E-9F00-1A2B3C4D5E6F'), '0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f');
  for (const text of ['', 'acme', '0198c0de5b7a7c3e9f001a2b3c4d5e6f'])
    assert.throws(() => readUuid(text), /An id must look/);
});

test('tables align, and nouns follow their numbers', () => {
  assert.equal(table(['A', 'LONG'], [['wide cell', 'b']]), 'A          LONG\nwide cell  b');
  assert.deepEqual([count(1, 'row'), count(1234, 'row')], ['1 row', '1,234 rows']);
});
