import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWords } from '@errand/documents/model/words.ts';
import { grayOf, makeDocx, makeOdt, makePptx, makeXlsx } from '../../../../documents/test/files.ts';
import { makePdf } from '../../../../documents/test/pdf.ts';
import { source } from '../../../test/documents/sources.ts';
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
  const read = await readDocument(scan, { ocr: 'scans' });
  assert.match(read.pages[0]!.text, /Invoice 4711\s+Total: 12\.50 EUR/);
  assert.equal(read.pages[1]!.recognized, undefined);
  const word = listWords(read.pages[0]!).find(({ text }) => text === '12.50')!;
  assert.ok(Math.abs(word.box[0] - 106) < 4 && Math.abs(word.box[3] - 92) < 4, JSON.stringify(word));
  const image = await readDocument(source(page!.image!.data), { ocr: 'all' });
  assert.equal(image.kind, 'image');
  assert.match(image.pages[0]!.text, /Invoice 4711/);
});
