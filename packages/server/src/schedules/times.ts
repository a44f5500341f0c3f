import { Cron, CronPattern } from 'croner';
import { createLru } from '#platform/lru.ts';

// Computes when a schedule is due. The library handles time zones and daylight saving: a fixed local time that does not
// exist is due at the next moment that does, and one that comes twice is due the first time. It does so only for
// patterns with a single hour and minute, so a pattern with several is split into several. One with `*` for the hour is
// due every hour that passes.

export type Timing = {
  cron: string | null;
  every_seconds: number | null;
  /** The moment from which `every_seconds` counts. */
  anchor_at: Date;
  timezone: string;
};

/** Returns the first due time after a moment, in milliseconds, or undefined if there is none. */
export function nextAfter(timing: Timing, afterMs: number): number | undefined {
  if (timing.every_seconds !== null) {
    const period = timing.every_seconds * 1_000;
    const anchor = timing.anchor_at.getTime();
    return anchor + Math.max(1, Math.floor((afterMs - anchor) / period) + 1) * period;
  }
  return cronTimes(timing.cron!, timing.timezone)(afterMs);
}

export function listNext(timing: Timing, afterMs: number, count: number): Date[] {
  const times: Date[] = [];
  for (let ms = nextAfter(timing, afterMs); ms !== undefined && times.length < count; ms = nextAfter(timing, ms))
    times.push(new Date(ms));
  return times;
}

const MINUTE_MS = 60_000;
/** Tried one after the other: a minute, an hour, a day, a month, a year, the years between two 29th of February. */
const WINDOWS_MS = [1, 60, 1_440, 45_000, 530_000, 4_300_000].map((minutes) => minutes * MINUTE_MS);

/** Returns the last due time up to now. The earliest one, `firstMs`, has passed. */
export function lastDue(timing: Timing, firstMs: number, nowMs: number): number {
  const last = (fromMs: number): number => {
    let found = fromMs;
    for (let next = nextAfter(timing, found); next !== undefined && next <= nowMs; next = nextAfter(timing, found))
      found = next;
    return found;
  };
  if (timing.every_seconds !== null) return last(nowMs - timing.every_seconds * 1_000);
  for (const windowMs of WINDOWS_MS) {
    const fromMs = nowMs - windowMs;
    if (fromMs < firstMs) break;
    const found = last(fromMs);
    if (found > fromMs) return found;
  }
  return last(firstMs);
}

/** Throws an error that says what is wrong with a pattern. */
export function checkCron(cron: string): void {
  new CronPattern(cron, undefined, { mode: '5-or-6-parts' });
}

export function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 are not time zones, because they have no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

type Times = (afterMs: number) => number | undefined;

const known = createLru<string, Times>(5_000);

function cronTimes(cron: string, timezone: string): Times {
  const key = `${timezone} ${cron}`;
  let times = known.get(key);
  if (times === undefined) {
    const patterns = splitTimes(cron).map((one) => new Cron(one, { timezone, paused: true, mode: '5-or-6-parts' }));
    times = (afterMs) => {
      const after = new Date(afterMs);
      const next = patterns.flatMap((pattern) => pattern.nextRun(after)?.getTime() ?? []);
      return next.length === 0 ? undefined : Math.min(...next);
    };
    known.set(key, times);
  }
  return times;
}

/** A pattern with more times a day counts as one that runs all the time. */
const TIMES_A_DAY_MAX = 60;

function splitTimes(cron: string): string[] {
  const fields = cron.trim().split(/\s+/);
  if (fields.length < 5 || fields.at(-4) === '*') return [cron];
  const { hour, minute } = new CronPattern(cron, undefined, { mode: '5-or-6-parts' });
  const [hours, minutes] = [hour, minute].map((flags) => flags.flatMap((flag, value) => (flag ? [value] : [])));
  if (hours!.length * minutes!.length > TIMES_A_DAY_MAX) return [cron];
  const [seconds, days] = [fields.slice(0, -5), fields.slice(-3)];
  return hours!.flatMap((h) => minutes!.map((m) => [...seconds, m, h, ...days].join(' ')));
}
