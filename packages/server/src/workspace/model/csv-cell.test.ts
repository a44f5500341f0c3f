import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv-cell.ts';

const safe = { keepFormulas: false };

test('texts that a spreadsheet would run are marked as text', () => {
  for (const formula of ['=1+1', '+A1', '-A1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x";"y")']) {
    const [cell] = [csvLine([formula], safe).slice(0, -2)];
    assert.match(cell, /^"?'/, formula);
  }
});

test('numbers stay numbers, as values and as text', () => {
  assert.equal(csvLine([-5, '-5', '+1.5e3', '-.5', true], safe), '-5,-5,+1.5e3,-.5,true\r\n');
  assert.equal(csvLine(['-5+2', '-'], safe), "'-5+2,'-\r\n");
});

test('formulas stay as they are when asked for', () => {
  assert.equal(csvLine(['=1+1', null, ''], { keepFormulas: true }), '=1+1,,""\r\n');
});

test('quotes, commas and line breaks are quoted after the mark', () => {
  assert.equal(csvLine(['=A1,"x"'], safe), `"'=A1,""x"""\r\n`);
});
