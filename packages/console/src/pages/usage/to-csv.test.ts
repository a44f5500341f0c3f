import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../batches/csv.ts';
import { toCsv } from './to-csv.ts';

test('a spreadsheet reads back what was written, quotes and line breaks included', () => {
  const text = 'a "quoted", line\nbreak';
  const { header, rows } = parseCsv(toCsv([{ 'na,me': text, n: 1.5, yes: true, none: null, deep: { a: [1] } }]));
  assert.deepEqual(header, ['na,me', 'n', 'yes', 'none', 'deep']);
  assert.deepEqual(rows[0]!.cells, [text, '1.5', 'true', '', '{"a":[1]}']);
});

test('text that would run as a formula is marked; numbers are not text', () => {
  for (const dangerous of ['=1+1', '+1', '-1', '@cmd', '\t=1'])
    assert.match(toCsv([{ a: dangerous }]), /\n"?'/, dangerous);
  assert.equal(toCsv([{ a: -1 }]), 'a\r\n-1\r\n');
});

test('without rows there is nothing but an empty line', () => {
  assert.equal(toCsv([]), '\r\n');
});
