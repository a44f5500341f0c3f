import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SoughtValue, Word } from '../model/document.ts';
import { createPlaceFinder } from './find-places.ts';

/** Words of one line, ten points each. */
const line = (texts: string[], y = 10): Word[] =>
  texts.map((text, index) => ({ text, box: [index * 10, y, index * 10 + 10, y + 10] }));

function find(words: Word[], values: SoughtValue[]): [string, string, number][] {
  const finder = createPlaceFinder(values);
  finder.addPage(1, words);
  return finder.finish().map(({ field, text, box }) => [field, text, box[0]]);
}

test('in text without blanks a value is found by its characters', () => {
  const words = line([...'合計金額', '1,250', ...'円', ...'日付', '2026', '年', '5', '月', '3', '日']);
  const found = find(words, [
    { field: '/total', value: 1250 },
    { field: '/label', value: '金額1,250円' },
    { field: '/date', value: '2026-05-03' },
  ]);
  assert.deepEqual(found, [
    ['/total', '1,250', 40],
    ['/label', '金額1,250円', 20],
    ['/date', '2026年5月3日', 80],
  ]);
});

test('values are found in the ways people write them, and next to their names', () => {
  const words = line(['Paid', '100.00', 'Fee:', 'EUR1.250,50', '(3', 'May', '2026)', 'Net', '100.00']);
  const found = find(words, [
    { field: '/fee', value: 1250.5 },
    { field: '/date', value: '2026-05-03' },
    { field: '/net', value: 100 },
  ]);
  assert.deepEqual(found, [
    ['/fee', 'EUR1.250,50', 30],
    ['/date', '(3 May 2026)', 40],
    ['/net', '100.00', 80],
  ]);
});

test('a page full of the same figure is searched as far as it is worth', () => {
  const words = Array.from({ length: 50_000 }, (_, index): Word => ({ text: '7', box: [0, index, 1, index + 1] }));
  const values = Array.from({ length: 250 }, (_, index) => [
    { field: `/rows/${index}/a`, value: 7 },
    { field: `/rows/${index}/b`, value: '7 7 7' },
  ]).flat();
  assert.ok(find(words, values).length > 0);
});
