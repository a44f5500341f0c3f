import { createCover } from '../language/spans.ts';
import { currencyCodes } from '../values/amounts.ts';
import { findDates } from '../values/dates.ts';
import { headingScales } from '../values/heading-scales.ts';
import { identifierSpans } from '../values/identifiers.ts';
import { readings, scaleAfter } from '../values/scales.ts';
import { type Unit, unitAfter } from '../values/units.ts';

// Finds all numbers of a text with every way to read them: "1.234" can be 1234 or 1.234.

export type Written = {
  start: number;
  end: number;
  values: number[];
  isNegative: boolean;
  isPercent: boolean;
  /** A currency sign or code is beside it. */
  isMoney: boolean;
  /** The code of the currency beside it; "$" for a dollar of some country. */
  currency?: string;
  unit: Unit | undefined;
  /**
   * If a word such as "million" follows, or stands over it: by how much it multiplies, and the digits without it. What
   * stands over a table is meant for its sums of money, not for its counts.
   */
  scaled?: { by: number; values: number[]; isOver?: true };
  /** Read with digits that look alike on a scan, so it is less certain. */
  isAlike?: true;
};

const number = /\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*/g;

/** `recognized` means OCR, where neighbouring digits run together and table lines are read as ones. */
export function findWritten(text: string, recognized = false): Written[] {
  const cover = createCover(text.length);
  for (const span of identifierSpans(text)) cover.add(span);
  for (const order of ['day-first', 'month-first'] as const)
    for (const { start, end } of findDates(text, order)) cover.add({ start, end });
  const found: Written[] = [];
  const scaleOver = headingScales(text);
  for (const match of text.matchAll(number)) {
    const start = match.index;
    const end = start + match[0].length;
    if (cover.touches({ start, end })) continue;
    const before = narrow(text.slice(Math.max(0, start - 8), start)).slice(-4);
    const after = narrow(text.slice(end, end + 24));
    // Not a number but part of a code: "INV-2026", "A4711", "3B".
    const isRange =
      /^\d{4}$/.test(match[0]) &&
      (/\d{4}\s?[-/]$/.test(text.slice(Math.max(0, start - 6), start)) || /^[-/]\d{2,4}(?!\d|[-/])/.test(after));
    if (/[\p{L}_]$|[\p{L}\d][-/_]$/u.test(before) && !isSign(before) && !isRange) continue;
    if (!isRange && /^[-/_][\p{L}\d]{2}/u.test(after) && !isMeasure.test(after)) continue;
    const isPercent = /^\s?(?:%|percent\b|per cent\b|prozent\b|pour cent\b|por ciento\b)/i.test(after);
    const own = scaleAfter(after);
    const over = own === undefined && !isPercent ? scaleOver(start) : undefined;
    const scale = own ?? over;
    // "2,500" in thousands is no 2.5 thousand.
    const base = over === undefined ? readings(match[0]) : readings(match[0]).slice(0, 1);
    const values = scale === undefined ? base : base.map((one) => tidy(one * scale));
    const currency = currencyOf(before, after);
    const written = {
      start,
      end,
      values,
      ...(scale !== undefined && {
        scaled: { by: scale, values: base, ...(over !== undefined && { isOver: true as const }) },
      }),
      isNegative:
        /(?:^|[\s(€$£])[-−–]\s?\p{Sc}?\s?$/u.test(before) ||
        (/\($/.test(before) && /^\s?\)/.test(after)) ||
        /^[-−](?!\w)/.test(after),
      isPercent,
      isMoney: isMoney(before, after),
      ...(currency !== undefined && { currency }),
      unit: unitAfter(after),
    };
    found.push(written);
    if (recognized) found.push(...readingsOfScan(match[0], written));
  }
  return found;
}

/** "a 412-page novel", "18-month", "6-year-old": the word that a number counts. */
const isMeasure = /^-\p{Ll}{3,}(?![\p{L}\d_/]|-\d)/u;

const narrow = (text: string): string => text.replace(/[ \t]+/g, ' ');

/**
 * Returns other readings of a number on a scan: two numbers of neighbouring cells that look like one with spaces, and
 * one whose first or last digit is a table line.
 */
function readingsOfScan(digits: string, written: Written): Written[] {
  const parts = [...digits.matchAll(/[\d.,]+/g)].map((part) => ({ text: part[0], at: written.start + part.index }));
  const apart = parts.length < 2 ? [] : parts.map(({ text, at }) => read(text, at));
  const strokes = [digits.replace(/^1(?=\d)/, ''), digits.replace(/(?<=\d)1$/, ''), digits.replace(/^1(?=\d)|1$/g, '')]
    .filter((text) => /\d/.test(text) && text !== digits)
    .map((text) => ({ ...read(text, written.start), end: written.end, isAlike: true as const }));
  return [...apart, ...strokes];
  function read(text: string, start: number): Written {
    return { ...written, start, end: start + text.length, values: readings(text) };
  }
}

const isMoney = (before: string, after: string): boolean =>
  /\p{Sc}\s?[-−]?$/u.test(before) ||
  /^\s?\p{Sc}/u.test(after) ||
  currencyCodes.has(/([A-Z]{3})\s?[-−]?$/.exec(before)?.[1] ?? '') ||
  currencyCodes.has(/^\s?([A-Z]{3})(?!\p{L})/u.exec(after)?.[1] ?? '');

/** Only signs that one currency has, and the dollar's. */
const clearSigns: Record<string, string> = { '€': 'EUR', '£': 'GBP', $: '$' };

function currencyOf(before: string, after: string): string | undefined {
  const code = /([A-Z]{3})\s?[-−]?$/.exec(before)?.[1] ?? /^\s?([A-Z]{3})(?!\p{L})/u.exec(after)?.[1];
  if (code !== undefined && currencyCodes.has(code)) return code;
  const sign = /(?<![\p{L}])(\p{Sc})\s?[-−]?$/u.exec(before)?.[1] ?? /^\s?(\p{Sc})/u.exec(after)?.[1];
  return sign === undefined ? undefined : clearSigns[sign];
}

/** Currencies and signs may touch a number: "EUR1,250", "R150", "RM7.00". */
const isSign = (before: string): boolean => /(?:[A-Z]{3}|\b(?:Rs?|R[Mm]|Rp)|kr)$/.test(before);

export const tidy = (value: number): number => Number(value.toPrecision(12));

export const isSameNumber = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(1e-9 * Math.max(Math.abs(one), Math.abs(other)), 1e-9);
