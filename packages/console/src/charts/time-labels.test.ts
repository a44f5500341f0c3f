import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLabels } from './time-labels.ts';

const at = (hours: number): number => new Date(2026, 10, 16, hours).getTime() / 1_000;
/** There is a non-breaking space between the hour and AM. */
const plain = (labels: string[]): string[] => labels.map((label) => label.replaceAll('\u202f', ' '));

test('hours have their day under the first of it', () => {
  assert.deepEqual(plain(timeLabels([at(20), at(22), at(24), at(26)], 7_200)), [
    '8 PM\nNov 16',
    '10 PM',
    '12 AM\nNov 17',
    '2 AM',
  ]);
});

test('minutes are written where hours would repeat', () => {
  assert.deepEqual(plain(timeLabels([at(9), at(9.5), at(10)], 1_800)).at(-1), '10:00 AM');
});

test('days and months are written without a time', () => {
  assert.deepEqual(timeLabels([at(0), at(24)], 86_400), ['Nov 16', 'Nov 17']);
  assert.deepEqual(timeLabels([at(0)], 30 * 86_400), ['Nov 2026']);
});
