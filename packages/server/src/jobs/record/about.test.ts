import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLine } from './about.ts';

test('a text is described by its first line, JSON by its first plain values', () => {
  assert.equal(toLine('\n  Refund for order 7\nThe customer says …'), 'Refund for order 7');
  assert.equal(
    toLine('{"vendor": "Ada \\"A\\" Ltd", "lines": [{"net": 12.50}], "paid": true, "note": "x"}'),
    'vendor: Ada "A" Ltd, net: 12.50, paid: true',
  );
  assert.equal(toLine('"Pay EUR 4,200"'), 'Pay EUR 4,200');
  assert.equal(toLine('[1, 2]'), '[1, 2]');
  assert.equal(toLine(null), '');
});

test('a result that sums itself up is told by its summary', () => {
  const result = {
    policy: { name: 'Listings', version: '2' },
    result: { verdict: 'rejected', summary: 'Weapons is met.' },
  };
  assert.equal(toLine(JSON.stringify(result)), 'Weapons is met.');
  assert.equal(toLine('{"summary": "", "total": 12}'), 'total: 12');
});

test('a text that was cut shows only whole values, and a long line ends with an ellipsis', () => {
  assert.equal(toLine('{"total": 4200, "iban": "DE02 1203 0'), 'total: 4200');
  assert.match(toLine('word '.repeat(100)), /^word .{150,}…$/);
});
