import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx } from '../../test/files.ts';
import { read } from '../../test/read.ts';

test('DOCX: paragraphs and tables, as text and as markdown', async () => {
  const docx = makeDocx(
    ['Offer & terms', 'Valid <today>'],
    [
      ['Item', 'Price'],
      ['Tea', '3.50'],
    ],
  );
  const { kind, pages, markdown } = await read(docx);
  assert.equal(kind, 'docx');
  assert.equal(pages[0]!.text, 'Offer & terms\n\nValid <today>\n\n| Item | Price |\n| --- | --- |\n| Tea | 3.50 |');
  assert.match(markdown!, /\| Item \| Price \|\n\| --- \| --- \|\n\| Tea \| 3\.50 \|/);
});
