import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx, makePng, makeXlsx } from '../../test/files.ts';
import { read } from '../../test/read.ts';
import { makeZip, withEntries } from '../../test/zip.ts';
import type { DocumentPage } from '../model/document.ts';
import { emitPictures, isPicture, readPictures } from './pictures.ts';
import type { Ocr } from './start-ocr.ts';

const picture = makePng(200, 100, Buffer.alloc(201 * 100));
const bullet = makePng(16, 16, Buffer.alloc(17 * 16));

/** Returns the given texts for the pictures, in this order. */
function ocrOf(...texts: string[]): Ocr {
  return {
    decode: async () => ({ raster: { data: new Uint8Array(1), width: 1, height: 1 }, scale: 1 }),
    recognize: async () => ({ pieces: [], turn: 0 }),
    toPage: () => ({ text: texts.shift() ?? '', blocks: [], confidence: 0.9, recognized: true }),
  } as never;
}

test('bullets and lines are no pictures; drawings without a header that is known are', () => {
  assert.deepEqual([picture, bullet, Buffer.from('vector drawing')].map(isPicture), [true, false, true]);
});

test('a file of pictures has a page for each, and only those that are wanted are recognized', async () => {
  const pages: DocumentPage[] = [];
  const all = [picture, picture, picture];
  const { pageCount } = await emitPictures(ocrOf('second'), all, { pages: [2] }, (page) => pages.push(page));
  assert.equal(pageCount, 3);
  assert.deepEqual(
    pages.map(({ number, text, scanned, pictures }) => [number, text, scanned, pictures]),
    [
      [1, '', true, 1],
      [2, 'second', true, undefined],
      [3, '', true, 1],
    ],
  );
});

test('pictures of a slide of which nothing was read stay counted', async () => {
  const slide = { text: '', blocks: [], places: { kind: 'paragraph' as const, values: [] }, pictures: 3 };
  const found = await readPictures(ocrOf('one', '', 'three'), [picture, picture, picture], slide);
  assert.deepEqual([found.text, found.pictures, found.recognized], ['one\n\nthree', 1, true]);
  assert.equal(await readPictures(ocrOf(), [picture], slide), slide);
});

test('DOCX and OpenDocument files that are nothing but pictures are scans with a page for each', async () => {
  const docx = makeDocx(
    [],
    [],
    [
      { data: picture, alt: '' },
      { data: bullet, alt: '' },
      { data: picture, alt: '' },
    ],
  );
  const frame = '<draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame>';
  const odt = makeZip(
    {
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content><office:body><text:p>${frame}</text:p></office:body></office:document-content>`,
      'Pictures/1.png': picture,
    },
    { stored: ['mimetype'] },
  );
  for (const [file, count] of [
    [docx, 2],
    [odt, 1],
  ] as const) {
    const { pages, pageCount } = await read(file);
    assert.equal(pageCount, count);
    assert.ok(pages.every(({ scanned, pictures }) => scanned && pictures === 1));
  }
});

test('pictures of a workbook are told, since nobody looks at them', async () => {
  const workbook = makeXlsx({ Sums: [['Total', 12.5]] });
  assert.equal((await read(workbook)).notes, undefined);
  const drawn = withEntries(workbook, { 'xl/media/image1.png': picture, 'xl/media/image2.png': bullet });
  assert.deepEqual((await read(drawn)).notes, ['A picture in it was not read.']);
});
