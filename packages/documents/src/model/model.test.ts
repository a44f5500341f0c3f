import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCell, type Block, blockAt, listCells, tableRows } from './blocks.ts';
import { union } from './box.ts';
import { deadlineMs, limits } from './request.ts';
import { addWord, boxOfRange, listWords, type WordTable } from './words.ts';

test('a word comes back with its text, its box to a tenth and its confidence', () => {
  const words: WordTable = [];
  addWord(words, 0, 3, [1.04, 2, 3.06, 4], 0.8765);
  assert.deepEqual(listWords({ text: 'Sum 12', words }), [
    { text: 'Sum', start: 0, end: 3, box: [1, 2, 3.1, 4], confidence: 0.877 },
  ]);
  assert.deepEqual(listWords({ text: 'no words' }), []);
});

test('the box of a range holds every word that it touches and the least confidence of them', () => {
  const words: WordTable = [];
  addWord(words, 0, 3, [0, 0, 10, 10], 1);
  addWord(words, 4, 9, [20, 0, 30, 10], 0.5);
  addWord(words, 10, 12, [0, 20, 5, 30], 0.9);
  assert.deepEqual(boxOfRange(words, 2, 5), { box: [0, 0, 30, 10], confidence: 0.5 });
  assert.deepEqual(boxOfRange(words, 10, 12), { box: [0, 20, 5, 30], confidence: 0.9 });
  assert.equal(boxOfRange(words, 3, 4), undefined);
  assert.equal(boxOfRange([], 0, 5), undefined);
});

test('the block at a place is the one around it; between two blocks there is none', () => {
  const blocks: Block[] = [0, 10, 20].map((start) => ({ kind: 'paragraph', start, end: start + 5 }));
  assert.equal(blockAt(blocks, 0), blocks[0]);
  assert.equal(blockAt(blocks, 14), blocks[1]);
  assert.equal(blockAt(blocks, 15), undefined);
  assert.equal(blockAt(blocks, 99), undefined);
  assert.equal(blockAt([], 0), undefined);
});

test('rows of a table are all as wide as the widest, with empty texts where no cell is', () => {
  const cells: number[] = [];
  addCell(cells, { row: 0, column: 0, columns: 2, start: 0, end: 1 });
  addCell(cells, { row: 2, column: 1, start: 1, end: 2 });
  assert.deepEqual(tableRows('ab', { cells }), [
    ['a', ''],
    ['', ''],
    ['', 'b'],
  ]);
  assert.deepEqual([...listCells({ cells })][1], { row: 2, column: 1, rows: 1, columns: 1, start: 1, end: 2 });
  assert.deepEqual(tableRows('ab', {}), []);
});

test('half a cell is no cell', () => {
  assert.deepEqual([...listCells({ cells: [0, 0, 1] })], []);
});

test('a box around two boxes holds both', () => {
  assert.deepEqual(union([5, 5, 6, 6], [0, 8, 4, 9]), [0, 5, 6, 9]);
});

test('images and OCR get time of their own for each page, a text alone does not', () => {
  const text = deadlineMs({ pages: [1], images: false, ocr: 'never' });
  assert.equal(deadlineMs({ pages: [1, 2, 3], images: false, ocr: 'never' }), text);
  const two = deadlineMs({ pages: [1, 2], images: true, ocr: 'scans' }) - text;
  assert.equal(deadlineMs({ pages: [1, 2, 3, 4], images: true, ocr: 'scans' }) - text, two * 2);
  assert.ok(deadlineMs({ images: false, ocr: 'all' }) > text);
});

test('an answer may be as large as what an office file may unpack to', () => {
  assert.ok(limits.answerBytesMax >= limits.unpackedBytesMax && limits.fileBytesMax < limits.unpackedBytesMax);
});
