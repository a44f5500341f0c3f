import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kind } from '../schema/field.ts';
import { openDocument } from '../text/document.ts';
import { findCandidates } from './candidates.ts';
import { contextOf } from './context.ts';

const values = (text: string, kind: Kind): unknown[] =>
  findCandidates(openDocument(text), kind).map(({ value }) => value);

test('a value that says its kind is trusted more than one that could be anything', () => {
  const trust = (text: string, kind: Kind): number[] =>
    findCandidates(openDocument(text), kind).map((one) => one.trust);
  assert.deepEqual(trust('EUR 12.00', 'money'), [1]);
  assert.deepEqual(trust('sum 12.00', 'money'), [0.95]);
  assert.deepEqual(trust('sum 12', 'money'), [0.6]);
  assert.deepEqual(trust('card **** 1234', 'digits'), [1]);
  assert.deepEqual(trust('card 1234', 'digits'), [0.8]);
});

test('a number within a date, a phone number or an account number is no number of its own', () => {
  assert.deepEqual(values('on 3 May 2026, IBAN DE89 3704 0044 0532 0130 00, 7 pieces', 'number'), [7]);
  assert.deepEqual(values('Call +49 30 901820 for 3 rooms', 'number'), [3]);
});

test('a measured number is no sum of money', () => {
  assert.deepEqual(values('It weighs 12 kg and costs 30 EUR', 'money'), [30]);
  assert.deepEqual(values('5 years for 10', 'money'), [10]);
});

test('times are read on both clocks, and no time of a clock that does not exist', () => {
  assert.deepEqual(values('at 3:05 pm, 12 am, 12 pm and 23:59', 'time'), [
    '15:05:00',
    '00:00:00',
    '12:00:00',
    '23:59:00',
  ]);
  assert.deepEqual(values('25:00 or 12:75', 'time'), []);
});

test('a time in words is read with its part of the day, and a bare number is none', () => {
  const told =
    'by noon, half past six in the morning, a quarter to eight in the evening, ten o’clock this morning, nine at night';
  assert.deepEqual(values(told, 'time'), ['12:00:00', '06:30:00', '19:45:00', '10:00:00', '21:00:00']);
  const others =
    'seven guests, five to ten of them late; at twelve o’clock; half past seven; a midnight blue car; five past nine in the evening';
  assert.deepEqual(values(others, 'time'), []);
});

test('a moment has seconds and an offset; without one it counts as UTC', () => {
  assert.deepEqual(values('2026-05-03T10:00+02:00', 'datetime'), ['2026-05-03T10:00:00+02:00']);
  assert.deepEqual(values('3 May 2026', 'datetime'), ['2026-05-03T00:00:00Z']);
});

test('days without a year take it from the first date, and there are none without one', () => {
  assert.deepEqual(values('Sent 3 May 2026. Reply by 9 June.', 'date'), ['2026-05-03', '2026-06-09']);
  assert.deepEqual(values('Reply by 9 June.', 'date'), []);
});

test('percentages, years and texts under a label are found; an unknown kind finds nothing', () => {
  assert.deepEqual(values('VAT 19 % of 2026', 'percent'), [19]);
  assert.deepEqual(values('in 2019 and 2031', 'year'), [2019, 2031]);
  assert.ok(values('Motto: "Stay dry"', 'text').includes('Stay dry'));
  assert.deepEqual(values('anything', 'summary'), []);
});

test('a list without end is cut, and asked twice gives the same list', () => {
  const document = openDocument('7 8 9 1 2 3 '.repeat(600));
  const found = findCandidates(document, 'number');
  assert.equal(found.length, 1_500);
  assert.equal(findCandidates(document, 'number'), found);
});

test('the context of a value is its own sentence and the label of its line', () => {
  const document = openDocument('The tax was high. Total due: 12.50 EUR');
  const [sum] = findCandidates(document, 'money');
  const { left, pairLabel, inTable } = contextOf(document, sum!);
  assert.match(left, /Total due: $/);
  assert.doesNotMatch(left, /tax/);
  assert.equal(inTable, false);
  assert.equal(contextOf(document, sum!), contextOf(document, sum!));
  assert.ok(pairLabel === undefined || /total/i.test(pairLabel));
});

test('a short line of running text goes on with the line above it; an alias in brackets is a label', () => {
  const above = 'The parties agree after long talks that the fee for all services of the year is';
  const document = openDocument(`${above}\nabout 900 EUR`);
  const [sum] = findCandidates(document, 'money');
  assert.match(contextOf(document, sum!).left, /services of the year is about $/);
  const contract = openDocument('Acme Inc. ("Provider") and others');
  assert.equal(contextOf(contract, { start: 0, end: 9 }).pairLabel, 'Provider');
});
