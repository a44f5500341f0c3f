import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesOf, parsePageRanges, toRanges } from './page-ranges.ts';

test('pages and ranges are read as people write them', () => {
  assert.deepEqual(parsePageRanges('3, 5-7, 9 to 10,', 'pages'), [
    { start: 3, end: 3 },
    { start: 5, end: 7 },
    { start: 9, end: 10 },
  ]);
});

test('a text that is no page range is refused and named', () => {
  for (const text of ['0', '7-5', 'last', '-3'])
    assert.throws(() => parsePageRanges(text, 'pages'), /^EngineFailure: pages: /);
});

test('pages of ranges are in order, once each, and within the document', () => {
  assert.deepEqual(pagesOf(parsePageRanges('5-999999, 1, 5', 'pages'), 6), [1, 5, 6]);
});

test('pages that follow each other are one range', () => {
  assert.deepEqual(toRanges([3, 1, 2, 2, 7]), [
    { start: 1, end: 3 },
    { start: 7, end: 7 },
  ]);
});
