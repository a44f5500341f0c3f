import { createCover, type Span } from '../language/spans.ts';
import { fold } from '../language/words.ts';
import { languages } from '../languages/languages.ts';

// Reads dates as people write them and returns ISO dates. Independent of today's date and of the machine's time zone.

export type DateFound = {
  start: number;
  end: number;
  /** YYYY-MM-DD */
  day: string;
  /** HH:MM[:SS][offset], if the text has a time right after the day. */
  time?: string;
};
export type DateOrder = 'day-first' | 'month-first';

const monthNames = new Map<string, number>();
/** Besides those of the CLDR: short forms on receipts and in letters. */
const shortMonths = [
  'jan ene gen janv',
  'feb fev fevr',
  'mar mrz maerz',
  'apr avr abr',
  'may mag mei',
  'jun giu',
  'jul lug juill',
  'aug ago aou ogos agust',
  'sep sept set',
  'oct okt ott out',
  'nov',
  'dec dez dic',
];
for (let index = 0; index < 12; index += 1) {
  const day = new Date(Date.UTC(2000, index, 15));
  const names = languages.flatMap(({ code }) =>
    (['long', 'short'] as const).flatMap((length) => [
      day.toLocaleDateString(code, { month: length, timeZone: 'UTC' }),
      // With a day, some languages have another form: "stycznia" and "tammikuuta".
      new Intl.DateTimeFormat(code, { month: length, day: 'numeric', timeZone: 'UTC' })
        .formatToParts(day)
        .find(({ type }) => type === 'month')!.value,
    ]),
  );
  for (const name of [...names, ...shortMonths[index]!.split(' ')]) {
    const plain = fold(name).replaceAll('.', '').trim();
    if (/^\p{L}{3,}$/u.test(plain) && !monthNames.has(plain)) monthNames.set(plain, index + 1);
  }
}

const month = '(\\p{L}{3,12})';
/** Matches a time right after a day: a comma, "at" or a T, then hours and minutes. */
const clock =
  /^(?:T|,? +(?:at +|um +)?|, )(\d{1,2})[:.](\d{2})(?::(\d{2})(?:\.\d+)?)? ?(?:([ap])\.?m\b\.?)?(Z|[+-]\d{2}:?\d{2})?/i;

const forms: { pattern: RegExp; read(parts: RegExpMatchArray, order: DateOrder): number[] | undefined }[] = [
  {
    pattern: /(?<![\d/.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d/-])/g,
    read: (parts) => [Number(parts[1]), Number(parts[3]), Number(parts[4])],
  },
  {
    pattern: new RegExp(
      `(?<![\\d.,/-])(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?(?: of| de| den)?[ /-]?${month}\\.?,?[ /-]+(?:del? )?(\\d{4}|\\d{2}(?=$|[\\s,;)|]))(?!\\d)`,
      'gu',
    ),
    read: (parts) => named(parts[3]!, parts[2]!, parts[1]!),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})${month}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})(?!\\d)`, 'gu'),
    read: (parts) => named(parts[3]!, parts[1]!, parts[2]!),
  },
  {
    // The last day of "4-9 July 2025" and of "July 4-9, 2025".
    pattern: new RegExp(`(?<=(?<![\\d.,/-])\\d{1,2}-)(\\d{1,2})\\.? ${month}\\.?,? (\\d{4})(?!\\d)`, 'gu'),
    read: (parts) => named(parts[3]!, parts[2]!, parts[1]!),
  },
  {
    // As tills print it: "20180428/191204".
    pattern:
      /(?<!\d)((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=[/T -]?[012]\d[0-5]\d[0-5]\d(?!\d)|[ T]?[012]\d:[0-5]\d)/g,
    read: (parts) => [Number(parts[1]), Number(parts[2]), Number(parts[3])],
  },
  {
    pattern: /(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/g,
    read: (parts) => [Number(parts[1]), Number(parts[2]), Number(parts[3])],
  },
  {
    // OCR loses the blank before a time: "20/03/201813:01".
    pattern:
      /(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d{2}(?=[012]?\d:[0-5]\d)|\d{4}(?!\d)|\d{2}(?!\d))(?![/-]|\.\d)/g,
    read: (parts, order) => {
      const [one, other] = [Number(parts[1]), Number(parts[3])];
      const year = parts[4]!.length === 2 ? 2000 + Number(parts[4]) : Number(parts[4]);
      // Dates with dots have the day first, and a number above 12 must be a day.
      const monthFirst = other > 12 || (one <= 12 && parts[2] !== '.' && order === 'month-first');
      return monthFirst ? [year, one, other] : [year, other, one];
    },
  },
];

export function findDates(text: string, order: DateOrder): DateFound[] {
  const found: DateFound[] = [];
  const cover = createCover(text.length);
  for (const { pattern, read } of forms) {
    for (const match of matchesOf(pattern, text, (parts) => isoDay(read(parts, order)) !== undefined)) {
      const day = isoDay(read(match, order));
      const start = match.index;
      const end = start + match[0].length;
      if (day === undefined || cover.touches({ start, end })) continue;
      cover.add({ start, end });
      const time = text.slice(end, end + 40).match(clock);
      found.push({ start, end: end + (time?.[0].length ?? 0), day, ...(time && { time: isoTime(time) }) });
    }
  }
  return [...found, ...findRangeStarts(text, found, cover)].sort((one, other) => one.start - other.start);
}

const weekday = '(?:\\p{L}{2,10}day,? |(?:mon|diens|donners|frei|sams|sonn)tag,? |the |dem |den |le |el |il )?';
const link = '(?:-|–| ?(?: to|until|till|through|bis(?: zum)?|au|al|tot|a) | (?:and|und|et|y|e|en) )';
const beforeDay = new RegExp(
  `(?<![\\p{L}\\d.,/-])(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: ${month}\\.?)?( – |${link})${weekday}$`,
  'u',
);
/** "11 and 12 October": of two counted things, "and" would say the same. */
const beforeBoth = /(?<!\p{L})(?:on|from|between|the|am|vom|zwischen(?: dem)?|du|le|del|dal|den)\s$/iu;

/** The first day of "from 4 to 9 July 2025" has its month, or at least its year, from the second. */
function findRangeStarts(text: string, ends: DateFound[], cover: { touches(span: Span): boolean }): DateFound[] {
  return ends.flatMap(({ start: to, day }) => {
    const before = text.slice(Math.max(0, to - 40), to);
    const match = beforeDay.exec(before);
    if (match === null) return [];
    const [whole, number = '', monthName, between = ''] = match;
    const start = to - whole.length;
    const isBoth = /and|und|et|y|e|en/.test(between) || between === ' – ';
    if (isBoth && !beforeBoth.test(text.slice(Math.max(0, start - 20), start))) return [];
    const [year = '', ownMonth = ''] = day.split('-');
    const first = isoDay(
      monthName === undefined ? [Number(year), Number(ownMonth), Number(number)] : named(year, monthName, number),
    );
    const span = { start, end: start + whole.slice(0, whole.lastIndexOf(between)).trimEnd().length };
    return first === undefined || first >= day || cover.touches(span) ? [] : [{ ...span, day: first }];
  });
}

/** In "11 and 12 October 2025", what looks like a date first is none, and the second day begins inside it. */
function* matchesOf(
  pattern: RegExp,
  text: string,
  isRight: (match: RegExpMatchArray) => boolean,
): Generator<RegExpExecArray> {
  const search = new RegExp(pattern);
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    if (isRight(match)) yield match;
    else search.lastIndex = match.index + 1;
  }
}

/** Guesses from dates that can be read in only one way, then from the country. */
export function guessOrder(text: string, country: string | undefined): DateOrder {
  const stated = text.match(/\b(DD|MM)[/.-](DD|MM)[/.-]YY/i)?.[1];
  if (stated !== undefined) return stated.toUpperCase() === 'DD' ? 'day-first' : 'month-first';
  for (const [, one, other] of text.matchAll(/(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}(?![\d/-])/g)) {
    if (Number(one) > 12) return 'day-first';
    if (Number(other) > 12) return 'month-first';
  }
  return country === 'US' || country === 'PH' ? 'month-first' : 'day-first';
}

/** Finds days without a year ("30 June", "June 30") and puts them in the year of the reference day. */
export function findDaysWithoutYear(text: string, reference: string): DateFound[] {
  const found: DateFound[] = [];
  const cover = createCover(text.length);
  const add = (match: RegExpMatchArray, monthName: string, day: string): void => {
    const iso = isoDay(named(reference.slice(0, 4), monthName, day));
    const start = match.index!;
    const end = start + match[0].length;
    if (iso !== undefined && !cover.touches({ start, end })) {
      cover.add({ start, end });
      found.push({ start, end, day: iso });
    }
  };
  for (const match of text.matchAll(
    new RegExp(`(?<![\\d.,/-])(\\d{1,2})(?:st|nd|rd|th|\\.)? ${month}(?!\\p{L}|,? \\d{4})`, 'gu'),
  )) {
    add(match, match[2]!, match[1]!);
  }
  for (const match of text.matchAll(
    new RegExp(`(?<!\\p{L})${month}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!,? \\d{4}|:)`, 'gu'),
  )) {
    add(match, match[1]!, match[2]!);
  }
  return found;
}

/** A standalone year from 1950 to 2049. */
export const yearPattern = /(?<![\d.,/#-])(19[5-9]\d|20[0-4]\d)(?![\d/]|[.,]\d|-\d{2}\b(?!\d))/g;

export const isMonthName = (word: string): boolean => monthNames.has(fold(word).replace('.', ''));

function named(year: string, monthName: string, day: string): number[] | undefined {
  const number = monthNames.get(fold(monthName));
  return number === undefined ? undefined : [Number(year) + (year.length === 2 ? 2000 : 0), number, Number(day)];
}

function isoDay(parts: number[] | undefined): string | undefined {
  if (parts === undefined) return undefined;
  const [year = 0, monthNumber = 0, day = 0] = parts;
  const date = new Date(Date.UTC(year, monthNumber - 1, day));
  if (year < 1000 || date.getUTCMonth() !== monthNumber - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}

function isoTime([, hours = '', minutes = '', seconds, half, zone]: RegExpMatchArray): string | undefined {
  let hour = Number(hours);
  if (half?.toLowerCase() === 'p' && hour < 12) hour += 12;
  if (half?.toLowerCase() === 'a' && hour === 12) hour = 0;
  if (hour > 23 || Number(minutes) > 59) return undefined;
  const offset = zone?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? '';
  return `${String(hour).padStart(2, '0')}:${minutes}${seconds ? `:${seconds}` : ''}${offset}`;
}
