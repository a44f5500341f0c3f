import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grayOf } from '../../test/files.ts';
import { at, cross, square } from '../../test/layouts.ts';
import { makePdf, type PdfPage } from '../../test/pdf.ts';
import { readDrawing } from './pdf-drawing.ts';
import { openForm } from './pdf-form.ts';
import { renderPng, renderRaster } from './pdf-render.ts';
import { readPageText } from './pdf-text.ts';
import { loadPdfium, readUtf16, withMemory } from './pdfium.ts';

const size = { width: 595, height: 842 };
const toSeen = (x: number, y: number): [number, number] => [x, 842 - y];

async function open(page: PdfPage) {
  const pdfium = await loadPdfium();
  const file = makePdf([{ ...size, ...page }]);
  const pointer = pdfium.wasmExports.malloc(file.length);
  pdfium.HEAPU8.set(file, pointer);
  const document = pdfium._FPDF_LoadMemDocument(pointer, file.length, 0);
  return { pdfium, page: pdfium._FPDF_LoadPage(document, 0), form: openForm(pdfium, document) };
}
async function draw(content: string) {
  const { pdfium, page } = await open({ content });
  return readDrawing(pdfium, page, toSeen, (box) => box);
}

test('thin long strokes are rules, with their ends; short ones are nothing', async () => {
  const { rules, squares } = await draw('1 w 50 700 m 250 700 l S 60 500 m 60 600 l S 300 300 m 310 300 l S');
  assert.equal(squares.length, 0);
  assert.equal(rules.horizontal.length, 1);
  const [{ from, to, at: y }] = rules.horizontal as [{ from: number; to: number; at: number }];
  assert.ok(Math.abs(from - 50) <= 1 && Math.abs(to - 250) <= 1 && Math.abs(y - 142) <= 1);
  assert.equal(rules.vertical.length, 1);
});

test('a small square is a box to tick; a cross inside marks it, and its ground drawn twice counts once', async () => {
  const { squares } = await draw(`${square(50, 100)} ${square(50, 100)} ${square(50, 200)} ${cross(50, 200)}`);
  assert.deepEqual(
    squares.map(({ marked }) => marked),
    [false, true],
  );
});

test('squares in a row without a gap are cells for letters, not boxes', async () => {
  const { squares } = await draw([50, 59, 68].map((x) => square(x, 100)).join(' '));
  assert.deepEqual(squares, []);
});

test('a page of thousands of strokes is a drawing and is not searched', async () => {
  const { rules } = await draw(Array.from({ length: 4_001 }, (_, y) => `50 ${y / 10} m 250 ${y / 10} l S`).join('\n'));
  assert.deepEqual(rules, { horizontal: [], vertical: [] });
});

test('words come in order with their boxes as they are seen, and a drawn box before its label', async () => {
  const { pdfium, page } = await open({ content: `${square(50, 100)} ${at(64, 100, 'Yes please')}` });
  const { pieces, turn, fields } = readPageText(pdfium, page, { size, form: 0 });
  assert.deepEqual(
    pieces.map(({ text }) => text),
    ['[ ]', 'Yes', 'please'],
  );
  assert.deepEqual([turn, fields], [0, []]);
  assert.ok(Math.abs(pieces[1]!.seen[0] - 64) < 2);
});

test('what is filled into a form is read with its name; an empty field says nothing', async () => {
  const { pdfium, page, form } = await open({
    lines: ['Application'],
    fields: [
      { name: 'full_name', value: 'Ada', rect: [100, 700, 200, 720] },
      { name: 'empty', value: '', rect: [100, 600, 200, 620] },
    ],
  });
  assert.notEqual(form, 0);
  const { fields } = readPageText(pdfium, page, { size, form });
  assert.deepEqual(
    fields.map(({ name, value, box }) => [name, value, box.map(Math.round)]),
    [['full_name', 'Ada', [100, 122, 200, 142]]],
  );
});

test('a document without a form has no handle to one', async () => {
  assert.equal((await open({ lines: ['Plain'] })).form, 0);
});

test('an image of a page is as large as asked, in color or gray, white where nothing is drawn', async () => {
  const { pdfium, page } = await open({ content: '0 0 595 421 re f' });
  const { pixels, width, height } = grayOf(renderPng(pdfium, page, { ...size, edge: 84 }));
  assert.deepEqual([width, height], [59, 84]);
  assert.deepEqual([pixels[0], pixels.at(-1)], [255, 0]);
  const raster = renderRaster(pdfium, page, { ...size, edge: 84 });
  assert.deepEqual([raster.width, raster.height, raster.data[0], raster.data.at(-1)], [59, 84, 255, 0]);
});

test('a tiny page is not drawn larger than it has detail for', async () => {
  const { pdfium, page } = await open({ content: '', width: 10, height: 10 });
  assert.equal(renderRaster(pdfium, page, { width: 10, height: 10, edge: 1_600 }).width, 50);
});

test('memory of the library is given back, also when the work fails', async () => {
  const pdfium = await loadPdfium();
  const freed: number[] = [];
  const watched = { ...pdfium, wasmExports: { ...pdfium.wasmExports, free: (pointer: number) => freed.push(pointer) } };
  assert.throws(() =>
    withMemory(watched as never, 8, () => {
      throw new Error('work');
    }),
  );
  assert.equal(freed.length, 1);
  const none = { ...pdfium, wasmExports: { malloc: () => 0, free: () => undefined } };
  assert.throws(() => withMemory(none, 8, () => 1), /out of memory/);
  const text = withMemory(pdfium, 4, (pointer) => {
    pdfium.HEAPU8.set([0x41, 0, 0xac, 0x20], pointer);
    return readUtf16(pdfium, pointer, 2);
  });
  assert.equal(text, 'A€');
});

test('a cross from corner to corner and a tick of two lines mark their boxes', async () => {
  const cross = '72 700 11 11 re S 72 700 m 83 711 l S 83 700 m 72 711 l S';
  const tick = '72 660 11 11 re S 74 665 m 77 662 l 82 670 l S';
  const { pdfium, page } = await open({ content: `${cross} ${tick} 72 620 11 11 re S` });
  const { squares } = readDrawing(pdfium, page, toSeen, (box) => box);
  assert.deepEqual(
    squares.map(({ marked }) => marked),
    [true, true, false],
  );
});
