import { findCandidates } from '../fill/candidates.ts';
import { splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import { currencyCodes, currencySigns } from '../values/amounts.ts';
import { identifierOf, isValidIdentifier } from '../values/identifiers.ts';
import { foreignWords } from '../values/number-words.ts';
import { readings, scaleAfter } from '../values/scales.ts';
import { convert, unitOfField } from '../values/units.ts';
import { dayOf } from './dates.ts';
import type { Leaf } from './leaves.ts';
import { findLetters, readLetters } from './letters.ts';
import type { Hit } from './model.ts';
import { isSameNumber, tidy, type Written } from './numbers.ts';
import type { Source } from './sources.ts';
import { findMisread, findText, isReworded } from './texts.ts';

// Finds the value of a leaf in the sources, in any way it may be written there.

export type Found = {
  kind: 'number' | 'date' | 'text' | 'identifier';
  hits: Hit[];
  how: 'same' | 'converted' | 'sign' | 'date-order' | 'date-derived' | 'order' | 'part' | 'alike' | 'currency';
  /** The number occurs, but with another unit. */
  otherUnit?: Hit & { text: string };
  /** The source whose words make up a longer text. */
  reworded?: number;
};

export function findHits(leaf: Leaf, sources: Source[]): Found {
  const { value } = leaf;
  if (typeof value === 'number') return findNumber(value, leaf, sources);
  if (typeof value !== 'string' || value.trim() === '') return { kind: 'text', hits: [], how: 'same' };
  const day = dayOf(value);
  if (day !== undefined) return findDay(day, sources);
  const { kind } = readMeaning(leaf.schema);
  if (kind === 'currency' || /^[A-Z]{3}$/.test(value)) {
    const hits = findCurrency(value, sources);
    if (hits.length > 0) return { kind: 'text', hits, how: 'currency' };
  }
  const clock = /^(\d{2}:\d{2})(?::00(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(value)?.[1];
  if (clock !== undefined) {
    const hits = sources.flatMap(({ document }, source) =>
      findCandidates(document, 'time')
        .filter((one) => one.value === `${clock}:00`)
        .map(({ start, end }) => ({ source, start, end })),
    );
    if (hits.length > 0) return { kind: 'text', hits, how: 'same' };
  }
  const asNumber = /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
  const found = findWords(value, leaf, sources);
  if (found.hits.length === 0 && asNumber !== undefined && value.length < 12)
    return findNumber(asNumber, leaf, sources);
  return found;
}

function findNumber(value: number, { schema, row }: Leaf, sources: Source[]): Found {
  const wanted = unitOfField(schema.name, schema.description);
  const currency = currencyOfField(schema);
  const { kind } = readMeaning(schema);
  const isSum = kind === 'money' || (kind === 'number' && wanted === undefined);
  const same: Hit[] = [];
  const converted: Hit[] = [];
  const turned: Hit[] = [];
  const alike: Hit[] = [];
  let otherUnit: Found['otherUnit'];
  for (const [source, { numbers, spoken, document, letters, dates, recognized }] of sources.entries()) {
    for (const one of numbers) {
      const hit = { source, start: one.start, end: one.end };
      // A rate is not a sum of money, and a sum of money is not a rate.
      if (isOtherKind(one, kind, wanted !== undefined)) continue;
      const like = compare(value, inScaleOf(one, schema, isSum), wanted);
      const fit = like !== undefined && isOtherCurrency(one, currency) ? 'unit' : like;
      if (one.isAlike || (fit === undefined && recognized && hasLostPoint(value, document.text, one))) {
        if (fit === 'same' || fit === 'converted' || !one.isAlike) alike.push(hit);
      } else if (fit === 'same') same.push(hit);
      else if (fit === 'converted') converted.push(hit);
      else if (fit === 'sign') turned.push(hit);
      else if (fit === 'unit')
        otherUnit ??= { ...hit, text: /^.*/.exec(document.text.slice(one.start, one.end + 12))![0].trim() };
    }
    // A year may be part of a date, and a small number may be written in words.
    if (kind === 'year') same.push(...(dates.month(String(value))?.hits ?? []).map((hit) => ({ ...hit, source })));
    same.push(
      ...spoken.filter((one) => isSameNumber(one.value, value)).map(({ start, end }) => ({ source, start, end })),
    );
    for (const word of foreignWords(value))
      same.push(...findLetters(readLetters(word).plain, letters).map((hit) => ({ ...hit, source })));
  }
  // A number that gives the value in another unit is better evidence than the bare number elsewhere.
  const [hits, how] =
    converted.length > 0 && (wanted !== undefined || same.length === 0)
      ? [converted, 'converted' as const]
      : same.length > 0
        ? [same, 'same' as const]
        : turned.length > 0
          ? [turned, 'sign' as const]
          : [onlyOnes(alike, row), 'alike' as const];
  return { kind: 'number', hits, how, ...(otherUnit && { otherUnit }) };
}

/** Several similar places are ambiguous, unless the row of a record decides. */
const onlyOnes = (alike: Hit[], row: string): Hit[] =>
  row !== '' || new Set(alike.map(({ start }) => start)).size === 1 ? alike : [];

/** Whether OCR lost a decimal point: "21 %" where 2.1 was printed. Points are the smallest thing on a page. */
function hasLostPoint(value: number, text: string, { start, end }: Written): boolean {
  if (Number.isInteger(value)) return false;
  const digits = text.slice(start, end);
  return digits.length >= 2 && digits === String(Math.abs(value)).replace('.', '');
}

/** "2.5 million" is 2.5 only for a field that counts in millions. */
function inScaleOf(written: Written, { name, description, title }: Leaf['schema'], isSum: boolean): Written {
  const { scaled } = written;
  if (scaled === undefined) return written;
  if (scaled.isOver && !isSum) return { ...written, values: scaled.values };
  const words = `${name} ${title} ${description}`.replaceAll('_', ' ');
  const counts = /\b(?:in )?(million|mio|mn|thousand|k|billion|bn)s?\b/i.exec(words)?.[1]?.toLowerCase();
  const by = counts === undefined ? 1 : (scaleAfter(counts.length <= 2 ? ` ${counts}` : counts) ?? 1);
  return by === scaled.by ? { ...written, values: scaled.values } : written;
}

/** The currency in the name of a field, such as `total_eur`. */
const currencyOfField = ({ name }: Leaf['schema']): string | undefined =>
  splitWords(name)
    .map((word) => word.toUpperCase())
    .find((word) => currencyCodes.has(word));

/** Dollars of many countries are written "$". */
const isOtherCurrency = ({ currency }: Written, wanted: string | undefined): boolean =>
  wanted !== undefined &&
  currency !== undefined &&
  currency !== wanted &&
  !(currency === '$' && currencySigns(wanted).some((sign) => sign.includes('$')));

const isOtherKind = ({ isMoney, isPercent }: Written, kind: string, hasUnit: boolean): boolean =>
  (isMoney && (kind === 'percent' || kind === 'year' || hasUnit)) ||
  (isPercent && (kind === 'money' || kind === 'year' || hasUnit));

type Fit = 'same' | 'converted' | 'sign' | 'unit' | undefined;

function compare(
  value: number,
  { values, isNegative, isPercent, unit }: Written,
  wanted: ReturnType<typeof unitOfField>,
): Fit {
  const isSame = values.some((one) => isSameNumber(one, Math.abs(value)));
  if (
    wanted !== undefined &&
    unit !== undefined &&
    wanted.dimension === unit.dimension &&
    wanted.factor !== unit.factor
  ) {
    const fits = values.some((one) => {
      const other = convert(one, unit, wanted);
      return other !== undefined && Math.abs(other - value) <= Math.abs(value) * 0.002;
    });
    return fits ? 'converted' : isSame ? 'unit' : undefined;
  }
  if (isSame) {
    if (value === 0 || value < 0 === isNegative) return 'same';
    return 'sign';
  }
  if (isPercent && values.some((one) => isSameNumber(tidy(one / 100), Math.abs(value)))) return 'converted';
  return undefined;
}

function findDay(day: string, sources: Source[]): Found {
  const ways = sources.map(({ dates }) => dates.day(day));
  for (const [wanted, how] of [
    ['same', 'same'],
    ['order', 'date-order'],
    ['alike', 'alike'],
    ['derived', 'date-derived'],
  ] as const) {
    const hits = ways.flatMap((way, source) =>
      way?.how === wanted ? way.hits.map((hit) => ({ ...hit, source })) : [],
    );
    if (hits.length > 0) return { kind: 'date', hits, how };
  }
  return { kind: 'date', hits: [], how: 'same' };
}

/** Finds the code as a word, or a sum whose sign or word means the currency. A letter of another word is no sign. */
function findCurrency(code: string, sources: Source[]): Hit[] {
  const signs = new Set(currencySigns(code));
  return sources.flatMap(({ document: { text, numbers } }, source) => {
    const at = text.search(new RegExp(`(?<![\\p{L}\\d])${code}(?![\\p{L}])`, 'u'));
    if (at >= 0) return [{ source, start: at, end: at + code.length }];
    const sum = numbers.find(
      ({ currency, start, end }) =>
        currency === code ||
        (currency !== undefined && [...signs].some((sign) => text.slice(start, end).includes(sign))),
    );
    if (sum === undefined) return [];
    const written = text.slice(sum.start, sum.end);
    const sign = [...signs].sort((one, other) => other.length - one.length).find((one) => written.includes(one));
    const start = sum.start + (sign === undefined ? 0 : written.indexOf(sign));
    return [{ source, start, end: sign === undefined ? sum.end : start + sign.length }];
  });
}

const ranks = ['same', 'order', 'part', 'alike'] as const;

function findWords(value: string, { schema }: Leaf, sources: Source[]): Found {
  const identifier = identifierOf(`${schema.parent} ${schema.name} ${schema.title}`);
  const kind = identifier === undefined ? 'text' : 'identifier';
  const variants = variantsOf(value, readMeaning(schema).kind);
  const found = sources.flatMap(({ letters, recognized }, source) =>
    variants.flatMap((text) => {
      const one = findText(text, letters, { recognized });
      return one === undefined || one.how === 'reworded'
        ? []
        : [{ how: one.how, hits: one.hits.map((hit) => ({ ...hit, source })) }];
    }),
  );
  for (const how of ranks) {
    const hits = found
      .filter((one) => one.how === how)
      .flatMap((one) => one.hits)
      .filter((hit) => !isOtherNumber(value, sources[hit.source]!.document.text.slice(hit.start, hit.end)));
    if (hits.length > 0) return { kind, hits, how };
  }
  if (identifier !== undefined && isValidIdentifier(identifier, value)) {
    const misread = sources.flatMap(({ letters, recognized }, source) =>
      recognized ? findMisread(value, letters).map((hit) => ({ ...hit, source })) : [],
    );
    if (misread.length === 1) return { kind, hits: misread, how: 'alike' };
  }
  const reworded = sources.findIndex((source) => isReworded(value, source));
  return { kind, hits: [], how: 'same', ...(reworded >= 0 && { reworded }) };
}

/** "12999" has the digits of "129.99" and is another number. */
const isOtherNumber = (value: string, written: string): boolean =>
  /^\d+$/.test(value.trim()) &&
  /^\d+(?:[.,]\d+)+$/.test(written) &&
  !readings(written).some((one) => one === Number(value));

/** Lists other ways to write the same address, number or month. */
function variantsOf(value: string, kind: string): string[] {
  if (kind === 'url') return [value, value.replace(/^https?:\/\/(?:www\.)?|\/$/g, '')];
  if (kind === 'phone' || /^\+\d[\d ]{6,}$/.test(value)) {
    const digits = value.replace(/\D/g, '');
    // With and without the country code, which has one to three digits.
    return [value, `00${digits}`, ...[1, 2, 3].flatMap((length) => [digits.slice(length), `0${digits.slice(length)}`])];
  }
  const month = /^(\d{4})-(\d{2})$/.exec(value);
  return month === null ? [value] : [value, `${month[2]}/${month[1]}`, ...monthVariants(month[1]!, Number(month[2]))];
}

function monthVariants(year: string, month: number): string[] {
  if (month < 1 || month > 12) return [];
  const day = new Date(Date.UTC(2000, month - 1, 15));
  return ['en', 'de', 'fr', 'es', 'it'].flatMap((language) =>
    (['long', 'short'] as const).map(
      (length) => `${day.toLocaleDateString(language, { month: length, timeZone: 'UTC' })} ${year}`,
    ),
  );
}
