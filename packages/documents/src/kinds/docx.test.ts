import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx } from '../../test/files.ts';
import { read } from '../../test/read.ts';
import { withEntries } from '../../test/zip.ts';

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

test('DOCX: headers and footers are read, each line once, and count as no paragraph', async () => {
  const part = (...lines: string[]): string =>
    lines.map((line) => `<w:p><w:r><w:t>${line}</w:t><w:tab/><w:t>x</w:t></w:r></w:p>`).join('');
  const docx = withEntries(makeDocx(['Dear Ada', 'Total: 12.50']), {
    'word/header1.xml': part('Acme &amp; Sons'),
    'word/header2.xml': part('Acme &amp; Sons', 'First page only'),
    'word/footer1.xml': part('IBAN DE89'),
  });
  const [page] = (await read(docx)).pages;
  assert.equal(page!.text, 'Acme & Sons x\n\nFirst page only x\n\nDear Ada\n\nTotal: 12.50\n\nIBAN DE89 x');
  const { values } = page!.places!;
  const at = page!.text.indexOf('Total');
  const place = values.findIndex((start, index) => index % 3 === 0 && start <= at && values[index + 1]! > at);
  assert.equal(values[place + 2], 2);
});

test('comments follow the text with their authors', async () => {
  const comments =
    '<w:comments><w:comment w:id="1" w:author="Ada"><w:p><w:r><w:t>Is this right?</w:t></w:r></w:p></w:comment></w:comments>';
  const { pages } = await read(withEntries(makeDocx(['The sum is 12.']), { 'word/comments.xml': comments }));
  assert.equal(pages[0]!.text, 'The sum is 12.\n\nComment by Ada: Is this right?');
});
