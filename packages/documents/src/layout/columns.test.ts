import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createArranger } from './arrange.ts';
import type { Piece } from './piece.ts';

/** Words of 10 points height at x, each 5 points a letter wide. */
const line = (y: number, ...cells: [number, string][]): Piece[] =>
  cells.flatMap(([x, text]) => {
    let at = x;
    return text.split(' ').map((word): Piece => {
      const box: Piece['box'] = [at, y, at + word.length * 5, y + 10];
      at = box[2] + 3;
      return { text: word, box, seen: box, confidence: 1 };
    });
  });

test('a head that spans columns does not hide them', () => {
  const head = [
    ...line(0, [120, '2024 in thousands'], [240, '2025 in thousands']),
    ...line(12, [110, 'Sum'], [160, 'Share']),
  ];
  const rows = ['North', 'South', 'East', 'West', 'Total'].flatMap((name, index) =>
    line(24 + 12 * index, [0, name], [110, '120'], [160, '3.5'], [240, '140'], [290, '4.5']),
  );
  const { text } = createArranger()([...head, ...line(12, [240, 'Sum'], [290, 'Share']), ...rows]);
  assert.match(text, /\| North \| 120 \| 3\.5 \| 140 \| 4\.5 \|/);
});

test('rows between two rules stay rows if numbers stand under each other', () => {
  const rules = { horizontal: [0, 14, 60].map((at) => ({ from: 0, to: 300, at })), vertical: [] };
  const rows = [
    ...line(2, [0, 'Item'], [120, 'Debit'], [200, 'Balance']),
    ...line(18, [0, 'Rent'], [120, '900.00'], [200, '1,100.00']),
    ...line(30, [0, 'Tea'], [120, '3.50'], [200, '1,096.50']),
    ...line(42, [0, 'Books'], [120, '40.00'], [200, '1,056.50']),
  ];
  const { text } = createArranger()(rows, rules);
  assert.match(text, /\| Rent \| 900\.00 \| 1,100\.00 \|\n\| Tea \| 3\.50 \| 1,096\.50 \|\n\| Books/);
});

test('words under each other with a mere space between them are one column', () => {
  const rows = Array.from({ length: 6 }, (_, index) => line(12 * index, [0, `1${index} years`], [120, `${index}00`]));
  const { text } = createArranger()(rows.flat());
  assert.match(text, /14 years/);
});

test('every row of a statement over three pages is a row, with debit and credit in their columns', () => {
  const arrange = createArranger();
  let rows = 0;
  for (let page = 0; page < 3; page += 1) {
    const head = line(0, [0, 'Date'], [70, 'Description'], [220, 'Debit'], [290, 'Credit'], [360, 'Balance']);
    const body = Array.from({ length: 30 }, (_, index) => {
      const isDebit = index % 3 > 0;
      const date = `0${1 + (index % 9)}.0${page + 1}.2026`;
      const note = index % 5 === 0 ? 'Salary of the month' : 'Card payment 4711';
      return line(
        14 + 12 * index,
        [0, date],
        [70, note],
        [isDebit ? 220 : 290, `${index + 10}.00`],
        [360, `${index}50.00`],
      );
    });
    const { text } = arrange([...(page === 0 ? head : []), ...body.flat()]);
    const found = text.split('\n').filter((one) => /^\| \d\d\.\d\d\.2026 \|/.test(one));
    rows += found.length;
    for (const one of found) assert.match(one, /\| (\d+\.00 \| |\| \d+\.00 )\| \d+50\.00 \|$/);
  }
  assert.equal(rows, 90);
});
