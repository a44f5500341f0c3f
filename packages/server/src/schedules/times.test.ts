import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCron, isTimeZone, lastDue, listNext, nextAfter, type Timing } from './times.ts';

const at = (cron: string, timezone: string): Timing => ({
  cron,
  timezone,
  every_seconds: null,
  anchor_at: new Date(0),
});
const ms = (text: string): number => Date.parse(text);
const times = (timing: Timing, from: string, count: number): string[] =>
  listNext(timing, ms(from), count).map((time) => time.toISOString());

test('a local time that does not exist is due at the next moment that does', () => {
  // The hour from 02:00 to 03:00 does not exist.
  assert.deepEqual(times(at('30 2 * * *', 'Europe/Berlin'), '2027-03-27T12:00:00Z', 2), [
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ]);
  assert.deepEqual(times(at('30 2 14 3 *', 'America/New_York'), '2027-01-01T00:00:00Z', 1), [
    '2027-03-14T07:00:00.000Z',
  ]);
});

test('several local times that do not exist are due together, once', () => {
  for (const cron of ['15,45 2 * * *', '*/20 2 * * *', '0 30 2,14 28 3 *']) {
    const day = times(at(cron, 'Europe/Berlin'), '2027-03-27T23:00:00Z', 3).filter((time) => time < '2027-03-28T03');
    assert.deepEqual(day, ['2027-03-28T01:00:00.000Z'], cron);
  }
});

test('a local time that comes twice is due once, the first time', () => {
  // The hour from 02:00 to 03:00 comes twice.
  for (const cron of ['30 2 * * *', '30 2,14 * * *']) {
    const day = times(at(cron, 'Europe/Berlin'), '2026-10-24T22:00:00Z', 4).filter((time) => time < '2026-10-25T04');
    assert.deepEqual(day, ['2026-10-25T00:30:00.000Z'], cron);
  }
});

test('a period counts from its anchor, whatever moment it is asked for', () => {
  const timing = { ...at('', 'UTC'), cron: null, every_seconds: 90, anchor_at: new Date('2026-01-01T00:00:10Z') };
  assert.deepEqual(times(timing, '2026-01-01T00:00:00Z', 2), ['2026-01-01T00:01:40.000Z', '2026-01-01T00:03:10.000Z']);
  assert.equal(nextAfter(timing, ms('2026-01-01T00:01:40Z')), ms('2026-01-01T00:03:10Z'));
  assert.equal(nextAfter(timing, ms('2027-06-01T00:00:00Z'))! % 90_000, 10_000);
});

test('the last due time of an outage is found', () => {
  const last = (cron: string, first: string, now: string) => lastDue(at(cron, 'UTC'), ms(first), ms(now));
  assert.equal(last('0 * * * *', '2026-01-01T01:00:00Z', '2026-01-02T01:30:00Z'), ms('2026-01-02T01:00:00Z'));
  assert.equal(last('0 * * * *', '2026-01-01T01:00:00Z', '2026-01-01T01:00:01Z'), ms('2026-01-01T01:00:00Z'));
  assert.equal(last('0 0 29 2 *', '2020-02-29T00:00:00Z', '2027-01-01T00:00:00Z'), ms('2024-02-29T00:00:00Z'));
  assert.equal(last('*/5 * * * *', '2026-01-01T01:00:00Z', '2026-08-02T01:33:00Z'), ms('2026-08-02T01:30:00Z'));
  const period = { ...at('', 'UTC'), cron: null, every_seconds: 10 };
  assert.equal(lastDue(period, 10_000, 45_000), 40_000);
  assert.equal(lastDue(period, 10_000, 40_000), 40_000);
});

test('a pattern that never comes has no next time', () => {
  assert.equal(nextAfter(at('0 0 30 2 *', 'UTC'), ms('2026-01-01T00:00:00Z')), undefined);
});

test('patterns and time zones that do not exist are refused', () => {
  for (const cron of ['', 'daily', '61 * * * *', '* * * *', '* * * * * * *', '@reboot'])
    assert.throws(() => checkCron(cron), cron);
  for (const cron of ['* * * * *', '*/5 * * * * *', '@daily', '0 9 * * MON-FRI', '0 0 L * *']) checkCron(cron);
  for (const name of ['Mars/Olympus', '+02:00', '', 'Europe/Berln']) assert.ok(!isTimeZone(name), name);
  for (const name of ['UTC', 'Europe/Berlin', 'Etc/GMT+3']) assert.ok(isTimeZone(name), name);
});
