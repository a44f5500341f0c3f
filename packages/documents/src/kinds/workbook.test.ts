import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeXlsx } from '../../test/files.ts';
import { read } from '../../test/read.ts';

test('XLSX: a page for each sheet', async () => {
  const book = makeXlsx({
    Prices: [
      ['Item', 'Price'],
      ['Tea, black', 3.5],
    ],
    Notes: [['none']],
  });
  const { kind, pages } = await read(book);
  assert.equal(kind, 'xlsx');
  assert.deepEqual(
    pages.map((page) => page.text),
    ['Sheet: Prices\n| Item | Price |\n| --- | --- |\n| Tea, black | 3.5 |', 'Sheet: Notes\nnone'],
  );
});
