import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schedule } from '@errand/sdk';
import { listTimeZones, timingText } from './timing.ts';

const schedule = (change: Partial<Schedule>): Schedule =>
  ({ cron: null, every_seconds: null, timezone: 'UTC', ...change }) as Schedule;

test('a pattern is shown with its time zone, a period in its largest unit', () => {
  assert.equal(timingText(schedule({ cron: '30 7 * * *', timezone: 'Europe/Berlin' })), '30 7 * * * (Europe/Berlin)');
  assert.equal(timingText(schedule({ every_seconds: 3_600 })), 'every hour');
  assert.equal(timingText(schedule({ every_seconds: 5_400 })), 'every 90 minutes');
  assert.equal(timingText(schedule({ every_seconds: 1 })), 'every second');
});

test('time zones are listed once each', () => {
  const zones = listTimeZones();
  assert.equal(new Set(zones).size, zones.length);
  assert.ok(zones.includes('Europe/Berlin') && zones.includes('UTC'));
});
