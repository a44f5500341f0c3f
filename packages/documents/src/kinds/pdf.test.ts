import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePdf } from '../../test/pdf.ts';
import { read } from '../../test/read.ts';
import { listWords } from '../model/words.ts';

const invoice = makePdf(
  [{ lines: ['Invoice 4711', 'Total: 12.50 EUR'] }, { lines: ['Second page'], rotate: 90 }, { lines: ['Annex'] }],
  {
    outline: [
      { title: 'Start', page: 1 },
      { title: 'Annex', page: 3 },
    ],
  },
);

test('gives the text of each page, and the outline', async () => {
  const { kind, pageCount, pages, outline } = await read(invoice);
  assert.deepEqual([kind, pageCount], ['pdf', 3]);
  assert.deepEqual(
    pages.map((page) => page.text),
    ['Invoice 4711\nTotal: 12.50 EUR', 'Second page', 'Annex'],
  );
  assert.deepEqual(outline, [
    { title: 'Start', page: 1, depth: 0 },
    { title: 'Annex', page: 3, depth: 0 },
  ]);
});

test('reads only the pages that are asked for, and forgives those that do not exist', async () => {
  const { pageCount, pages } = await read(invoice, { pages: [3, 99] });
  assert.equal(pageCount, 3);
  assert.deepEqual(
    pages.map(({ number, text }) => [number, text]),
    [[3, 'Annex']],
  );
});

test('gives each word with its box as it is seen, on rotated pages too', async () => {
  const { pages } = await read(invoice, { pages: [1, 2] });
  const [first, second] = pages;
  const total = listWords(first!).find((word) => word.text === '12.50')!;
  // The baseline of the second line is 92 points below the top edge, and it starts 72 from the left.
  assert.ok(Math.abs(total.box[3] - 92) < 4 && total.box[0] > 100 && total.box[2] < 140, JSON.stringify(total));
  assert.deepEqual([second!.width, second!.height], [842, 595]);
  const rotated = listWords(second!).find((word) => word.text === 'Second')!;
  assert.ok(rotated.box[0] > 760 && rotated.box[3] - rotated.box[1] > 30, JSON.stringify(rotated));
});

test('what is filled into a form is part of its page; a word broken at the end of a line is one', async () => {
  const form = makePdf([
    {
      lines: ['An exam-', 'ple of No. A-', '4711'],
      fields: [{ name: 'Full name', value: 'Ada Lovelace', rect: [72, 700, 200, 720] }],
    },
  ]);
  const [page] = (await read(form)).pages;
  assert.equal(page!.text, 'An example of No. A-4711\nFull name: Ada Lovelace');
  const field = [72, 122, 200, 142];
  assert.deepEqual(
    listWords(page!)
      .slice(-2)
      .map(({ text, box }) => [text, box]),
    [
      ['Ada', field],
      ['Lovelace', field],
    ],
  );
});

test('boxes and values that no form lists are read with their state, and comments with their author', async () => {
  const rect = (top: number): string => `/Rect [72 ${top} 84 ${top + 12}]`;
  const file = makePdf([
    {
      lines: ['Title'],
      annotations: [
        `/Subtype /Widget /FT /Btn /T (Consent) /AS /Off /V /Off ${rect(500)}`,
        `/Subtype /Widget /FT /Btn /T (Terms) /AS /Yes /V /Yes ${rect(480)}`,
        `/Subtype /Widget /FT /Tx /T (Name) /V (Ada) ${rect(460)}`,
        `/Subtype /Text /T (Bob) /Contents (Please check the sum.) ${rect(440)}`,
        `/Subtype /Link ${rect(420)}`,
      ],
    },
  ]);
  const [page] = (await read(file)).pages;
  assert.equal(page!.text, 'Title\n[ ] Consent\n[x] Terms\nName: Ada\nComment by Bob: Please check the sum.');
});

test('files inside a PDF follow its pages, by their names', async () => {
  const file = makePdf([{ lines: ['Invoice 4711'] }], { files: { 'factur-x.xml': '<ID>4711</ID>' } });
  const { pageCount, pages, parts } = await read(file);
  assert.equal(pageCount, 2);
  assert.deepEqual(
    pages.map(({ text, part }) => [text, part?.name]),
    [
      ['Invoice 4711', undefined],
      ['<ID>4711</ID>', 'factur-x.xml'],
    ],
  );
  assert.deepEqual(parts, [{ name: 'factur-x.xml', kind: 'text', pageCount: 1 }]);
});

test('a page whose fonts do not say their letters is a scan, so that OCR reads it', async () => {
  const garbage = Array.from({ length: 12 }, () => 'Bgdt Kwrq Zpfl Mnbv Xcvb Hjkl Trwq Plmn Sdfg');
  const [page] = (await read(makePdf([{ lines: garbage }]))).pages;
  assert.deepEqual([page!.scanned, page!.text], [true, '']);
});
