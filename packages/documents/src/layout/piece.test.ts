import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../model/box.ts';
import { between, boxOfPieces, createComposer } from './compose.ts';
import { checkBox, heightOf, median, type Piece } from './piece.ts';
import { isBeside, toRows, toSegments } from './rows.ts';

const piece = (text: string, x: number, y: number, given: Partial<Piece> = {}): Piece => {
  const box: Box = [x, y, x + text.length * 5, y + 10];
  return { text, box, seen: box, confidence: 1, ...given };
};
const texts = (pieces: Piece[]): string[][] =>
  toSegments(pieces).map((segment) => segment.pieces.map(({ text }) => text));

test('words with a blank between them are one segment, a wider gap or another line begins the next', () => {
  assert.deepEqual(texts([piece('Total', 0, 0), piece('due', 30, 0), piece('12.50', 80, 0), piece('Paid', 0, 20)]), [
    ['Total', 'due'],
    ['12.50'],
    ['Paid'],
  ]);
  assert.deepEqual(texts([]), []);
});

test('parts of a line that were drawn out of order are put together again', () => {
  assert.deepEqual(texts([piece('world', 30, 0), piece('below', 0, 40), piece('Hello', 0, 0)]), [
    ['Hello', 'world'],
    ['below'],
  ]);
});

test('words of a script that runs to the left stay in reading order', () => {
  assert.deepEqual(texts([piece('שלום', 40, 0), piece('עולם', 12, 0)]), [['שלום', 'עולם']]);
});

test('rows go from top to bottom and their segments from left to right, whatever came first', () => {
  const rows = toRows(toSegments([piece('b2', 100, 31), piece('a1', 0, 0), piece('a2', 0, 30), piece('b1', 100, 1)]));
  assert.deepEqual(
    rows.map(({ segments }) => segments.map(({ pieces }) => pieces[0]!.text)),
    [
      ['a1', 'b1'],
      ['a2', 'b2'],
    ],
  );
  assert.deepEqual(rows[0]!.box, [0, 0, 110, 11]);
});

test('two boxes stand beside each other only when they share half of the lower one', () => {
  assert.ok(isBeside([0, 0, 10, 10], [20, 5, 30, 15]));
  assert.ok(!isBeside([0, 0, 10, 10], [20, 6, 30, 16]));
  assert.ok(isBeside([0, 0, 10, 0], [20, 0, 30, 0]) === false);
});

test('the height of a flat box is never nothing, and the median of no values is 0', () => {
  assert.ok(heightOf({ box: [0, 5, 10, 5] }) > 0);
  assert.equal(median([]), 0);
  assert.equal(median([9, 1, 5]), 5);
});

test('a word broken by the typesetter is whole again; a hyphen of a number stays', () => {
  assert.equal(between(piece('docu', 0, 0, { broken: true }), piece('ment', 0, 20)), '');
  assert.equal(between(piece('A', 0, 0, { broken: true }), piece('4711', 0, 20)), '-');
  assert.equal(between(piece('Anna', 0, 0, { broken: true }), piece('Lena', 0, 20)), '-');
  assert.equal(between(piece('a', 0, 0), piece('b', 10, 0, { glued: true })), '');
  assert.equal(between(piece('東', 0, 0), piece('京', 10, 0)), '');
});

test('the places of words and blocks are those of the text that was written', () => {
  const composer = createComposer();
  composer.write('# ');
  const [from, to] = composer.pieces([piece('Net', 0, 0), piece('sum', 20, 0, { confidence: 0.5 })]);
  composer.addBlock({ kind: 'heading', start: from, level: 1 });
  const { text, blocks, words } = composer.finish();
  assert.equal(text.slice(from, to), 'Net sum');
  assert.deepEqual(blocks, [{ kind: 'heading', start: 2, end: 9, level: 1 }]);
  assert.deepEqual(words.slice(7), [6, 9, 200, 0, 350, 100, 500]);
});

test('the box of no pieces is none, and that of several holds them all as they are seen', () => {
  assert.equal(boxOfPieces([]), undefined);
  const turned = checkBox(true, [0, 0, 1, 1], [50, 50, 60, 60]);
  assert.deepEqual(boxOfPieces([piece('ab', 0, 0), turned]), [0, 0, 60, 60]);
  assert.equal(turned.text, '[x]');
});
