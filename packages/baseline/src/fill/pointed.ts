import type { Clue } from '../clues/clue.ts';
import { numbersOf } from '../entail/numbers.ts';
import type { Span } from '../language/spans.ts';
import { splitWords } from '../language/words.ts';
import { type Kind, readMeaning } from '../schema/field.ts';
import { type Pointed, questionOf } from '../schema/question.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findSpoken } from '../values/number-words.ts';
import { findCandidates } from './candidates.ts';

// The place at which the network points, read as a value of the kind that the field asks for.

/** Below it, what it points at is a guess. */
const sureMin = 0.9;
/** In mails, tickets and lists with lines of their own, which it was hardly taught, more of what it adds was wrong. */
const linesMin = 0.995;
/**
 * A text that somebody sends with a required field mostly has its value. Where the network thinks it has none but has seen
 * something, about half of such values were right in texts that nobody had seen.
 */
const requiredMin = 0.001;

export const mustHaveValue = ({ required, nullable, rules }: Field): boolean =>
  required && !nullable && rules.default === undefined;

/** Kinds with a form of their own: words that do not have it are no value of them. */
export const formedKinds: ReadonlySet<Kind> = new Set<Kind>([
  'date',
  'datetime',
  'time',
  'email',
  'phone',
  'url',
  'currency',
]);

/** The network's answer as a clue: one that may fill the field, or for the check of a value, also one that may not. */
export function findPointed(field: Field, document: Document, { isCheck = false } = {}): Clue[] {
  if (document.pointed.size === 0) return [];
  const pointed = document.pointed.get(questionOf(field));
  const isProse = !/\S\s*\n\s*\S/.test(document.text);
  const likelihoodMin = isCheck || mustHaveValue(field) ? requiredMin : isProse ? sureMin : linesMin;
  if (pointed === undefined || pointed.likelihood < likelihoodMin) return [];
  const span = locate(pointed, document);
  if (span === undefined) return [];
  const value = readValue(field, span, document);
  if (value === undefined) return [];
  const how = pointed.likelihood >= sureMin ? 'pointed' : 'guessed';
  return [{ trust: 1, ...span, ...value, score: 0.6 + 0.3 * pointed.likelihood, how }];
}

type Value = { value: string | number; start?: number; end?: number };

function readValue(field: Field, span: Span, document: Document): Value | undefined {
  const { kind } = readMeaning(field);
  const isNumber = field.type === 'number' || field.type === 'integer';
  if (!isNumber && !formedKinds.has(kind)) return asWords(span, field, document);
  const kinds: Kind[] = isNumber ? [kind, 'money', 'number', 'percent', 'year'] : [kind];
  const spoken = isNumber ? findSpoken(document.text).find((one) => touches(one, span)) : undefined;
  if (spoken !== undefined && !/\d/.test(document.text.slice(span.start, span.end))) return spoken;
  for (const one of kinds) {
    const inside = findCandidates(document, one).find((one) => touches(one, span));
    if (inside !== undefined && (typeof inside.value === 'number') === isNumber) return inside;
  }
  if (isNumber) return asNumber(document.text.slice(span.start, span.end));
  // "Saturday" is a day for a field that asks for no calendar date.
  return field.format === undefined ? asWords(span, field, document) : undefined;
}

const touches = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/** "an 18-day crossing" */
function asNumber(words: string): Value | undefined {
  const [first] = numbersOf(words.replace(/(?<=[\p{L}\d])-(?=\p{L})/gu, ' '));
  return first === undefined ? undefined : { value: first.value };
}

function asWords({ start, end }: Span, { name }: Field, { text }: Document): Value | undefined {
  // "borrowed The Night Circus": within a sentence, a capital says that the article is part of the name.
  const from = /(?<=[\p{L},] )The $/u.test(text.slice(Math.max(0, start - 6), start)) ? start - 4 : start;
  const value = withoutName(trim(text.slice(from, end)), name);
  return value === '' ? undefined : { value };
}

/** "spanish cuisine" is the cuisine spanish; "Marlin Bay Hotel" is the name of a hotel. */
function withoutName(value: string, name: string): string {
  const last = splitWords(name).at(-1);
  return last !== undefined && value.endsWith(` ${last}`) ? value.slice(0, -last.length - 1).trim() : value;
}

/** Invisible characters and quoted messages are left out of the text that the rules read. */
function locate({ words, start, end }: Pointed, { text }: Document): Span | undefined {
  if (text.slice(start, end) === words) return { start, end };
  const at = text.indexOf(words);
  return at < 0 ? undefined : { start: at, end: at + words.length };
}

/** "a dry cough" is a dry cough, but "the cable may overheat" is a sentence. "Mrs Joan Reed" is Joan Reed, but "Ms Talbot" has no other name; "#5521" is the number 5521. */
const trim = (words: string): string =>
  words
    .replace(/\s+/g, ' ')
    .replace(/^[\s"“(#]+|[\s"”),.;:]+$/g, '')
    .replace(/^(?:i['’]?m|i am|my name is|this is) (?=\p{Lu})/iu, '')
    .replace(/^(?:the|an?) (?=(?:\S+ ){0,2}\S+$)/, '')
    .replace(/^(?:Mrs?|Ms|Miss|Dr|Prof)\.? (?=\p{Lu}\S* \p{Lu})/u, '');
