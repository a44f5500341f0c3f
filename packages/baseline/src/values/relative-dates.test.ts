import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRelativeDates } from './relative-dates.ts';

test('days are counted from the reference, never from today', () => {
  const days = (text: string): string[] => findRelativeDates(text, '2024-03-14').map(({ day }) => day);
  assert.deepEqual(days('We meet tomorrow.'), ['2024-03-15']);
  assert.deepEqual(days('The parcel arrives next Monday.'), ['2024-03-18']);
  assert.deepEqual(days('Nothing is due.'), []);
});
