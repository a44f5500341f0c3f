import { readings, scaleAfter } from '../values/scales.ts';
import { type Unit, unitAfter } from '../values/units.ts';

// The numbers of a clause that measure or count something. Dates and numbers of accounts, references and documents only
// name things: they are beyond no limit.

export type Stated = { value: number; unit?: Unit; isPercent?: true };

const NUMBER = /(?<![\p{L}\d.,-])\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|(?<![\p{L}\d.,])\d+(?:[.,]\d+)*/gu;

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE = new RegExp(
  `\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{2,4}(?:[T ]\\d{2}:\\d{2}\\S*)?|\\d{1,2}:\\d{2}(?::\\d{2})?|\\d{1,2}\\.? (?:${MONTHS})[a-z]*\\.?,? \\d{4}|(?:${MONTHS})[a-z]*\\.? (?:\\d{1,2},? )?\\d{4}|(?<=\\b(?:in|since|of|year|until|from) )(?:19|20)\\d{2}(?![\\d.,]|\\s*[\\p{Sc}%]|\\s\\p{L})`,
  'giu',
);
/** "reference 2025000123", "account number 12345678", "invoice no. 4711". */
const NAMED =
  /(?:\b(?:reference|ref|account|invoice|order|number|no|nr|id|case|ticket|card|iban|phone|tel|customer|document|passport|policy|contract|batch|terminal|branch|code)[.:#]?\s?#?|#)$/i;

export function numbersOf(text: string): Stated[] {
  const dates = [...text.matchAll(DATE)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    if (dates.some((date) => start < date.end && date.start < end)) return [];
    if (/^\d{3,}$/.test(match[0]) && NAMED.test(text.slice(Math.max(0, start - 24), start))) return [];
    const after = text.slice(end, end + 24);
    const scale = scaleAfter(after) ?? 1;
    const unit = unitAfter(after);
    const isPercent = /^\s?(?:%|per ?cent\b)/i.test(after);
    return readings(match[0]).map((one) => ({
      value: one * scale,
      ...(unit !== undefined && scale === 1 && { unit }),
      ...(isPercent && { isPercent: true as const }),
    }));
  });
}

/** The last word of the name of a member whose number names something, or a point in time. */
const NAMING = new Set(
  'id ids account number no nr reference ref iban bic phone tel fax zip postcode code year date time timestamp at on day card pan mcc uuid hash version index row invoice order batch terminal'.split(
    ' ',
  ),
);

export const isNaming = (about: string): boolean => NAMING.has(about.toLowerCase().split(' ').at(-1) ?? '');
