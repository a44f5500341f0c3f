import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNumbers } from './amounts.ts';

test('numbers are read as their writers mean them', () => {
  const cases: [string, number, string?][] = [
    ['$1,234.50', 1234.5, 'USD'],
    ['1.234,50 €', 1234.5, 'EUR'],
    ["CHF 1'249.00", 1249, 'CHF'],
    ['Rs. 1,23,950.00', 123950, 'INR'],
    ['NOK 17 300.00', 17300, 'NOK'],
    ['€2.5 million', 2_500_000, 'EUR'],
    ['C$14.25', 14.25, 'CAD'],
    ['-$20', -20, 'USD'],
    ['12,5', 12.5],
    ['1,000', 1000],
    ['0.62', 0.62],
  ];
  for (const [text, value, currency] of cases) {
    const [found] = findNumbers(text);
    assert.deepEqual([found?.value, found?.currency], [value, currency], text);
  }
  assert.equal(findNumbers('up 3.2%')[0]?.isPercent, true);
});
