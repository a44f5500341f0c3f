import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWords } from '@errand/documents/model/words.ts';
import { grayOf, makeDocx, makeOdt, makePptx, makeXlsx, turnedPicture } from '../../../../documents/test/files.ts';
import { at, cross, square } from '../../../../documents/test/layouts.ts';
import { makePdf } from '../../../../documents/test/pdf.ts';
import { source } from '../../../test/documents/sources.ts';
import { pluck } from '../../../test/pluck.ts';
import { coverageOf } from './coverage.ts';
import { gatherPages } from './gather-pages.ts';
import { readDocument } from './read-document.ts';

// Reading in the sandbox. What each kind of file gives is tested beside its reader, in packages/documents.

const invoice = makePdf([{ lines: ['Invoice 4711', 'Total: 12.50 EUR'] }]);

test('a file of every kind is read in the sandbox, where nothing but our code can be loaded', async () => {
  const files = {
    pdf: invoice,
    docx: makeDocx(['Invoice 4711']),
    pptx: makePptx([['Invoice 4711']]),
    odt: makeOdt('<text:p>Invoice 4711</text:p>'),
    xlsx: makeXlsx({ S: [['Invoice 4711']] }),
    html: '<!doctype html><html><body><p>Invoice 4711</p></body></html>',
    text: 'Invoice 4711',
  };
  for (const [expected, file] of Object.entries(files)) {
    const { kind, pages } = await readDocument(source(file));
    assert.equal(kind, expected);
    assert.match(pages[0]!.text, /Invoice 4711/, kind);
  }
});

test('a page that is only a picture is distinguished, and read by OCR with boxes that fit', async () => {
  const [page] = (await readDocument(source(invoice), { images: true, pages: [1] })).pages;
  assert.equal(page!.image!.mediaType, 'image/png');
  const scan = source(makePdf([{ picture: grayOf(page!.image!.data) }, { lines: ['Typed, not scanned.'] }]));
  const plain = await readDocument(scan);
  assert.deepEqual(pluck(plain.pages, 'scanned', 'text'), [
    [true, ''],
    [false, 'Typed, not scanned.'],
  ]);
  const read = await readDocument(scan, { ocr: 'scans' });
  assert.match(read.pages[0]!.text, /Invoice 4711\s+Total: 12\.50 EUR/);
  assert.equal(read.pages[1]!.recognized, undefined);
  const word = listWords(read.pages[0]!).find(({ text }) => text === '12.50')!;
  assert.ok(Math.abs(word.box[0] - 106) < 4 && Math.abs(word.box[3] - 92) < 4, JSON.stringify(word));
  const image = await readDocument(source(page!.image!.data), { ocr: 'all' });
  assert.equal(image.kind, 'image');
  assert.match(image.pages[0]!.text, /Invoice 4711/);
});

test('a letter that is nothing but pasted scans is read page by page, and its coverage is whole', async () => {
  const [page] = (await readDocument(source(invoice), { images: true, pages: [1] })).pages;
  const data = Buffer.from(page!.image!.data);
  const docx = makeDocx(
    [],
    [],
    [
      { data, alt: '' },
      { data, alt: '' },
    ],
  );
  const context = {
    signal: undefined,
    progress: () => undefined,
    step: (_name: string, work: (usage: object) => unknown) => work({}),
  };
  const gathered = await gatherPages(context as never, source(docx), { ocr: false, languages: ['eng'] });
  assert.equal(gathered.pages.length, 2);
  for (const { text, recognized, pictures } of gathered.pages) {
    assert.match(text, /Invoice 4711\s+Total: 12\.50 EUR/);
    assert.deepEqual([recognized, pictures], [true, undefined]);
  }
  assert.equal(coverageOf('letter.docx', gathered, false).note, null);
});

test('a file of 300 pages tells how far it is while it is read', async () => {
  const pages = Array.from({ length: 300 }, (_, index) => ({ lines: [`Page ${index + 1}`] }));
  const told: unknown[] = [];
  const context = {
    signal: undefined,
    progress: (data: unknown) => told.push(data),
    step: (_name: string, work: (usage: object) => unknown) => work({}),
  };
  const gathered = await gatherPages(context as never, source(makePdf(pages)), { ocr: false });
  assert.equal(gathered.pages[299]!.text.trim(), 'Page 300');
  assert.deepEqual(
    told,
    pages.map((_, index) => ({ reading: 'file', page: index + 1 })),
  );
});

test('a scan that lies on its head, in German, is read the right way up and with its letters', async () => {
  const lines = [
    'Sehr geehrte Damen und Herren,',
    'hiermit bestätigen wir den Eingang Ihrer Rechnung',
    'für grünen Tee. Mit freundlichen Grüßen',
  ];
  const [drawn] = (await readDocument(source(makePdf([{ lines }])), { images: true })).pages;
  const scan = makePdf([{ picture: turnedPicture(grayOf(drawn!.image!.data), 180) }]);
  const [page] = (await readDocument(source(scan), { ocr: 'scans' })).pages;
  assert.equal(page!.text, lines.join('\n'));
  assert.deepEqual([page!.turned, page!.language], [180, 'deu']);
  assert.ok(page!.confidence! > 0.8);
  // Places are those of the page as it lies there: its first word is at the lower right.
  const first = listWords(page!).find(({ text }) => text === 'Sehr')!;
  assert.ok(first.box[0] > 400 && first.box[1] > 700, JSON.stringify(first));
});

test('boxes on a scan keep their state', async () => {
  const form = [
    ...[square(50, 100), at(65, 99, 'Marketing by letters')],
    ...[square(50, 120), cross(50, 120), at(65, 119, 'Terms of the service')],
    ...[
      at(50, 180, 'Exposed:'),
      square(100, 181),
      at(112, 180, 'yes'),
      square(150, 181),
      cross(150, 181),
      at(162, 180, 'no'),
    ],
  ];
  const [drawn] = (await readDocument(source(makePdf([{ content: form.join('\n') }])), { images: true })).pages;
  const scan = makePdf([{ picture: grayOf(drawn!.image!.data) }]);
  const [page] = (await readDocument(source(scan), { ocr: 'scans', languages: ['eng'] })).pages;
  assert.equal(page!.text, '[ ] Marketing by letters\n[x] Terms of the service\n\nExposed: [ ] yes [x] no');
});

test('a language that this server has no data for is refused by its name', () =>
  assert.rejects(
    readDocument(source(makePdf([{ lines: ['x'] }])), { ocr: 'all', languages: ['xyz'] }),
    /cannot be recognized in 'xyz'.*@tesseract\.js-data\/xyz/,
  ));
