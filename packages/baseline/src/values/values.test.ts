import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNumbers } from './amounts.ts';
import { findEmails, findPhones, findUrls } from './contacts.ts';
import { findDates, guessOrder } from './dates.ts';

const days = (text: string): string[] => findDates(text, 'day-first').map(({ day }) => day);

test('one day in the ways people write it', () => {
  for (const text of [
    '2024-03-14',
    '14 March 2024',
    'March 14, 2024',
    'Mar. 14th 2024',
    '14.03.2024',
    '14/03/2024',
    '2024/3/14',
    '14-Mar-2024',
    '14 mars 2024',
    '14. März 2024',
    'Thu, 14 Mar 2024 09:12:44 +0000',
  ]) {
    assert.deepEqual(days(text), ['2024-03-14'], text);
  }
});

test('what is no day of the calendar is no date', () => {
  assert.deepEqual(days('31.02.2024, 2024-13-01, 99/99/2024, version 1.2.2024.3, 192.168.10.20'), []);
});

test('the order of day and month comes from the text, then from the country', () => {
  assert.equal(guessOrder('03/04/2024 and 25/04/2024', 'US'), 'day-first');
  assert.equal(guessOrder('03/04/2024 and 04/25/2024', 'GB'), 'month-first');
  assert.equal(guessOrder('03/04/2024', 'US'), 'month-first');
  assert.equal(guessOrder('03/04/2024', undefined), 'day-first');
});

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

test('phone numbers become E.164, with the country of the text where they have none', () => {
  const phones = (text: string, country?: string): string[] => findPhones(text, country).map(({ value }) => value);
  assert.deepEqual(phones('+44 20 7946 0321'), ['+442079460321']);
  assert.deepEqual(phones('(614) 555-0188', 'US'), ['+16145550188']);
  assert.deepEqual(phones('07700 900461', 'GB'), ['+447700900461']);
  assert.deepEqual(phones('2019 - 2023 and 2024-01-05 and 12.50', 'US'), []);
});

test('addresses end where they end', () => {
  assert.deepEqual(
    findEmails('Write to <ada@x.example>, or bob.b@y.co.example.').map(({ value }) => value),
    ['ada@x.example', 'bob.b@y.co.example'],
  );
  assert.deepEqual(
    findUrls('See (https://a.example/b?c=1). Also www.b.example, linkedin.com/in/ada').map(({ value }) => value),
    ['https://a.example/b?c=1', 'www.b.example', 'linkedin.com/in/ada'],
  );
});
