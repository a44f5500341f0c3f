import type { CaseCalendar } from '@errand/contract/case-desk.ts';

// Time that counts. With a calendar, only working hours of working days do. They are counted on the local clock: a
// working day has as many hours on the day of the change to summer time as on any other.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** No clock is longer than ten years, even with one working day a week. */
const DAYS_MAX = 366 * 80;

/** Returns the moment at which so much time has passed since another. */
export function addTime(startMs: number, durationMs: number, calendar: CaseCalendar | null): number {
  if (calendar === null) return startMs + durationMs;
  const zone = calendar.time_zone;
  let left = durationMs;
  const start = toLocal(startMs, zone);
  for (let day = Math.floor(start / DAY), last = day + DAYS_MAX; day < last; day++) {
    const [from, to] = workingHours(day, calendar);
    const begin = Math.max(start, from);
    if (begin >= to) continue;
    if (left <= to - begin) return toInstant(begin + left, zone);
    left -= to - begin;
  }
  throw new RangeError('The calendar has too few working days.');
}

/** Whether so much time passes within 75 years: fewer than those looked at, because holidays differ from year to year. */
export function ends(durationMs: number, calendar: CaseCalendar, nowMs: number): boolean {
  try {
    return addTime(nowMs, durationMs, calendar) < nowMs + 75 * 366 * DAY;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns how much time counts between two moments; negative if the second is before the first. */
export function timeBetween(fromMs: number, toMs: number, calendar: CaseCalendar | null): number {
  if (calendar === null) return toMs - fromMs;
  if (toMs < fromMs) return -timeBetween(toMs, fromMs, calendar);
  const [start, end] = [toLocal(fromMs, calendar.time_zone), toLocal(toMs, calendar.time_zone)];
  let sum = 0;
  for (let day = Math.floor(start / DAY); day * DAY < end; day++) {
    const [from, to] = workingHours(day, calendar);
    sum += Math.max(0, Math.min(end, to) - Math.max(start, from));
  }
  return sum;
}

/** The working hours of a day on the local clock. An empty span if it is none. */
function workingHours(
  day: number,
  { days = [1, 2, 3, 4, 5], holidays = [], from, to }: CaseCalendar,
): [number, number] {
  const at = day * DAY;
  // The first day of 1970 was a Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
  const isOff = !days.includes(weekday) || holidays.includes(new Date(at).toISOString().slice(0, 10));
  return isOff ? [at, at] : [at + readTime(from ?? '00:00'), at + readTime(to ?? '24:00')];
}

function readTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the local clock shows, as if it were UTC. */
function toLocal(ms: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const of = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return (
    Date.UTC(of.year!, of.month! - 1, of.day!, of.hour!, of.minute!, of.second!) + (((ms % 1_000) + 1_000) % 1_000)
  );
}

/** The moment at which the local clock shows this: the first of two, and the next one if it skips the time. */
function toInstant(local: number, zone: string): number {
  const offsetNear = (ms: number): number => toLocal(ms, zone) - ms;
  const [before, after] = [local - offsetNear(local - DAY), local - offsetNear(local + DAY)];
  const shown = [before, after].filter((ms) => toLocal(ms, zone) === local);
  return shown.length === 0 ? before : Math.min(...shown);
}
