import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { toCsv } from './excel.ts';
import { Refused } from './failures.ts';

const folder = await makeFolder();

function convert(...sheets: unknown[][][]): string {
  const book = utils.book_new();
  for (const [index, rows] of sheets.entries())
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: true, UTC: true }), `Sheet ${index}`);
  const [from, to] = [join(folder, 'book.xlsx'), join(folder, 'sheet.csv')];
  writeFileSync(from, write(book, { type: 'buffer', bookType: 'xlsx' }));
  toCsv(from, to);
  return readFileSync(to, 'utf8');
}

test('the first sheet is CSV with its stored values, every row as long as the longest', () => {
  const text = convert(
    [
      ['name', 'n'],
      ['a, "b"\nc', 1.5, true],
      [null, '007'],
    ],
    [['other']],
  );
  assert.equal(text, 'name,n,\n"a, ""b""\nc",1.5,true\n,007,\n');
});

test('moments are whole seconds again, and days have midnight', () => {
  const text = convert([[new Date('2024-01-05T23:59:59Z')], [new Date('2024-02-29T00:00:00Z')]]);
  assert.equal(text, '2024-01-05 23:59:59\n2024-02-29 00:00:00\n');
});

test('an empty sheet and a file that is no workbook are refused', () => {
  assert.throws(() => convert([]), Refused);
  const from = join(folder, 'broken.xlsx');
  writeFileSync(from, 'PK\u0003\u0004 broken');
  assert.throws(() => toCsv(from, join(folder, 'x.csv')), Refused);
});
