import type { Schedule } from '@errand/sdk';
import cronstrue from 'cronstrue';
import { counted } from '../../design/plural.ts';
import { inZone } from '../../design/time-zone.ts';

/** Describes in words when a schedule is due. */
export function timingText({ cron, every_seconds: every, timezone }: Schedule): string {
  if (cron !== null) return `${cronWords(cron) ?? cron} (${timezone})`;
  const seconds = every ?? 0;
  const [unit, name] = UNITS.find(([size]) => seconds % size === 0)!;
  const count = seconds / unit;
  return count === 1 ? `every ${name}` : `every ${counted(count, name)}`;
}

/** Describes a cron pattern in words, such as "at 07:30, Monday through Friday", or undefined if it cannot be read. */
export function cronWords(pattern: string): string | undefined {
  try {
    const words = cronstrue.toString(pattern.trim(), { use24HourTimeFormat: true });
    return words.charAt(0).toLowerCase() + words.slice(1);
  } catch {
    return undefined;
  }
}

/** Writes a time in the schedule's time zone, or in the console's if it has none. */
export const momentIn = (iso: string, timeZone: string | null): string =>
  new Date(iso).toLocaleString('en', {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...inZone(),
    ...(timeZone !== null && { timeZone, timeZoneName: 'short' as const }),
  });

const UNITS: [number, string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];
