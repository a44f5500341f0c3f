import type { Schedule } from '@errand/sdk';

/** When a schedule is due, in words. */
export function timingText({ cron, every_seconds: every, timezone }: Schedule): string {
  if (cron !== null) return `${cron} (${timezone})`;
  const seconds = every ?? 0;
  const [unit, name] = UNITS.find(([size]) => seconds % size === 0)!;
  const count = seconds / unit;
  return count === 1 ? `every ${name}` : `every ${count} ${name}s`;
}

/** A time as the clocks of the schedule show it; without a zone, those of the reader. */
export const momentIn = (iso: string, timeZone: string | null): string =>
  new Date(iso).toLocaleString('en', {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...(timeZone !== null && { timeZone, timeZoneName: 'short' as const }),
  });

const UNITS: [number, string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** The time zones that the browser knows, the one of its user first. */
export function listTimeZones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
