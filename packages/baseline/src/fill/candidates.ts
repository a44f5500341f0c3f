import { type Candidate, without } from '../language/spans.ts';
import type { Kind } from '../schema/field.ts';
import type { Document } from '../text/document.ts';
import { isLabel } from '../text/layout.ts';
import { findParties } from '../text/parties.ts';
import { findPlaces } from '../text/places.ts';
import { countsNothing, plainNumbers, spokenCounts } from '../text/plain-numbers.ts';
import { findDaysWithoutYear, yearPattern } from '../values/dates.ts';
import { identifierSpans } from '../values/identifiers.ts';
import { findRelativeDates } from '../values/relative-dates.ts';

// Finds the values in a text that could belong to a field, by kind.

/** Most values without a label that are considered. A text with more is a list. */
const candidatesMax = 1_500;

/** Also those of the past: an old invoice is in marks. */
const allCurrencies = new Set(Intl.supportedValuesOf('currency'));

const known = new WeakMap<Document, Map<Kind, Candidate[]>>();

export function findCandidates(document: Document, kind: Kind): Candidate[] {
  const byKind = known.get(document) ?? new Map<Kind, Candidate[]>();
  known.set(document, byKind);
  const found = byKind.get(kind) ?? limit(document, collect(document, kind));
  byKind.set(kind, found);
  return found;
}

/** Keeps values on a line with a label wherever they are: the owner may be named on page 1,777. */
function limit(document: Document, candidates: Candidate[]): Candidate[] {
  if (candidates.length <= candidatesMax) return candidates;
  const labelled = new Set(document.pairs.map(({ line }) => line));
  const [beside, others] = [new Set<Candidate>(), new Set<Candidate>()];
  for (const one of candidates) (labelled.has(document.lineAt(one.start).index) ? beside : others).add(one);
  const first = new Set([...others].slice(0, candidatesMax));
  return candidates.filter((one) => beside.has(one) || first.has(one));
}

function collect(document: Document, kind: Kind): Candidate[] {
  const { text, dates, numbers, emails, phones, urls, codes } = document;
  switch (kind) {
    case 'email':
      return emails.map((one) => ({ ...one, trust: 1 }));
    case 'phone':
      return phones.map(({ isSure, ...one }) => ({ ...one, trust: isSure ? 1 : 0.6 }));
    case 'url':
      return urls.map((one) => ({ ...one, trust: 1 }));
    case 'date':
      return [
        ...dates.map(({ start, end, day }) => ({ start, end, value: day, trust: 1 })),
        ...daysWithoutYear(document).map(({ start, end, day }) => ({ start, end, value: day, trust: 0.75 })),
        ...relativeDates(document).map(({ start, end, day }) => ({ start, end, value: day, trust: 0.6 })),
      ];
    case 'datetime':
      return dates.map(({ start, end, day, time }) => ({
        start,
        end,
        value: `${day}T${completeTime(time)}`,
        trust: time ? 1 : 0.8,
      }));
    case 'time':
      return findTimes(text);
    case 'year':
      return [...text.matchAll(yearPattern)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        value: Number(match[0]),
        trust: 1,
      }));
    case 'money':
      return withoutCounts(plainNumbers(document))
        .filter(
          ({ isPercent, currency, hasCents, end }) =>
            !isPercent &&
            (currency || hasCents || !/^ (?:\p{Ll}{3,}|(?:m2|m²|kg|km|cm|mm|g|h|l)\b)/u.test(text.slice(end, end + 8))),
        )
        .map(({ start, end, value, currency, hasCents }) => ({
          start,
          end,
          value,
          trust: currency ? 1 : hasCents ? 0.95 : 0.6,
        }));
    case 'percent':
      return numbers
        .filter(({ isPercent }) => isPercent)
        .map(({ start, end, value }) => ({ start, end, value, trust: 1 }));
    case 'number':
      return [
        ...plainNumbers(document).map((one) => ({
          start: one.start,
          end: one.end,
          value: one.value,
          trust: countsNothing(one, text) ? 0.6 : one.currency || one.isPercent ? 0.7 : 1,
        })),
        ...spokenCounts(text),
      ];
    case 'currency':
      return [...text.matchAll(/(?<![\p{L}\d])[A-Z]{3}(?![\p{L}\d])/gu)]
        .filter(([code]) => allCurrencies.has(code))
        .map((match) => ({ start: match.index, end: match.index + 3, value: match[0], trust: 1 }))
        .concat(
          numbers.flatMap(({ start, end, currency }) =>
            currency === undefined ? [] : [{ start, end, value: currency, trust: 0.8 }],
          ),
        );
    case 'code':
      return codes.map(({ start, end, value }) => ({ start, end, value, trust: codeTrust(value) }));
    case 'digits':
      return without(findFourDigits(text), [...identifierSpans(text), ...dates], text.length);
    case 'person':
    case 'organization':
    case 'party':
      return findParties(document, kind);
    case 'place':
      return findPlaces(document);
    case 'headline':
      return document.pairs.map(({ start, value }) => ({ start, end: start + value.length, value, trust: 1 }));
    case 'text':
      return findTexts(document);
    default:
      return [];
  }
}

const findFourDigits = (text: string): Candidate[] =>
  [...text.matchAll(/(?<![\d.,/])\d{4}(?![\d/]|[.,-]\d)/g)].map((match) => ({
    start: match.index,
    end: match.index + 4,
    value: match[0],
    trust: /[*x•.#][ -]?$/i.test(text.slice(Math.max(0, match.index - 2), match.index)) ? 1 : 0.8,
  }));

/** Finds the values of labels, and names within running text. */
function findTexts({ pairs, names, codes, text }: Document): Candidate[] {
  return [
    // "Goods: 40 cartons": the number counts them, and is no name of them.
    ...codes
      .filter(
        ({ value, start, end }) =>
          !/^\d{1,3}$/.test(value) || !/: \d+ \p{Ll}{3,}/u.test(text.slice(Math.max(0, start - 2), end + 6)),
      )
      .map(({ start, end, value }) => ({ start, end, value, trust: 0.6 })),
    ...pairs.map(({ start, value }) => ({
      start,
      end: start + value.length,
      value: value.replace(/^["“](.*)["”]$/, '$1'),
      trust: 1,
    })),
    ...names
      .filter((name) => !isLabel(name.text))
      .map(({ start, end, text: name, kind }) => {
        // Product names may end with a number: "BreezeFan 12".
        const number = text.slice(end, end + 8).match(/^ \d{1,4}(?:\.\d)?(?![\d:/.-])/)?.[0] ?? '';
        return { start, end: end + number.length, value: name + number, trust: kind === 'person' ? 0.2 : 0.5 };
      }),
  ];
}

/** Where prices have cents, a number without them and without a currency counts pieces: "Total 3". */
function withoutCounts<T extends { hasCents: boolean; currency?: string; isPercent: boolean }>(numbers: T[]): T[] {
  const priced = numbers.filter(({ hasCents }) => hasCents).length;
  return priced < 3 ? numbers : numbers.filter(({ hasCents, currency }) => hasCents || currency !== undefined);
}

function daysWithoutYear(document: Document) {
  const [reference] = document.dates;
  if (reference === undefined) return [];
  return without(findDaysWithoutYear(document.text, reference.day), document.dates, document.text.length);
}

function relativeDates(document: Document) {
  const [reference] = document.dates;
  if (reference === undefined) return [];
  const taken = [...document.dates, ...daysWithoutYear(document)];
  return without(findRelativeDates(document.text, reference.day), taken, document.text.length);
}

function findTimes(text: string): Candidate[] {
  const clocks = [
    ...text.matchAll(/(?<![\d:])(\d{1,2})[:.](\d{2})(?::\d{2})? ?([ap]\.?m\b)?|(?<![\d:.])(\d{1,2}) ?([ap]\.?m\b)/gi),
  ].flatMap((match) => {
    const half = (match[3] ?? match[5])?.[0]?.toLowerCase();
    let hours = Number(match[1] ?? match[4]);
    if (half === 'p' && hours < 12) hours += 12;
    if (half === 'a' && hours === 12) hours = 0;
    if (hours > 23 || Number(match[2] ?? 0) > 59) return [];
    const value = `${String(hours).padStart(2, '0')}:${match[2] ?? '00'}:00`;
    return [{ start: match.index, end: match.index + match[0].length, value, trust: match[0].includes(':') ? 1 : 0.8 }];
  });
  return [...clocks, ...timesInWords(text)];
}

const hourWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const toldTime = new RegExp(
  `(?<=(?:^|[^\\p{L}])(?:at|by|before|after|until|till|from|to|around|about|since) )(noon|midday|midnight)(?! ?\\p{L}*(?:blue|black|sun|snack))(?!\\p{L})|(?<!\\p{L}|(?:past|to|[\\d.:]) ?)(?:(half past|(?:a )?quarter (?:past|to)) )?(${hourWords.join('|')}|\\d{1,2})(?: o['’]clock)?(?: (?:in the|this) (morning|afternoon|evening)| (at night))(?!\\p{L})`,
  'giu',
);

/** "by noon", "half past six in the morning", "nine at night". Without a part of the day, an hour in words may be one of two. */
function timesInWords(text: string): Candidate[] {
  return [...text.matchAll(toldTime)].flatMap(({ 0: all, 1: named, 2: minutes, 3: hour, 4: part, index }) => {
    const at = { start: index, end: index + all.length, trust: 0.8 };
    if (named !== undefined) return [{ ...at, value: named.toLowerCase() === 'midnight' ? '00:00:00' : '12:00:00' }];
    const number = Number(hour) || hourWords.indexOf(hour!.toLowerCase()) + 1;
    if (number < 1 || number > 12) return [];
    const isLater = part === undefined ? number >= 6 && number < 12 : !/morning/i.test(part);
    const away = minutes === undefined ? 0 : /half/i.test(minutes) ? 30 : 15;
    const day = 24 * 60;
    const total = (((number % 12) + (isLater ? 12 : 0)) * 60 + (/to$/i.test(minutes ?? '') ? -away : away) + day) % day;
    const pad = (one: number): string => String(one).padStart(2, '0');
    return [{ ...at, value: `${pad(Math.floor(total / 60))}:${pad(total % 60)}:00` }];
  });
}

/** Adds the seconds and the offset that RFC 3339 requires. A time without an offset is read as UTC. */
function completeTime(time: string | undefined): string {
  if (time === undefined) return '00:00:00Z';
  const [, clock = '', zone = ''] = time.match(/^([\d:]+)(.*)$/) ?? [];
  return `${clock.length === 5 ? `${clock}:00` : clock}${zone === '' ? 'Z' : zone.toUpperCase()}`;
}

function codeTrust(value: string): number {
  const digits = value.replace(/\D/g, '').length;
  if (/^\d+(st|nd|rd|th|h|am|pm|km|mm|cm|m|kg|g|gb|tb|a)?$/i.test(value) && digits < 3) return 0.3;
  return digits >= 3 || /[-/]/.test(value) ? 1 : 0.7;
}
