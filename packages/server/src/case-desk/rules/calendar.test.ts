import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaseCalendar } from '@errand/contract/case-desk.ts';
import { addTime, timeBetween } from './calendar.ts';

const HOUR = 3_600_000;
const berlin: CaseCalendar = { time_zone: 'Europe/Berlin' };
const office: CaseCalendar = { ...berlin, from: '09:00', to: '17:00' };
const after = (start: string, hours: number, calendar: CaseCalendar | null): string =>
  new Date(addTime(Date.parse(start), hours * HOUR, calendar)).toISOString();

test('hours without a calendar pass at night and on Sundays, whatever the clocks show', () => {
  assert.equal(after('2026-03-28T12:00:00Z', 24, null), '2026-03-29T12:00:00.000Z');
});

test('three working days over the change to summer time end at the same local time', () => {
  // Friday noon in Berlin, when it is UTC+1; Wednesday noon is at UTC+2.
  assert.equal(after('2026-03-27T11:00:00Z', 72, berlin), '2026-04-01T10:00:00.000Z');
  // And back: Thursday noon at UTC+2, Tuesday noon at UTC+1.
  assert.equal(after('2026-10-22T10:00:00Z', 72, berlin), '2026-10-27T11:00:00.000Z');
});

test('a working day that the clocks shorten counts as a whole one', () => {
  const sundays: CaseCalendar = { ...berlin, days: [7] };
  assert.equal(after('2026-03-28T23:00:00Z', 24, sundays), '2026-03-29T22:00:00.000Z');
});

test('a time that the clocks skip is the one that they show instead', () => {
  const sundays: CaseCalendar = { ...berlin, days: [7] };
  assert.equal(after('2026-03-28T23:00:00Z', 2.5, sundays), '2026-03-29T01:30:00.000Z');
});

test('office hours count on working days that are no holidays', () => {
  assert.equal(
    after('2026-12-23T15:00:00Z', 2, { ...office, holidays: ['2026-12-24', '2026-12-25'] }),
    '2026-12-28T09:00:00.000Z',
  );
  assert.equal(after('2026-12-23T05:00:00Z', 8, office), '2026-12-23T16:00:00.000Z');
});

test('what is left when a clock stops is what it needs when it goes on', () => {
  const start = Date.parse('2026-03-27T11:00:00Z');
  for (const calendar of [null, berlin, office]) {
    const due = addTime(start, 40 * HOUR, calendar);
    const paused = addTime(start, 15 * HOUR, calendar);
    assert.equal(timeBetween(paused, due, calendar), 25 * HOUR);
    assert.equal(timeBetween(due, paused, calendar), -25 * HOUR);
    assert.equal(addTime(paused, timeBetween(paused, due, calendar), calendar), due);
  }
});
