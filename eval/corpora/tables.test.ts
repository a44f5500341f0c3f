import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Cell, f1, neighboursOf, parseTruth, scoreTables } from './tables.ts';

const cell = (row: number, column: number, text: string, columns = 1): Cell => ({
  row,
  column,
  rows: 1,
  columns,
  text,
});

test('cells are read from both spellings of the truth, with their spans', () => {
  const xml = `<document><table id='1'><region row-increment='0'><cell start-row='0' start-col="1" end-col='2'><content>A &amp; b</content></cell></region></table></document>`;
  assert.deepEqual(parseTruth(xml), [[cell(0, 1, 'A &amp; b', 2)]]);
});

test('neighbours are beside and below each other, across empty cells and spans', () => {
  const table = [cell(0, 1, 'Sum', 2), cell(1, 0, 'a'), cell(1, 1, ''), cell(1, 2, '5')];
  assert.deepEqual(neighboursOf(table), ['sum ↓ 5', 'a → 5']);
});

const corpora = process.env.ERRAND_CORPORA;
const folder = corpora === undefined ? undefined : join(corpora, 'tables');

test('tables of public agencies are read with their cells', {
  skip: folder && existsSync(folder) ? false : 'ERRAND_CORPORA does not name a folder with tables',
}, async () => {
  const { cells, neighbours } = await scoreTables(folder!);
  assert.ok(f1(cells) >= 0.92, `cells ${f1(cells)}`);
  assert.ok(f1(neighbours) >= 0.92, `neighbours ${f1(neighbours)}`);
});
