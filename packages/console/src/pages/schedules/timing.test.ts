import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schedule } from '@errand/sdk';
import { listTimeZones } from '../../design/time-zone.ts';
import { cronWords, timingText } from './timing.ts';

const schedule = (change: Partial<Schedule>): Schedule =>
  ({ cron: null, every_seconds: null, timezone: 'UTC', ...change }) as Schedule;

test('a pattern is shown in words with its time zone, a period in its largest unit', () => {
  assert.equal(timingText(schedule({ cron: '30 7 * * *', timezone: 'Europe/Berlin' })), 'at 07:30 (Europe/Berlin)');
  assert.equal(timingText(schedule({ cron: 'no pattern' })), 'no pattern (UTC)');
  assert.equal(timingText(schedule({ every_seconds: 3_600 })), 'every hour');
  assert.equal(timingText(schedule({ every_seconds: 5_400 })), 'every 90 minutes');
  assert.equal(timingText(schedule({ every_seconds: 1 })), 'every second');
});

test('patterns of five and six fields and their nicknames have words; what is no pattern has none', () => {
  assert.equal(cronWords('30 7 * * 1-5'), 'at 07:30, Monday through Friday');
  assert.equal(cronWords('*/10 * * * * *'), 'every 10 seconds');
  for (const nickname of ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'])
    assert.equal(typeof cronWords(nickname), 'string', nickname);
  for (const text of ['', '30 7', '99 7 * * *']) assert.equal(cronWords(text), undefined, text);
});

test('time zones are listed once each', () => {
  const zones = listTimeZones();
  assert.equal(new Set(zones).size, zones.length);
  assert.ok(zones.includes('Europe/Berlin') && zones.includes('UTC'));
});
