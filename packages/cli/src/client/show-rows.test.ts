import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { showCsv, showTable } from './show-rows.ts';

const rows = {
  column_names: ['id', 'note'],
  result_rows: [
    [1, 'plain'],
    [2, null],
    [3, 'a "quoted", long\nline'],
    [4, { deep: [true] }],
  ],
};

test('CSV keeps every value, quoted where it must be', () => {
  assert.equal(showCsv(rows), 'id,note\r\n1,plain\r\n2,\r\n3,"a ""quoted"", long\nline"\r\n4,"{""deep"":[true]}"');
});

test('a table has one line per row, and marks what it cuts', () => {
  const lines = stripVTControlCharacters(
    showTable({ ...rows, result_rows: [...rows.result_rows, [5, 'x'.repeat(200)]] }),
  ).split('\n');
  assert.equal(lines.length, 6);
  assert.match(lines[3]!, /^3 +a "quoted", long line$/);
  assert.match(lines[5]!, /x…$/);
});
