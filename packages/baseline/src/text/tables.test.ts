import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLines } from './layout.ts';
import { readTables } from './tables.ts';

const tablesOf = (text: string) => readTables(readLines(text)).map(({ header, rows }) => ({ header, rows }));

test('tables of bars, tabs and commas have a header and rows', () => {
  const expected = [
    {
      header: ['Item', 'Price'],
      rows: [
        ['Tea', '3.50'],
        ['Cake', '4.20'],
      ],
    },
  ];
  assert.deepEqual(tablesOf('| Item | Price |\n| --- | --- |\n| Tea | 3.50 |\n| Cake | 4.20 |'), expected);
  assert.deepEqual(tablesOf('Item\tPrice\nTea\t3.50\nCake\t4.20'), expected);
  assert.deepEqual(tablesOf('Item,Price\nTea,3.50\nCake,4.20'), expected);
});

test('running text is no table', () => {
  assert.deepEqual(tablesOf('We met, ate and left.\nThen it rained, and we ran.'), []);
});
