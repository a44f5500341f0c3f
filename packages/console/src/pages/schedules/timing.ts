import type { Schedule } from '@errand/sdk';

/** When a schedule is due, in words. */
export function timingText({ cron, every_seconds: every, timezone }: Schedule): string {
  if (cron !== null) return `${cron} (${timezone})`;
  const seconds = every ?? 0;
  const [unit, name] = UNITS.find(([size]) => seconds % size === 0)!;
  const count = seconds / unit;
  return count === 1 ? `every ${name}` : `every ${count} ${name}s`;
}

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
