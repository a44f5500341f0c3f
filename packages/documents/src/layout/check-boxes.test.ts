import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../model/box.ts';
import { addDrawnBoxes, withCheckBoxes, withMisreadBrackets, writeCheckBoxes } from './check-boxes.ts';
import { createComposer } from './compose.ts';
import type { Piece } from './piece.ts';

const piece = (text: string, x: number, y = 0): Piece => {
  const box: Box = [x, y, x + 5 * text.length, y + 10];
  return { text, box, seen: box, confidence: 0.9 };
};
const square = (x: number, marked = false, y = 0) => {
  const box: Box = [x, y, x + 10, y + 10];
  return { box, seen: box, marked };
};
const shown = (pieces: Piece[]): [string, boolean | undefined][] => pieces.map(({ text, checked }) => [text, checked]);

test('signs of boxes become boxes with their state, and the words glued to them stay', () => {
  assert.deepEqual(shown(withCheckBoxes([piece('☐', 0), piece('☒yes', 20), piece('[X]', 60), piece('[_]', 90)])), [
    ['[ ]', false],
    ['[x]', true],
    ['yes', undefined],
    ['[x]', true],
    ['[ ]', false],
  ]);
});

test('brackets with nothing between them are one box as wide as both; other brackets are text', () => {
  const [joined, word] = withCheckBoxes([piece('[', 0), piece(']', 20), piece('[1]', 40)]);
  assert.equal(joined!.checked, false);
  assert.deepEqual(joined!.box, [0, 0, 25, 10]);
  assert.equal(word!.checked, undefined);
});

test('a drawn square beside a word is a box; a mark inside ticks it and is no text', () => {
  const found = addDrawnBoxes([piece('x', 2), piece('Yes', 14), piece('No', 54)], [square(0), square(40)]);
  assert.deepEqual(shown(found), [
    ['[x]', true],
    ['Yes', undefined],
    ['[ ]', false],
    ['No', undefined],
  ]);
  assert.deepEqual(shown(addDrawnBoxes([piece('Yes', 14)], [square(0, true)]))[0], ['[x]', true]);
});

test('a square with a word in it, or with no label near, is a drawing', () => {
  const boxed = [piece('7', 2), piece('Ward', 14)];
  assert.deepEqual(addDrawnBoxes(boxed, [square(0)]), boxed);
  const far = [piece('Yes', 300)];
  assert.deepEqual(addDrawnBoxes(far, [square(0)]), far);
  const below = [piece('Yes', 14, 100)];
  assert.deepEqual(addDrawnBoxes(below, [square(0)]), below);
});

function write(...pieces: Piece[]) {
  const composer = createComposer();
  writeCheckBoxes(composer, withCheckBoxes(pieces));
  const { text, blocks } = composer.finish();
  return { text, labels: blocks.flatMap(({ label, checked }) => (label ? [[checked, text.slice(...label)]] : [])) };
}

test('each box has the words after it as its label, and the lead is a paragraph of its own', () => {
  assert.deepEqual(write(piece('Consent:', 0), piece('☒', 50), piece('yes', 60), piece('☐', 80), piece('no', 90)), {
    text: 'Consent: [x] yes [ ] no',
    labels: [
      [true, 'yes'],
      [false, 'no'],
    ],
  });
});

test('a single box at the end of its line belongs to the words before it', () => {
  assert.deepEqual(write(piece('Newsletter', 0), piece('☐', 60)), {
    text: 'Newsletter [ ]',
    labels: [[false, 'Newsletter']],
  });
});

test('a box alone has an empty label, not a wrong one', () => {
  assert.deepEqual(write(piece('☑', 0)), { text: '[x]', labels: [[true, '']] });
});

test('a box whose label was read without a blank is a box, and an index in brackets is none', () => {
  const read = withCheckBoxes(
    withMisreadBrackets([piece('[x]Agreed', 0), piece('[]Consent', 200), piece('[1]Note', 400)]),
  );
  assert.deepEqual(
    read.map(({ text, checked }) => [text, checked]),
    [
      ['[x]', true],
      ['Agreed', undefined],
      ['[ ]', false],
      ['Consent', undefined],
      ['[1]Note', undefined],
    ],
  );
});
