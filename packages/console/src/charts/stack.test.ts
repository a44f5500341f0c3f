import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OTHERS_TOKEN, seriesTokens } from './colors.ts';
import { stack, tokenAt } from './stack.ts';

test('bars stand on each other, the tallest is drawn first', () => {
  const series = [
    { label: 'a', values: [1, 2] },
    { label: 'b', values: [10, 0] },
  ];
  assert.deepEqual(stack([100, 200], series), [
    [100, 200],
    [11, 2],
    [1, 2],
  ]);
  assert.deepEqual(series[0]!.values, [1, 2], 'the figures themselves stay as they were');
});

test('six series have colours of their own; beyond, the last one is grey', () => {
  const colours = (count: number) => Array.from({ length: count }, (_, index) => tokenAt(index, count));
  assert.equal(new Set(colours(6)).size, 6);
  assert.ok(!colours(6).includes(OTHERS_TOKEN));
  assert.deepEqual(colours(7), [...seriesTokens, OTHERS_TOKEN]);
});
