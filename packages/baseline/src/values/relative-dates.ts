import { loadChrono } from '../language/libraries.ts';
import type { DateFound } from './dates.ts';

/** Only read near the beginning, because far down in a long text "tomorrow" is ambiguous. */
const charsMax = 20_000;

/** Finds "tomorrow", "next Friday" or "in two weeks", counted from a day in the text and never from today. */
export function findRelativeDates(text: string, reference: string): DateFound[] {
  const instant = new Date(`${reference}T12:00:00Z`);
  return loadChrono()
    .casual.parse(text.slice(0, charsMax), { instant, timezone: 0 }, { forwardDate: true })
    .filter(
      ({ text: words, start }) =>
        !/\d{4}/.test(words) && /\p{L}{3}/u.test(words) && (start.isCertain('day') || start.isCertain('weekday')),
    )
    .map(({ index, text: words, start }) => ({
      start: index,
      end: index + words.length,
      day: [start.get('year'), start.get('month'), start.get('day')]
        .map((part) => String(part).padStart(2, '0'))
        .join('-'),
    }));
}
