import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasYear, readPeriod, splitPieces } from './pieces.ts';

test('a period has its years, may be open, and leaves the rest of the line', () => {
  const closed = readPeriod('Nurse, Lakeside Clinic (2016–2020)')!;
  assert.deepEqual([closed.startYear, closed.endYear, closed.isOpen], [2016, 2020, false]);
  assert.match(closed.rest, /Nurse, Lakeside Clinic/);
  const open = readPeriod('2021 - present: Head nurse')!;
  assert.deepEqual([open.startYear, open.isOpen], [2021, true]);
  assert.equal(readPeriod('Head nurse'), undefined);
});

test('a line is cut at commas and dashes, but not before the form of a company', () => {
  assert.deepEqual(splitPieces('Nurse, Lakeside Clinic'), ['Nurse', 'Lakeside Clinic']);
  assert.deepEqual(splitPieces('Nurse – Lakeside, Inc.'), ['Nurse', 'Lakeside, Inc']);
});

test('a year is four digits of our time', () => {
  assert.ok(hasYear('since 2019') && !hasYear('room 3019'));
});
