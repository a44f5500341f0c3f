import { findDates, findDaysWithoutYear } from '../values/dates.ts';
import { unitAfter } from '../values/units.ts';
import type { Stated } from './numbers.ts';

// Time that a clause tells without a number: "the next day", "five months", two hours of one day, two dates.

const HOUR = unitAfter(' hours')!;
const DAY = unitAfter(' days')!;

const SAME_DAY =
  /(?<![\p{L}])(?:same day|same-day|am (?:selben|gleichen) tag|le même jour|el mismo día|lo stesso giorno|dezelfde dag|minutes later|hours later|immediately|at once|sofort|umgehend|immédiatement|inmediatamente|subito)(?![\p{L}])/iu;
const NEXT_DAY =
  /(?<![\p{L}])(?:(?:the )?(?:next|following) (?:day|morning)|(?:a|the) day (?:after|later)|yesterday|am (?:nächsten|folgenden) tag|le lendemain|al día siguiente|il giorno (?:dopo|successivo|seguente)|de volgende dag)(?![\p{L}])/iu;

const CLOCK = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?!\d)/g;

export function durationsOf(clause: string): Stated[] {
  if (NEXT_DAY.test(clause)) return [{ value: 1, unit: DAY }];
  const hours = [...clause.matchAll(CLOCK)].map(([, hour, minute]) => Number(hour) + Number(minute) / 60);
  const days = daysOf(clause);
  const apart = days.length === 2 ? Math.abs(days[1]! - days[0]!) : undefined;
  if (apart !== undefined && apart > 0) return [{ value: apart, unit: DAY }];
  if (hours.length === 2 && (apart === 0 || days.length < 2))
    return [{ value: Math.abs(hours[1]! - hours[0]!), unit: HOUR }];
  // Nobody knows how many hours of the day, but it was one day.
  return SAME_DAY.test(clause) ? [{ value: 12, unit: HOUR }] : [];
}

/** Days since 1970. "Loss 2 March, first call 19 June": without a year, both are of the same one. */
function daysOf(clause: string): number[] {
  const dated = findDates(clause, 'day-first');
  const found = dated.length > 0 ? dated : findDaysWithoutYear(clause, '2024-01-01');
  return found.map(({ day }) => Date.parse(day) / 86_400_000);
}
