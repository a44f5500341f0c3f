import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseBoxes } from './choose-boxes.ts';

/** A line of letters that are 10 wide and 20 high. */
const line = (text: string, from = 0) =>
  [...text].map((letter, index) => ({
    text: letter,
    box: [from + index * 10, 0, from + index * 10 + 10, 20] as [number, number, number, number],
  }));
const square = (left: number, side = 16) => ({
  box: [left, 2, left + side, 2 + side] as [number, number, number, number],
  ...{ marked: false, gap: 1 },
});

test('a square where no letter was read is a check box', () => {
  assert.equal(chooseBoxes([line('Consent', 40)], [square(10)]).boxes.length, 1);
});

test('a box that was read as a sign before a word is a box, and the sign goes', () => {
  const letters = [...line('□', 3), ...line(' Consent', 22)];
  const { boxes, misread } = chooseBoxes([letters], [square(0)]);
  assert.deepEqual([boxes.length, [...misread].map(({ text }) => text)], [1, ['□']]);
});

test('letters of a word are never replaced by a box, however square they look', () => {
  for (const [text, at] of [
    ['DONE', 0],
    ['BOOK', 10],
    ['tical', 20],
    ['O0', 10],
  ] as const) {
    const { boxes, misread } = chooseBoxes([line(text)], [{ box: [at, 2, at + 10, 18], marked: false, gap: 1 }]);
    assert.deepEqual([boxes.length, misread.size], [0, 0], text);
  }
});

test('a square between two letters of a word is one of them', () => {
  const letters = line('Travel').map((letter, index) => ({
    ...letter,
    box: [index * 20, 0, index * 20 + 5, 20] as [number, number, number, number],
  }));
  assert.equal(chooseBoxes([letters], [{ box: [27, 2, 42, 17], marked: true, gap: 1 }]).boxes.length, 0);
});

test('letters of a line printed with wide gaps keep their places, but a box before a label is one', () => {
  const wide = (text: string, from = 0) =>
    [...text].map((letter, index) => ({
      text: letter,
      box: [from + index * 20, 0, from + index * 20 + 12, 20] as [number, number, number, number],
    }));
  const boxOver = (at: number) => [
    { box: [at, 2, at + 12, 18] as [number, number, number, number], marked: true, gap: 1 },
  ];
  assert.equal(chooseBoxes([wide('TRADING')], boxOver(60)).boxes.length, 0);
  assert.equal(chooseBoxes([wide('22.60')], boxOver(80)).boxes.length, 0);
  assert.equal(chooseBoxes([[...wide('D'), ...wide('YES', 34)]], boxOver(0)).boxes.length, 1);
});

test('the round of a letter in a large title is no box, and a box of a small line is', () => {
  const title = [...'expenses'].map((text, index) => ({
    text,
    box: [index * 26, 0, index * 26 + 20, 48] as [number, number, number, number],
  }));
  assert.equal(chooseBoxes([title], [{ box: [29, 16, 46, 32], marked: true, gap: 1 }]).boxes.length, 0);
  assert.equal(
    chooseBoxes([title, line('Consent', 40)], [{ box: [10, 60, 27, 76], marked: true, gap: 1 }]).boxes.length,
    1,
  );
});

test('brackets that were read late, right of the box, are its edges; a letter there is not', () => {
  const label = line('Receipts ');
  const late = [...label, { text: '[', box: [90, 0, 98, 20] }, { text: ']', box: [106, 0, 112, 20] }] as typeof label;
  const found = chooseBoxes([late], [square(88)]);
  assert.deepEqual([found.boxes.length, [...found.misread].map(({ text }) => text)], [1, ['[', ']']]);
  const other = [...label, { text: 'k', box: [106, 0, 112, 20] }] as typeof label;
  assert.equal(chooseBoxes([other], [square(88)]).misread.size, 0);
});

test('a tick that was found as two small lines of its own leaves its box', () => {
  const tick = [{ text: 'V', box: [12, 22, 20, 33] as [number, number, number, number] }];
  const arm = [{ text: '1', box: [20, 8, 28, 30] as [number, number, number, number] }];
  const box = { box: [5, 5, 39, 39] as [number, number, number, number], marked: true, gap: 1 };
  const { boxes, misread } = chooseBoxes([tick, arm, line('Car was used', 60)], [box]);
  assert.deepEqual([boxes.length, misread.size], [1, 2]);
});

test('a letter with ink close behind it begins a word; a box keeps a distance', () => {
  const title = [...line('B'), ...line('uilding', 17)];
  const boxOver = (gap: number) => [{ box: [0, 2, 12, 18] as [number, number, number, number], marked: true, gap }];
  assert.equal(chooseBoxes([title], boxOver(0.1)).boxes.length, 0);
  assert.equal(chooseBoxes([title], boxOver(0.5)).boxes.length, 1);
});

test('two brackets are a box whatever they were read as, and the word after them stays', () => {
  const letters = [...line('[j'), ...line(' High', 20)];
  const { boxes, misread } = chooseBoxes([letters], [{ ...square(1, 14), isBrackets: true as const }]);
  assert.deepEqual([boxes.length, [...misread].map(({ text }) => text)], [1, ['[', 'j']]);
  const agree = chooseBoxes([line('[]I agree')], [{ ...square(2, 16), isBrackets: true as const }]);
  assert.deepEqual(
    [...agree.misread].map(({ text }) => text),
    ['[', ']'],
  );
});
