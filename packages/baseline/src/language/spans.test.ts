import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCover, without } from './spans.ts';

test('spans that share a character with a taken one are left out', () => {
  const spans = [
    { start: 0, end: 3 },
    { start: 3, end: 5 },
    { start: 8, end: 9 },
  ];
  assert.deepEqual(without(spans, [{ start: 2, end: 3 }], 10), spans.slice(1));
});

test('neighbours do not touch', () => {
  const cover = createCover(10);
  cover.add({ start: 2, end: 4 });
  assert.deepEqual([cover.touches({ start: 0, end: 2 }), cover.touches({ start: 3, end: 9 })], [false, true]);
});
