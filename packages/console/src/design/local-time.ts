import { inZone } from './time-zone.ts';

/** Formats a time for the browser's time field: time in the console's zone, without the zone, to the minute. */
export function toLocalTime(moment: string | number): string {
  const date = new Date(moment);
  return new Date(date.getTime() + offsetAt(date)).toISOString().slice(0, 16);
}

/** The moment that the text of a time field means. Invalid for an empty one. */
export function fromLocalTime(text: string): Date {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  // The offset is that of the moment itself, which differs from the guess near a change of the clock.
  const guess = asUtc - offsetAt(new Date(asUtc));
  return new Date(asUtc - offsetAt(new Date(guess)));
}

/** What the clock of the zone is ahead of UTC, in milliseconds. */
function offsetAt(date: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...inZone(),
    ...{ hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(date);
  const value = (name: string): number => Number(parts.find(({ type }) => type === name)!.value);
  const shown = Date.UTC(
    ...([value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second')] as const),
  );
  return shown - Math.floor(date.getTime() / 1_000) * 1_000;
}
