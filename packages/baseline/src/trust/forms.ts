import { type Kind, readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import { currencyCodes } from '../values/amounts.ts';
import { findDates, isMonthName } from '../values/dates.ts';

// Whether a value has the form of what its field asks for. A company is no currency and an address no name, wherever in
// the text they stand.

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const URL_LIKE = /^(?:https?:\/\/|www\.)\S+$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/i;
const AMOUNT = /^[^\p{L}\d]*\d[\d\s.,'’]*[^\p{L}\d]*$/u;

const MONEY_NAME = /(?:^|[^a-z])(?:total|amount|price|balance|subtotal|cost|fee)s?(?:$|[^a-z])/i;
const DATE_ONLY = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}$/;
const CURRENCY_WORD =
  /dollar|euro|pound|sterling|yen|yuan|rupee|rupiah|ringgit|franc|kron|peso|real|zloty|forint|lira|rand|dirham|riyal|shekel|baht|dong|won/i;
const DAY_WORD =
  /^(?:today|tomorrow|yesterday|now|immediate(?:ly)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year|quarter|spring|summer|autumn|winter)s?$/i;

/** What stands where a value would. No field asks for it. */
const NO_VALUE =
  /^(?:(?:not|none) (?:yet )?(?:provided|given|stated|available|applicable|specified|indicated|disclosed|recorded)|n\/a|n\. ?a\.|no (?:data|information|answer|entry)|keine angaben?|nicht angegeben|non (?:renseigné|communiqué|indiqué|précisé)e?|no (?:consta|aplica|indicado)|não (?:informado|indicado)|non indicato|niet opgegeven|tbd|[-–—.]+)$/i;
/** The same, but of a mere text it may be what the source says. */
const NOBODY_KNOWS = /^(?:none|nil|unknown|unclear|unbekannt|inconnue?|desconocid[oa]|sconosciut[oa]|onbekend)$/i;

/** "Phone: unknown", "IBAN: n/a". */
export const saysNothing = (text: string): boolean => NO_VALUE.test(text.trim()) || NOBODY_KNOWS.test(text.trim());

/** Returns what is wrong, as a note, or undefined. */
export function findFormProblem(field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '' || field.options !== undefined) return undefined;
  const { kind } = readMeaning(field);
  const text = value.trim();
  if (NO_VALUE.test(text) || (kind !== 'text' && NOBODY_KNOWS.test(text))) return 'It says that there is no value.';
  if (MONEY_NAME.test(field.name) && DATE_ONLY.test(text)) return 'It does not look like an amount.';
  const fits = forms[kind]?.(text) ?? true;
  return fits ? undefined : `It does not look like ${wordsOf[kind] ?? 'what the field asks for'}.`;
}

const isName = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  !EMAIL.test(text) &&
  !/^(?:https?:\/\/|www\.)/i.test(text) &&
  !isCode(text) &&
  !isOnlyDate(text);
const isOnlyDate = (text: string): boolean =>
  /\d/.test(text) && findDates(text, 'day-first').some(({ start, end }) => start === 0 && end === text.length);
/** A currency, which is no name of anybody. */
const isCode = (text: string): boolean => /^\p{Sc}$/u.test(text) || currencyCodes.has(text);

const isCurrency = (text: string): boolean =>
  /\p{Sc}/u.test(text) || text.length <= 4 || CURRENCY_WORD.test(text) || currencyCodes.has(text.toUpperCase());

/** A date has a month or a form of its own. An amount with two decimals and a name have neither. */
function isDate(text: string): boolean {
  const words = text.split(/[^\p{L}]+/u);
  if (!/\d/.test(text)) return words.some((word) => isMonthName(word) || DAY_WORD.test(word));
  const decimals = /^(\d{1,7})[.,\s](\d{2})$/.exec(text);
  return decimals === null || (Number(decimals[1]) <= 31 && Number(decimals[2]) <= 12);
}

const forms: Partial<Record<Kind, (text: string) => boolean>> = {
  email: (text) => text.includes('@'),
  url: (text) => URL_LIKE.test(text) || text.includes('/'),
  phone: (text) => (text.match(/\d/g)?.length ?? 0) >= 5,
  currency: (text) => isCurrency(text),
  date: isDate,
  datetime: isDate,
  digits: (text) => /^[\d\sx*•.-]+$/i.test(text) && /\d/.test(text),
  person: (text) => isName(text) && !AMOUNT.test(text),
  party: isName,
  organization: isName,
  place: isName,
};

const wordsOf: Partial<Record<Kind, string>> = {
  email: 'an e-mail address',
  url: 'an address on the web',
  phone: 'a phone number',
  currency: 'a currency',
  date: 'a date',
  datetime: 'a date',
  digits: 'digits',
  person: 'a name',
  party: 'a name',
  organization: 'a name',
  place: 'a place',
};
