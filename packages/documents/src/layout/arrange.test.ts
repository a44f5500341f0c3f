import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askew, at, cross, makeBookings, makeColumns, makeStatement, makeTurned, square } from '../../test/layouts.ts';
import { makePdf } from '../../test/pdf.ts';
import { read } from '../../test/read.ts';
import { tableRows } from '../model/blocks.ts';
import type { DocumentPage } from '../model/document.ts';
import { listWords } from '../model/words.ts';

const tablesOf = (page: DocumentPage): string[][][] =>
  page.blocks!.filter(({ kind }) => kind === 'table').map((block) => tableRows(page.text, block));
const drawn = async (...parts: string[]): Promise<DocumentPage> =>
  (await read(makePdf([{ content: parts.join('\n') }]))).pages[0]!;

test('a bank statement over two pages keeps all rows, with the cells that are empty', async () => {
  const bookings = makeBookings(90);
  const { pages } = await read(makeStatement(bookings));
  const expected = bookings.map(({ date, text, debit, credit, balance }) => [date, text, debit, credit, balance]);
  const [first, second] = pages.map((page) => tablesOf(page)[0]!);
  assert.deepEqual(first![0], ['Date', 'Description', 'Debit', 'Credit', 'Balance']);
  assert.deepEqual([...first!.slice(1), ...second!], expected);
  // A model that sees only the second page knows what its columns are.
  assert.match(pages[1]!.text, /^\| Date \| Description \| Debit \| Credit \| Balance \|\n\| --- /);
  assert.equal(pages[1]!.blocks![0]!.continues, true);
});

test('two columns are read one after the other, under what stands above both', async () => {
  const left = [
    'The quick brown fox jumps over the lazy dog',
    'and runs away from hunters in the old wood',
    'until night falls and the stars are seen.',
  ];
  const right = [
    'Growth has been slow in recent years, since',
    'demand was low and the prices of energy rose',
    'for all.',
  ];
  const { text } = (await read(makeColumns([...left, ...left], right))).pages[0]!;
  assert.equal(text, `A title over both columns\n\n${[...left, ...left].join('\n')}\n\n${right.join('\n')}`);
});

for (const degrees of [90, 180, 270] as const) {
  test(`text that stands turned by ${degrees}° is read as if it stood upright, with its words where they are`, async () => {
    const [page] = (await read(makeTurned(['Invoice number 4711', 'Total amount: 12.50 EUR'], degrees))).pages;
    assert.equal(page!.text, 'Invoice number 4711\nTotal amount: 12.50 EUR');
    assert.equal(page!.turned, degrees);
    const [left, top, right, bottom] = listWords(page!).find(({ text }) => text === 'Invoice')!.box;
    assert.equal(right - left > bottom - top, degrees === 180);
  });
}

test('boxes keep their state, however they are ticked', async () => {
  const page = await drawn(
    ...[square(50, 100), at(65, 99, 'I consent to marketing')],
    ...[square(50, 120), cross(50, 120), at(65, 119, 'I accept the terms')],
    ...[square(50, 140), at(52, 139, 'X', 9), at(65, 139, 'I am a resident')],
    ...[
      at(50, 180, 'Exposed:'),
      square(100, 181),
      at(112, 180, 'yes'),
      square(150, 181),
      cross(150, 181),
      at(162, 180, 'no'),
    ],
    ...[at(50, 210, 'Invoice number'), at(200, 210, 'A-4711'), at(50, 226, 'Due'), at(200, 226, '3 May 2026')],
  );
  assert.equal(
    page.text,
    '[ ] I consent to marketing\n[x] I accept the terms\n[x] I am a resident\n\nExposed: [ ] yes [x] no\n\nInvoice number: A-4711\nDue: 3 May 2026',
  );
  const boxes = page.blocks!.filter(({ kind }) => kind === 'checkbox');
  assert.deepEqual(
    boxes.map(({ checked, label }) => [checked, page.text.slice(...label!)]),
    [
      [false, 'I consent to marketing'],
      [true, 'I accept the terms'],
      [true, 'I am a resident'],
      [false, 'yes'],
      [true, 'no'],
    ],
  );
});

test('a text that goes on in the next line of its cell stays in its row', async () => {
  const page = await drawn(
    ...[at(50, 100, 'Item'), at(150, 100, 'Description'), at(400, 100, 'Price')],
    ...[at(50, 120, 'A1'), at(150, 120, 'A long description'), at(400, 120, '3.50'), at(150, 132, 'of green tea')],
    ...[at(50, 152, 'B2'), at(150, 152, 'Milk'), at(400, 152, '1.20')],
  );
  assert.deepEqual(tablesOf(page), [
    [
      ['Item', 'Description', 'Price'],
      ['A1', 'A long description of green tea', '3.50'],
      ['B2', 'Milk', '1.20'],
    ],
  ]);
});

test('a table that lies askew keeps its rows', async () => {
  const rows = [
    ['Date', 'Text', 'Debit', 'Credit'],
    ['01.05.2026', 'Salary', '', '12.00'],
    ['02.05.2026', 'Milk', '3.50', ''],
    ['03.05.2026', 'Gift', '', '9.00'],
  ];
  const xs = [60, 150, 330, 430];
  const parts = rows.flatMap((row, y) =>
    row.flatMap((text, x) => (text === '' ? [] : [at(xs[x]!, 200 + y * 16, text)])),
  );
  assert.deepEqual(tablesOf(await drawn(askew(parts, 3))), [rows]);
});

test('a cell over several columns, and one over several rows, keep their words together', async () => {
  const page = await drawn(
    ...[at(50, 100, 'Region'), at(200, 100, 'North'), at(300, 100, 'South'), at(400, 100, 'West')],
    ...[at(50, 116, 'Sales'), at(200, 116, '10'), at(300, 116, '20'), at(400, 116, '30')],
    ...[at(50, 132, 'Costs'), at(200, 132, '1'), at(300, 132, '2'), at(400, 132, '3')],
    ...[at(50, 148, 'Staff'), at(200, 148, 'not told this year')],
    ...[at(50, 164, 'Rent'), at(200, 164, '4'), at(300, 164, '5'), at(400, 164, '6')],
  );
  const rows = tablesOf(page).flat();
  assert.deepEqual(rows.at(-1), ['Rent', '4', '5', '6']);
  assert.ok(rows.some((row) => row[0] === 'Staff' && row.slice(1).join(' ').includes('not told this year')));
});

test('cells between typed bars are a table with its empty cells, and one that goes on has its head again', async () => {
  const rows = ['| Date | Text | Debit | Credit |', '| 2026-05-03 | Tea | 3.50 | |', '| 2026-05-04 | Pay | | 900.00 |'];
  const more = ['| 2026-05-05 | Bolts | 1.20 | |', '| 2026-05-06 | Nuts | 2.20 | |'];
  const { pages } = await read(makePdf([{ lines: ['Account', ...rows] }, { lines: more }]));
  assert.deepEqual(tablesOf(pages[0]!), [
    [
      ['Date', 'Text', 'Debit', 'Credit'],
      ['2026-05-03', 'Tea', '3.50', ''],
      ['2026-05-04', 'Pay', '', '900.00'],
    ],
  ]);
  assert.match(
    pages[1]!.text,
    /^\| Date \| Text \| Debit \| Credit \|\n\| --- .*\n\| 2026-05-05 \| Bolts \| 1\.20 \| \|/,
  );
});
