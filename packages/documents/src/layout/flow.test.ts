import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCells, tableRows } from '../model/blocks.ts';
import { createFlow, type Flow } from './flow.ts';
import { blocksOfLine, drawCheckBoxes } from './line-blocks.ts';

function flowOf(write: (flow: Flow) => void, options = {}) {
  const flow = createFlow(options);
  write(flow);
  return flow.finish();
}
function cell(flow: Flow, text: string, rows = 1, columns = 1): void {
  flow.openCell(rows, columns);
  flow.text(text);
  flow.closeCell();
}
function row(flow: Flow, ...texts: string[]): void {
  flow.openRow();
  for (const text of texts) cell(flow, text);
  flow.closeRow();
}

test('white space is one blank, and blocks stand on lines of their own', () => {
  const { text, blocks, places } = flowOf((flow) => {
    flow.heading(2);
    flow.text('  Terms ');
    flow.breakBlock(true);
    flow.heading(undefined);
    flow.text('Pay\n  within ');
    flow.text(' 30 days');
    flow.lineBreak();
    flow.text('Due: 2 May');
  });
  assert.equal(text, 'Terms\n\nPay within 30 days\nDue: 2 May');
  assert.deepEqual(
    blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ['heading', 'Terms'],
      ['paragraph', 'Pay within 30 days'],
      ['field', 'Due: 2 May'],
    ],
  );
  assert.deepEqual(places.values, [0, 5, 1, 7, 25, 2, 26, 36, 3]);
});

test('a term and what it means are one line', () => {
  const { text } = flowOf((flow) => {
    flow.text('Vendor');
    flow.term();
    flow.breakBlock(false);
    flow.text('Acme');
  });
  assert.equal(text, 'Vendor: Acme');
});

test('nothing written is an empty text, and empty paragraphs count where the format counts them', () => {
  assert.deepEqual(flowOf(() => undefined).text, '');
  const { places } = flowOf(
    (flow) => {
      flow.countParagraph();
      flow.breakBlock(false);
      flow.countParagraph();
      flow.text('second');
    },
    { countsAll: true },
  );
  assert.deepEqual(places.values, [0, 6, 2]);
});

test('a table is Markdown with its empty cells, and short rows are filled up', () => {
  const { text, blocks } = flowOf((flow) => {
    flow.text('Before');
    flow.openTable();
    row(flow, 'Item', 'Price');
    row(flow, 'Bolt');
    row(flow, '', 'a|b');
    flow.closeTable();
    flow.text('After');
  });
  assert.equal(text, 'Before\n\n| Item | Price |\n| --- | --- |\n| Bolt | |\n| | a¦b |\n\nAfter');
  const table = blocks.find(({ kind }) => kind === 'table')!;
  assert.deepEqual(tableRows(text, table), [
    ['Item', 'Price'],
    ['Bolt', ''],
    ['', 'a¦b'],
  ]);
});

test('cells that span rows and columns keep the others in their places', () => {
  const { text, blocks } = flowOf((flow) => {
    flow.openTable();
    flow.openRow();
    cell(flow, 'Both', 2);
    cell(flow, 'Wide', 1, 2);
    flow.closeRow();
    row(flow, 'b', 'c');
    row(flow, 'd', 'e', 'f');
    flow.closeTable();
  });
  assert.equal(text, '| Both | Wide | << |\n| --- | --- | --- |\n| ^^ | b | c |\n| d | e | f |');
  const cells = [...listCells(blocks[0]!)].map(({ row: r, column, start, end }) => [r, column, text.slice(start, end)]);
  assert.deepEqual(cells, [
    [0, 0, 'Both'],
    [0, 1, 'Wide'],
    [1, 1, 'b'],
    [1, 2, 'c'],
    [2, 0, 'd'],
    [2, 1, 'e'],
    [2, 2, 'f'],
  ]);
});

test('a span without measure cannot fill the memory, and one below 1 counts as 1', () => {
  const { text } = flowOf((flow) => {
    flow.openTable();
    flow.openRow();
    cell(flow, 'a', 1, 1e9);
    cell(flow, 'b', Number.NaN, -5);
    flow.closeRow();
    flow.closeTable();
  });
  assert.ok(text.length < 5_000);
  assert.match(text, /b \|/);
});

test('rows, cells and ends outside of a table write nothing', () => {
  const { text } = flowOf((flow) => {
    flow.openRow();
    flow.closeRow();
    flow.openCell(1, 1);
    flow.closeCell();
    flow.closeTable();
    flow.text('x');
  });
  assert.equal(text, 'x');
});

test('a line is a field, check boxes or a paragraph, with its label where it stands', () => {
  const line = '- Due date: 2 May';
  const [field] = blocksOfLine(line, 100);
  assert.equal(field!.kind, 'field');
  assert.equal(line.slice(field!.label![0] - 100, field!.label![1] - 100), 'Due date');
  assert.deepEqual(
    blocksOfLine('http://x', 0).map(({ kind }) => kind),
    ['paragraph'],
  );
  const boxed = drawCheckBoxes('Consent ☒ yes ☐ no');
  const labels = blocksOfLine(boxed, 0).flatMap(({ label, checked }) =>
    label ? [[checked, boxed.slice(...label)]] : [],
  );
  assert.deepEqual(labels, [
    [true, 'yes'],
    [false, 'no'],
  ]);
  const [trailing] = blocksOfLine('Agreed [ ]', 0);
  assert.deepEqual([trailing!.checked, trailing!.label], [false, [0, 6]]);
});
