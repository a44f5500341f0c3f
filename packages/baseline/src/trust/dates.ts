import type { Document } from '../text/document.ts';
import { findDates, findDaysWithoutYear } from '../values/dates.ts';
import { findRelativeDates } from '../values/relative-dates.ts';

// Compares dates by their day, however they are written.

type DateHit = { start: number; end: number };
export type FoundDates = { hits: DateHit[]; how: 'same' | 'order' | 'alike' | 'derived' };

export type DateIndex = { day(day: string): FoundDates | undefined; month(month: string): FoundDates | undefined };

export function indexDates(document: Document, recognized = false): DateIndex {
  const { text } = document;
  const usual = groupByDay(document.dates);
  const turned = groupByDay(findDates(text, document.order === 'day-first' ? 'month-first' : 'day-first'));
  const reference = document.dates[0]?.day;
  let derived: Map<string, DateHit[]> | undefined;
  let loose: Map<string, DateHit[]> | undefined;
  const derive = (): Map<string, DateHit[]> => {
    if (reference === undefined) return new Map();
    return groupByDay([
      ...findDaysWithoutYear(text, reference),
      ...safely(() => findRelativeDates(text, reference)),
      ...countedDays(document),
    ]);
  };
  return {
    day(day) {
      const same = usual.get(day);
      if (same !== undefined) return { hits: same, how: 'same' };
      const other = turned.get(day);
      if (other !== undefined) return { hits: other, how: 'order' };
      loose ??= recognized ? groupByDay(findLooseDates(document)) : new Map();
      const alike = loose.get(day);
      if (alike !== undefined) return { hits: alike, how: 'alike' };
      derived ??= derive();
      const counted = derived.get(day);
      return counted && { hits: counted, how: 'derived' };
    },
    month(month) {
      const hits = document.dates.filter(({ day }) => day.startsWith(month));
      return hits.length === 0 ? undefined : { hits, how: 'derived' };
    },
  };
}

/**
 * Finds dates of a scan that table lines cut apart ("16 de octubre | de | 2024"), whose full stop was read as a comma
 * ("26, Juli 2034"), or that begin with a table line read as a digit ("12023-07-01").
 */
function findLooseDates({ text, order }: Document): (DateHit & { day: string })[] {
  const kept: number[] = [];
  let plain = '';
  for (const match of text.matchAll(/[ |\t]+|[^ |\t]+/g)) {
    const isGap = /^[ |\t]/.test(match[0]);
    for (let at = 0; at < (isGap ? 1 : match[0].length); at += 1) kept.push(match.index + at);
    plain += isGap ? ' ' : match[0];
  }
  // Every character keeps its offset.
  const tidy = plain
    .replace(/(?<=\b\d{1,2}),(?= \p{L}{3,10}\.? \d{4}\b)/gu, '.')
    .replace(/(?<!\d)[1lI\]](?=\d{4}-\d{2}-\d{2}(?!\d)|\d{2}\.\d{2}\.\d{4}(?!\d))/g, ' ');
  return findDates(tidy, order).map(({ start, end, day }) => ({ day, start: kept[start]!, end: kept[end - 1]! + 1 }));
}

/** A parser of free text may throw on odd input. Then it has found nothing. */
function safely<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch {
    return [];
  }
}

const COUNTED =
  /(?<![\d.,])(\d{1,3})[ -]?(?:calendar |business |kalender)?(?:days?|tagen?|tage|jours|días|dias|giorni|dagen)\b/giu;

/** Finds days such as "payable within 30 days", counted from any date of the text. */
function countedDays(document: Document): (DateHit & { day: string })[] {
  const counts = [...document.text.matchAll(COUNTED)].slice(0, 20);
  return counts.flatMap((match) =>
    document.dates.slice(0, 50).map(({ day }) => ({
      start: match.index,
      end: match.index + match[0].length,
      day: new Date(Date.parse(`${day}T00:00:00Z`) + Number(match[1]) * 86_400_000).toISOString().slice(0, 10),
    })),
  );
}

function groupByDay(dates: (DateHit & { day: string })[]): Map<string, DateHit[]> {
  return Map.groupBy(dates, ({ day }) => day);
}

/** Returns the day of a value that is only a date, or undefined. */
export function dayOf(value: string): string | undefined {
  const text = value.trim();
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/.exec(text)?.[1];
  if (iso !== undefined) return iso;
  if (text.length > 40) return undefined;
  const [found, ...more] = findDates(text, 'day-first');
  return found !== undefined && more.length === 0 && found.start === 0 && found.end === text.length
    ? found.day
    : undefined;
}
