import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from '../trust/check-value.ts';
import { headingScales } from './heading-scales.ts';

const scaleOf = (text: string, number: string): number | undefined => headingScales(text)(text.indexOf(number));

test('what stands over a table multiplies its numbers, and ends with it', () => {
  const text = 'Income statement (in thousands of EUR)\nRevenue | 2,500\nCosts | 1,900\n\nDeposit paid | 740';
  assert.equal(scaleOf(text, '2,500'), 1_000);
  assert.equal(scaleOf(text, '1,900'), 1_000);
  assert.equal(scaleOf(text, '740'), undefined);
  assert.equal(scaleOf('All figures in EUR m.\n\nRevenue: 12.5\n\nCosts: 11.1', '11.1'), 1_000_000);
  assert.equal(scaleOf('Angaben in Mio. EUR\nUmsatz  48,2', '48,2'), 1_000_000);
});

test('a column has its own scale, and so has a label', () => {
  const text = '| Segment | Sales (EUR m) | Shops |\n| North | 14.5 | 22 |';
  assert.equal(scaleOf(text, '14.5'), 1_000_000);
  assert.equal(scaleOf(text, '22'), undefined);
  assert.equal(scaleOf('Umsatz (TEUR): 2.500\nPorto: 40', '2.500'), 1_000);
  assert.equal(scaleOf('Umsatz (TEUR): 2.500\nPorto: 40', '40'), undefined);
});

test('a text without such words has no scale, and a number with its own scale is not one of them', () => {
  for (const text of ['Total: 129.99 EUR', 'We sold 2.5 million tickets.', 'EUR 5 m was paid', 'in 1000 days'])
    for (const number of text.match(/\d[\d.]*/g)!) assert.equal(scaleOf(text, number), undefined, text);
});

test('numbers of shares and people are not multiplied', () => {
  const text = 'All amounts in thousands\nRevenue: 900\nEarnings per share: 1.25\nEmployees: 350';
  assert.equal(scaleOf(text, '1.25'), undefined);
  assert.equal(scaleOf(text, '350'), undefined);
});

const schema = { type: 'object', properties: { revenue: { type: 'number', description: 'Revenue in the currency' } } };
const marked = (revenue: number, text: string) => checkValue({ value: { revenue }, schema, sources: [{ text }] })[0]!;

test('the number of a table in thousands is a thousand times as much', () => {
  const text = 'Income statement (in thousands of EUR)\nRevenue: 2,500\nCosts: 1,900';
  const [right, wrong] = [marked(2_500_000, text), marked(2_500, text)];
  assert.ok(right.confidence >= 0.8 && right.status !== 'unsupported', JSON.stringify(right));
  assert.ok(wrong.confidence < 0.8, JSON.stringify(wrong));
});
