import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx, makeOdt, makePng, makePptx, makeXlsx } from '../../test/files.ts';
import { makePdf } from '../../test/pdf.ts';
import { read } from '../../test/read.ts';
import { listCells } from '../model/blocks.ts';
import type { DocumentPage } from '../model/document.ts';

const spans = ({ text, blocks }: DocumentPage): [string, number, number][] =>
  blocks!
    .filter(({ kind }) => kind === 'table')
    .flatMap((table) => [...listCells(table)])
    .filter(({ rows, columns }) => rows > 1 || columns > 1)
    .map(({ start, end, rows, columns }) => [text.slice(start, end), rows, columns]);

/** The expected table in every format: one cell spans two columns, one spans two rows. */
const table = `| Region | Sales | << |
| --- | --- | --- |
| North | Tea | 3 |
| ^^ | Cake | 4 |`;
const expected: [string, number, number][] = [
  ['Sales', 1, 2],
  ['North', 2, 1],
];

test('HTML keeps the cells that span others, in the model and in the text', async () => {
  const html = `<table><tr><th>Region</th><th colspan="2">Sales</th></tr><tr><td rowspan="2">North</td><td>Tea</td><td>3</td></tr><tr><td>Cake</td><td>4</td></tr></table>`;
  const [page] = (await read(`<!doctype html><html><body>${html}</body></html>`)).pages;
  assert.equal(page!.text, table);
  assert.deepEqual(spans(page!), expected);
});

test('DOCX does too', async () => {
  const docx = makeDocx(
    [],
    [
      ['Region', { text: 'Sales', columns: 2 }],
      [{ text: 'North', merge: 'restart' }, 'Tea', '3'],
      [{ text: '', merge: 'continue' }, 'Cake', '4'],
    ],
  );
  const [page] = (await read(docx)).pages;
  assert.equal(page!.text, table);
  assert.deepEqual(spans(page!), expected);
});

test('XLSX does too', async () => {
  const rows = [
    ['Region', 'Sales', ''],
    ['North', 'Tea', 3],
    ['', 'Cake', 4],
  ];
  const [page] = (await read(makeXlsx({ S: rows }, '', ['B1:C1', 'A2:A3']))).pages;
  assert.equal(page!.text, `Sheet: S\n${table}`);
  assert.deepEqual(spans(page!), expected);
});

test("PPTX and OpenDocument do too; what a merged cell covers is nobody's text", async () => {
  const cell = (text: string, attributes = ''): string =>
    `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const slide = `<a:tbl><a:tr>${cell('Region')}${cell('Sales', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr>${cell('North', ' rowSpan="2"')}${cell('Tea')}${cell('3')}</a:tr><a:tr>${cell('', ' vMerge="1"')}${cell('Cake')}${cell('4')}</a:tr></a:tbl>`;
  const [first] = (await read(makePptx([[]], {}, slide))).pages;
  assert.equal(first!.text, table);
  assert.deepEqual(spans(first!), expected);
  const odt = (text: string, attributes = ''): string =>
    `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const covered = '<table:covered-table-cell/>';
  const letter = `<table:table><table:table-row>${odt('Region')}${odt('Sales', ' table:number-columns-spanned="2"')}${covered}</table:table-row><table:table-row>${odt('North', ' table:number-rows-spanned="2"')}${odt('Tea')}${odt('3')}</table:table-row><table:table-row>${covered}${odt('Cake')}${odt('4')}</table:table-row></table:table>`;
  const [page] = (await read(makeOdt(letter))).pages;
  assert.equal(page!.text, table);
  assert.deepEqual(spans(page!), expected);
});

const picture = makePng(200, 100, Buffer.alloc(201 * 100));

test('a picture in a DOCX or PPTX is a block where it stands, and counted; bullets are none', async () => {
  const docx = makeDocx(
    ['Dear Ada, see the plan below.'],
    [],
    [
      { data: picture, alt: 'Plan of the house' },
      { data: makePng(16, 16, Buffer.alloc(17 * 16)), alt: '' },
    ],
  );
  const [page] = (await read(docx)).pages;
  assert.equal(page!.text, 'Dear Ada, see the plan below.\n\n[image: Plan of the house]');
  assert.deepEqual([page!.pictures, page!.scanned], [1, false]);
  const image = page!.blocks!.find(({ kind }) => kind === 'image')!;
  assert.deepEqual(
    [page!.text.slice(image.start, image.end), image.alt],
    ['[image: Plan of the house]', 'Plan of the house'],
  );
  const pic =
    '<p:pic><p:nvPicPr><p:cNvPr id="4" name="x" descr="Sales &amp; costs"/></p:nvPicPr><p:spPr><a:xfrm><a:ext cx="3000000" cy="2000000"/></a:xfrm></p:spPr></p:pic>';
  const small = '<p:pic><p:spPr><a:xfrm><a:ext cx="90000" cy="90000"/></a:xfrm></p:spPr></p:pic>';
  const [slide] = (await read(makePptx([['The year in figures']], {}, pic + small))).pages;
  assert.equal(slide!.text, 'The year in figures\n[image: Sales & costs]');
  assert.equal(slide!.pictures, 1);
});

test('a document that is nothing but a picture is a scan', async () => {
  const [page] = (await read(makeDocx([], [], [{ data: picture, alt: '' }]))).pages;
  assert.deepEqual([page!.scanned, page!.pictures], [true, 1]);
});

test('a picture beside the text of a PDF page has its box; one behind the text is a scan that was read before', async () => {
  const gray = { pixels: new Uint8Array(100).fill(128), width: 10, height: 10 };
  const text = 'BT /F1 12 Tf 72 770 Td (A chart of the year, with words beside it) Tj ET';
  const [beside] = (await read(makePdf([{ picture: gray, content: `q 200 0 0 100 72 300 cm /Im1 Do Q ${text}` }])))
    .pages;
  assert.equal(beside!.pictures, 1);
  const image = beside!.blocks!.find(({ kind }) => kind === 'image')!;
  assert.deepEqual(image.box!.map(Math.round), [72, 442, 272, 542]);
  const [behind] = (await read(makePdf([{ picture: gray, content: `q 595 0 0 842 0 0 cm /Im1 Do Q ${text}` }]))).pages;
  assert.equal(behind!.pictures, undefined);
});
