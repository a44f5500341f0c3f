import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from './document.ts';
import { findPricedLines } from './priced-lines.ts';

test('a line is priced when quantity times price is the amount', () => {
  const text = 'Call-out, 2 x £75.00 = £150.00\nRoom 12, 3 beds, 500 m\nTea  4  1.50  6.00';
  assert.deepEqual(findPricedLines(openDocument(text)), [
    { description: 'Call-out', quantity: 2, price: 75, amount: 150 },
    { description: 'Tea', quantity: 4, price: 1.5, amount: 6 },
  ]);
});
