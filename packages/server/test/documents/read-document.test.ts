import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '#engines/documents/read-document.ts';
import { grayOf, makeDocx, makeOdt, makePptx, makeXlsx } from './files.ts';
import { makePdf } from './pdf.ts';
import { source } from './sources.ts';

const invoice = makePdf(
  [{ lines: ['Invoice 4711', 'Total: 12.50 EUR'] }, { lines: ['Second page'], rotate: 90 }, { lines: ['Annex'] }],
  {
    outline: [
      { title: 'Start', page: 1 },
      { title: 'Annex', page: 3 },
    ],
  },
);

describe('PDF', () => {
  test('gives the text of each page, and the outline', async () => {
    const { kind, pageCount, pages, outline } = await readDocument(source(invoice));
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
    const { pageCount, pages } = await readDocument(source(invoice), { pages: [3, 99] });
    assert.equal(pageCount, 3);
    assert.deepEqual(
      pages.map(({ number, text }) => [number, text]),
      [[3, 'Annex']],
    );
  });

  test('gives each word with its box as it is seen, on rotated pages too', async () => {
    const { pages } = await readDocument(source(invoice), { words: true, pages: [1, 2] });
    const [first, second] = pages;
    const total = first!.words!.find((word) => word.text === '12.50')!;
    // The second line is 92 points below the upper edge, and starts 72 from the left.
    assert.ok(Math.abs(total.box[3] - 92) < 2 && total.box[0] > 100 && total.box[2] < 140, JSON.stringify(total));
    assert.deepEqual([second!.width, second!.height], [842, 595]);
    const rotated = second!.words!.find((word) => word.text === 'Second')!;
    assert.ok(rotated.box[0] > 760 && rotated.box[3] - rotated.box[1] > 30, JSON.stringify(rotated));
  });

  test('what is filled into a form is part of its page; a word broken at the end of a line is one', async () => {
    const form = makePdf([
      {
        lines: ['An exam-', 'ple of No. A-', '4711'],
        fields: [{ name: 'Full name', value: 'Ada Lovelace', rect: [72, 700, 200, 720] }],
      },
    ]);
    const [page] = (await readDocument(source(form), { words: true })).pages;
    assert.equal(page!.text, 'An example of No. A-4711\nFull name: Ada Lovelace');
    const field = [72, 122, 200, 142];
    assert.deepEqual(page!.words!.slice(-2), [
      { text: 'Ada', box: field },
      { text: 'Lovelace', box: field },
    ]);
  });

  test('a page that is only a picture is told apart, and read by OCR with boxes that fit', async () => {
    const [page] = (await readDocument(source(invoice), { images: true, pages: [1] })).pages;
    assert.equal(page!.image!.mediaType, 'image/png');
    const scan = source(makePdf([{ picture: grayOf(page!.image!.data) }, { lines: ['Typed, not scanned.'] }]));
    const plain = await readDocument(scan);
    assert.deepEqual(
      plain.pages.map(({ scanned, text }) => [scanned, text]),
      [
        [true, ''],
        [false, 'Typed, not scanned.'],
      ],
    );
    const read = await readDocument(scan, { ocr: 'scans', words: true });
    assert.match(read.pages[0]!.text, /Invoice 4711\s+Total: 12\.50 EUR/);
    assert.equal(read.pages[1]!.recognized, undefined);
    const word = read.pages[0]!.words!.find(({ text }) => text === '12.50')!;
    assert.ok(Math.abs(word.box[0] - 106) < 4 && Math.abs(word.box[3] - 92) < 4, JSON.stringify(word));
    const image = await readDocument(source(page!.image!.data), { ocr: 'all' });
    assert.equal(image.kind, 'image');
    assert.match(image.pages[0]!.text, /Invoice 4711/);
  });
});

describe('other documents', () => {
  test('DOCX: paragraphs and tables, as text and as markdown', async () => {
    const docx = makeDocx(
      ['Offer & terms', 'Valid <today>'],
      [
        ['Item', 'Price'],
        ['Tea', '3.50'],
      ],
    );
    const { kind, pages, markdown } = await readDocument(source(docx));
    assert.equal(kind, 'docx');
    assert.equal(pages[0]!.text, 'Offer & terms\n\nValid <today>\n\nItem | Price\nTea | 3.50');
    assert.match(markdown!, /\| Item \| Price \|\n\| --- \| --- \|\n\| Tea \| 3\.50 \|/);
  });

  test('PPTX: a page for each slide with its notes; OpenDocument: paragraphs and tables', async () => {
    const slides = await readDocument(source(makePptx([['Tea & cake', 'Twice'], ['Thanks']], { 1: 'Speak slowly' })));
    assert.equal(slides.kind, 'pptx');
    assert.deepEqual(
      slides.pages.map((page) => page.text),
      ['Tea & cake\nTwice\n\nSpeak slowly', 'Thanks'],
    );
    const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const row = `<table:table-row>${cell('Tea')}${cell('3.50')}</table:table-row>`;
    const letter = makeOdt(
      `<text:h>Offer</text:h><text:p>Valid<text:s/>to<text:tab/>day</text:p><table:table>${row}</table:table>`,
    );
    const { kind, pages } = await readDocument(source(letter));
    assert.deepEqual([kind, pages[0]!.text], ['odt', 'Offer\nValid to day\nTea | 3.50']);
  });

  test('XLSX: a page for each sheet', async () => {
    const book = makeXlsx({
      Prices: [
        ['Item', 'Price'],
        ['Tea, black', 3.5],
      ],
      Notes: [['none']],
    });
    const { kind, pages } = await readDocument(source(book));
    assert.equal(kind, 'xlsx');
    assert.deepEqual(
      pages.map((page) => page.text),
      ['Sheet: Prices\nItem,Price\n"Tea, black",3.5', 'Sheet: Notes\nnone'],
    );
  });

  test('HTML: what a reader sees, without scripts; links are complete', async () => {
    const html =
      '<!doctype html><html><head><title>Tea  &amp; more</title><style>p{}</style></head><body><h1>Shop</h1><p>Best <a href="/tea">tea</a>.</p><p hidden>secret</p><table><tr><th>Item</th><th>Price</th></tr><tr><td><p>Tea</p></td><td>3</td></tr></table><dl><dt>Phone</dt><dd>555</dd></dl><script>evil()</script></body></html>';
    const { kind, title, pages, markdown } = await readDocument(source(html), { baseUrl: 'https://shop.example/x/' });
    assert.deepEqual([kind, title], ['html', 'Tea & more']);
    assert.equal(pages[0]!.text, 'Shop\n\nBest tea.\n\nItem | Price\nTea | 3\n\nPhone: 555');
    assert.match(markdown!, /\[tea\]\(https:\/\/shop\.example\/tea\)/);
    assert.doesNotMatch(markdown!, /evil|p\{\}/);
  });

  test('HTML that nests twenty thousand levels deep is read like any other', async () => {
    const html = `<html><body>${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}</body></html>`;
    const { pages, markdown } = await readDocument(source(html));
    assert.deepEqual([pages[0]!.text, markdown], ['deep', 'deep']);
  });

  test('text in UTF-8, UTF-16 and the old western encoding', async () => {
    const encodings = [
      Buffer.from('Café für 3 €'),
      Buffer.from('\ufeffCafé für 3 €', 'utf16le'),
      Buffer.from('Caf\xe9 f\xfcr 3 \x80', 'latin1'),
    ];
    for (const content of encodings) {
      const { kind, pages } = await readDocument(source(content));
      assert.deepEqual([kind, pages[0]!.text], ['text', 'Café für 3 €']);
    }
  });

  test('the content decides what a file is, not its name or declared type', async () => {
    assert.equal((await readDocument(source(invoice, 'photo.png', 'image/png'))).kind, 'pdf');
    assert.equal((await readDocument(source('just text', 'a.pdf', 'application/pdf'))).kind, 'text');
    assert.equal((await readDocument(source(makeDocx(['x']), 'a.xlsx', 'application/zip'))).kind, 'docx');
  });
});
