import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCell } from '../model/blocks.ts';
import { addWord } from '../model/words.ts';
import { contextOf } from './context.ts';
import { indexPage } from './index-page.ts';
import { cellName, type LocatablePage, placeOf } from './place.ts';

const page = (given: Partial<LocatablePage> & { text: string }): LocatablePage => ({ number: 3, ...given });

test('on a drawn page a place is a page and a box, and as sure as its least sure word', () => {
  const words: number[] = [];
  addWord(words, 0, 5, [10, 10, 40, 20], 0.9);
  addWord(words, 6, 11, [45, 10, 80, 20], 0.4);
  const drawn = page({ text: 'Total 12.50', words, kind: 'pdf' });
  assert.deepEqual(placeOf(drawn, 0, 11), { place: { page: 3, box: [10, 10, 80, 20] }, confidence: 0.4 });
  assert.deepEqual(placeOf(drawn, 40, 41), { place: { page: 3 }, confidence: 1 });
});

test('in a workbook it is the sheet and the cell, in an office text the paragraph, among slides the slide', () => {
  const places = { kind: 'cell' as const, values: [0, 3, 1, 1, 4, 7, 2, 28] };
  assert.deepEqual(placeOf(page({ text: 'abc def', places, sheet: 'Sales', kind: 'xlsx' }), 5, 6).place, {
    sheet: 'Sales',
    cell: 'AB2',
  });
  const paragraphs = { kind: 'paragraph' as const, values: [2, 5, 7] };
  assert.deepEqual(placeOf(page({ text: '  abc', places: paragraphs, kind: 'docx' }), 2, 5).place, { paragraph: 7 });
  assert.deepEqual(placeOf(page({ text: '  abc', places: paragraphs, kind: 'docx' }), 0, 1).place, {});
  assert.deepEqual(placeOf(page({ text: 'x', kind: 'pptx' }), 0, 1).place, { slide: 3 });
});

test('in a plain text it is the line from 1 and the characters', () => {
  assert.deepEqual(placeOf(page({ text: 'a\nb\nc', kind: 'text' }), 4, 5).place, { line: 3, start: 4, end: 5 });
  assert.deepEqual(placeOf(page({ text: 'a' }), 0, 1).place, { line: 1, start: 0, end: 1 });
});

test('a page of a file inside another one is counted in that file', () => {
  const inner = page({ text: 'x', kind: 'archive', part: { name: 'a.pdf', page: 2, kind: 'pdf' } });
  assert.deepEqual(placeOf(inner, 0, 1).place, { page: 2 });
});

test('columns have the letters that a spreadsheet gives them', () => {
  assert.deepEqual(
    [1, 26, 27, 52, 702, 703].map((column) => cellName(1, column)),
    ['A1', 'Z1', 'AA1', 'AZ1', 'ZZ1', 'AAA1'],
  );
});

test('around a value stands its own line only, at most 80 characters on either side', () => {
  const text = `first line\n${'a'.repeat(100)}VALUE rest\nnext`;
  const at = text.indexOf('VALUE');
  assert.deepEqual(contextOf(page({ text }), at, at + 5), { before: 'a'.repeat(80), after: ' rest' });
  assert.deepEqual(contextOf(page({ text: 'VALUE' }), 0, 5), { before: '', after: '' });
});

test('a value in a table knows the head of its column and its row, a field its label', () => {
  const text = '| Item | Price |\n| --- | --- |\n| Tea | 2.50 |\nDue: May';
  const cells: number[] = [];
  for (const [row, column, word] of [
    [0, 0, 'Item'],
    [0, 1, 'Price'],
    [1, 0, 'Tea'],
    [1, 1, '2.50'],
  ] as const)
    addCell(cells, { row, column, start: text.indexOf(word), end: text.indexOf(word) + word.length });
  const due = text.indexOf('Due');
  const blocks = [
    { kind: 'table' as const, start: 0, end: due - 1, cells },
    { kind: 'field' as const, start: due, end: text.length, label: [due, due + 3] as [number, number] },
  ];
  const around = (word: string) => {
    const { column, row, label } = contextOf(page({ text, blocks }), text.indexOf(word), text.indexOf(word) + 3);
    return { column, row, label };
  };
  assert.deepEqual(around('2.50'), { column: 'Price', row: 'Tea', label: undefined });
  assert.deepEqual(around('Tea'), { column: 'Item', row: undefined, label: undefined });
  assert.deepEqual(around('Price'), { column: undefined, row: 'Item', label: undefined });
  assert.deepEqual(around('May'), { column: undefined, row: undefined, label: 'Due' });
});

test('words are found by their key without the signs around them, each where it stands', () => {
  const text = 'Total: "12.50", Total';
  const index = indexPage(page({ text }));
  assert.deepEqual(
    index.positions.get('total')?.map((at) => text.slice(index.starts[at], index.ends[at])),
    ['Total', 'Total'],
  );
  const figure = index.starts.findIndex((start) => text.startsWith('12.50', start));
  assert.equal(text.slice(index.starts[figure], index.ends[figure]), '12.50');
  assert.deepEqual(indexPage(page({ text: ' ,; ' })).keys, []);
});

test('cells of a CSV are words of their own although no blank is between them', () => {
  const text = 'tea,2\nnut,3';
  const cells: number[] = [];
  for (const start of [0, 4, 6, 10])
    addCell(cells, { row: start < 6 ? 0 : 1, column: start % 6 ? 1 : 0, start, end: start + (start % 6 ? 1 : 3) });
  const csv = page({ text, kind: 'csv', blocks: [{ kind: 'table', start: 0, end: text.length, cells }] });
  assert.deepEqual(indexPage(csv).keys, ['tea', '2', 'nut', '3']);
});
