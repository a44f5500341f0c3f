import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextAfter, type Timing } from './times.ts';

const at = (cron: string, timezone: string): Timing => ({
  cron,
  timezone,
  every_seconds: null,
  anchor_at: new Date(0),
});
const ms = (text: string): number => Date.parse(text);

/** Returns the local time. */
const local = (time: number, timeZone: string): string =>
  new Date(time).toLocaleString('sv', { timeZone }).replace(' ', 'T');

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata', 'America/Santiago', 'UTC'];

describe('a simulated year', () => {
  for (const zone of zones) {
    test(`a daily time comes once on each local day, in ${zone}`, () => {
      for (const cron of ['30 2 * * *', '0 0 * * *', '45 1 * * *']) {
        const timing = at(cron, zone);
        const days: string[] = [];
        let time = ms('2026-01-01T00:00:00Z');
        while (days.length < 365) {
          time = nextAfter(timing, time)!;
          days.push(local(time, zone).slice(0, 10));
        }
        assert.equal(new Set(days).size, 365, `${cron}: a day has two`);
        const between = days.slice(1).map((day, index) => ms(day) - ms(days[index]!));
        assert.ok(
          between.every((gap) => gap === 86_400_000),
          `${cron}: a day has none`,
        );
      }
    });
  }

  for (const zone of zones.slice(0, 2)) {
    test(`an hourly pattern is due every hour that passes, in ${zone}`, () => {
      const timing = at('0 * * * *', zone);
      let time = nextAfter(timing, ms('2026-01-01T00:10:00Z'))!;
      for (let hours = 0; hours < 365 * 24; hours += 1) {
        const next = nextAfter(timing, time)!;
        assert.equal(next - time, 3_600_000, local(time, zone));
        time = next;
      }
    });
  }
});
