import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('a day is found when its time follows without a blank', () => {
  assert.deepEqual(days('20/03/201813:01'), ['2018-03-20']);
  assert.deepEqual(days('Date/Time: 20180428/191204'), ['2018-04-28']);
  assert.deepEqual(days('order 2018042819, 20/03/201899'), []);
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
