import { type Candidate, without } from '../language/spans.ts';
import { identifierSpans } from '../values/identifiers.ts';
import { findSpoken } from '../values/number-words.ts';
import type { Document } from './document.ts';

// The numbers of a text that count or cost something.

/** Finds numbers that are not part of dates, phone numbers, addresses or codes with letters. */
export function plainNumbers(document: Document) {
  const { text, dates, phones, emails, urls, codes, numbers } = document;
  const worded = codes.filter(({ value }) => /\p{L}/u.test(value));
  const sure = phones.filter(({ isSure }) => isSure);
  // The groups of an account or card number are not amounts.
  const ranges = [...text.matchAll(dayRange)].map(({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
  }));
  return without(
    numbers,
    [...dates, ...ranges, ...sure, ...emails, ...urls, ...worded, ...identifierSpans(text)],
    text.length,
  );
}

/** "from 3 to 6 November": the 3 is a day. */
const dayRange =
  /(?<![\d.,])\d{1,2}\.?(?= ?(?:-|–|to|and|until|bis|und|au|et|al|y|a|e|tot|en) ?\d{1,2}\.? \p{L}{3,})/gu;

/** "in 2025" counts nothing. */
export const countsNothing = (
  { start, end, value }: { start: number; end: number; value: number },
  text: string,
): boolean =>
  value >= 1900 &&
  value <= 2100 &&
  /^\d{4}$/.test(text.slice(start, end)) &&
  /(?<!\p{L})(?:in|since|until|by|from|of|year|seit|im|bis|en|depuis|desde|dal|nel) $/iu.test(
    text.slice(Math.max(0, start - 8), start),
  );

/** "two guests", "three hundred and fifty seats": words count where a noun follows. */
export const spokenCounts = (text: string): Candidate[] =>
  findSpoken(text)
    .filter(
      ({ start, end, value }) =>
        value >= 2 && text[start - 1] !== '-' && /^ (?:of |\p{Ll}{3,})/u.test(text.slice(end, end + 20)),
    )
    .map((one) => ({ ...one, trust: 0.9 }));
