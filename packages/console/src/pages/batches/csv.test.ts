import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText, parseCsv } from './csv.ts';

test('quotes, line breaks inside quotes and empty lines are read as spreadsheets write them', () => {
  assert.deepEqual(parseCsv('\uFEFFa,b\r\n"1, ""2""","line\nbreak"\r\n\r\n3\n'), {
    header: ['a', 'b'],
    rows: [
      { number: 2, cells: ['1, "2"', 'line\nbreak'] },
      { number: 4, cells: ['3', ''] },
    ],
    delimiter: ',',
  });
  assert.deepEqual(parseCsv('').rows, []);
});

test('the delimiter is the one outside quotes', () => {
  for (const [text, delimiter] of [
    ['a;"x,y,z";c\n1;2;3', ';'],
    ['a\tb\n1,2\t3,4', '\t'],
    ['one\n1', ','],
  ] as const)
    assert.equal(parseCsv(text).delimiter, delimiter);
});

test('the mark that keeps a formula from running is taken off again, and only that one', () => {
  assert.deepEqual(parseCsv("a\tb\n'=1+1\t'x").rows, [{ number: 2, cells: ['=1+1', "'x"] }]);
});

test('the text is the same in every encoding that spreadsheets write', () => {
  assert.equal(decodeText(Buffer.from('Zürich')), 'Zürich');
  assert.equal(decodeText(Buffer.from('Zürich', 'latin1')), 'Zürich', 'as Excel on Windows writes it');
  assert.equal(decodeText(Buffer.from('\uFEFFZürich', 'utf16le')), 'Zürich');
  assert.equal(decodeText(Buffer.from('\uFEFFZürich', 'utf16le').swap16()), 'Zürich');
});
