import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPassage, readPath, readRows, splitByRanges } from './find-passage.ts';

test('a passage is found whatever blanks and case it has', () => {
  assert.deepEqual(findPassage('Sells a\n  Hunting KNIFE.', 'hunting knife'), { start: 10, end: 23 });
  assert.equal(findPassage('Sells spoons.', 'knife'), undefined);
  assert.equal(findPassage('anything', ' '), undefined);
});

test('a text is split into marked and other pieces, overlapping marks are one', () => {
  const pieces = splitByRanges('abcdef', [
    { start: 2, end: 4 },
    { start: 1, end: 3 },
  ]);
  assert.deepEqual(pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(''), 'a[bc][d]ef');
});

test('lines of JSON objects are a table, other texts are none', () => {
  assert.deepEqual(readRows('{"a":1,"b":"x"}\n{"a":2,"c":true}'), {
    columns: ['a', 'b', 'c'],
    rows: [
      ['1', 'x', ''],
      ['2', '', 'true'],
    ],
  });
  assert.equal(readRows('one\ntwo'), undefined);
});

test('the place of a quotation in a table is a row from 1 or a pointer from 0', () => {
  assert.deepEqual(readPath('row 12'), { row: 11 });
  assert.deepEqual(readPath('/11/amount'), { row: 11, column: 'amount' });
  assert.equal(readPath('/total'), undefined);
});
