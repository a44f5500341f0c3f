import type { Candidate } from '../language/spans.ts';
import { fold, singular, splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { numberWords, plainNumbers } from '../text/plain-numbers.ts';
import { yearPattern } from '../values/dates.ts';
import type { Clue } from './clue.ts';

// What plain sentences count: "11 different senders", "3 of 10 chairs are missing", "$29 per seat", "Ana Souza, 54, was".

/** A longer text counts several things. */
const charsMax = 2_000;
const score = 0.9;

const emptyWords = new Set(
  'number count total of the a an how many much in at to for with is are was were amount price cost value us eur usd gbp per each no monthly yearly annual item items'.split(
    ' ',
  ),
);

export function findToldCounts(field: Field, document: Document): Clue[] {
  const { kind } = readMeaning(field);
  if (document.text.length > charsMax) return [];
  if (kind === 'year') return findYears(field, document);
  // "number of payments" counts them.
  const isCount = /\b(?:number of|how many|count of)\b/i.test(field.description);
  if (!['number', 'money'].includes(kind) || !['number', 'integer'].includes(field.type)) return [];
  const asked = [...splitWords(field.name), ...splitWords(field.title)].map((one) => singular(fold(one)));
  const nouns = asked.filter((one) => one.length > 2 && !emptyWords.has(one));
  const per = /(?:^|[_ -])(?:per|each|a)[_ -](\p{L}+)$/iu.exec(`${field.name} ${field.description}`.trim())?.[1];
  const unit = /\bin ([\p{L} ]{3,30})$/iu.exec(field.description.trim())?.[1];
  const found = [
    ...plainNumbers(document).filter(({ isPercent }) => !isPercent),
    ...(kind === 'number' || isCount ? numberWords(document.text) : []),
    ...(asked.includes('age') ? findAges(document) : []),
  ];
  return found
    .filter(({ start, end }) => {
      const [before, after] = [document.text.slice(Math.max(0, start - 50), start), document.text.slice(end, end + 60)];
      if (per !== undefined)
        return new RegExp(
          `^(?: ?(?:euros?|dollars?|pounds?|francs?|[A-Z]{3}))? ?(?:per|a|an|each|pro|par|por|/) ?${per}(?!\\p{L})`,
          'iu',
        ).test(after);
      if (asked.includes('age')) return isAge(before, after);
      if (unit !== undefined && after.toLowerCase().startsWith(` ${unit.toLowerCase()}`)) return true;
      if (kind === 'money' && !isCount) return nouns.some((noun) => follows(before, noun));
      return nouns.some((noun) => isCounted(after, noun) || isShare(after, noun));
    })
    .map(({ start, end, value }) => ({ start, end, value, trust: 1, score, how: 'told' as const }));
}

/** "was built in 1974" for "year_built". */
function findYears({ name, title, type }: Field, document: Document): Clue[] {
  const events = [...splitWords(name), ...splitWords(title)].filter((one) => one.length > 3 && one !== 'year');
  if (events.length === 0 || !['number', 'integer'].includes(type)) return [];
  const before = new RegExp(`(?<!\\p{L})(?:${events.join('|')})\\p{L}{0,3} (?:in |around |about )?$`, 'iu');
  return [...document.text.matchAll(yearPattern)]
    .filter(({ index }) => before.test(document.text.slice(Math.max(0, index - 40), index)))
    .map(({ index, 0: year }) => ({
      start: index,
      end: index + year.length,
      value: Number(year),
      trust: 1,
      score,
      how: 'told' as const,
    }));
}

/** "a 45-year-old man" is one word. */
const findAges = ({ text }: Document): Candidate[] =>
  [...text.matchAll(/(?<![\d-])\d{1,3}(?=-(?:year|jährig))/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: Number(match[0]),
    trust: 1,
  }));

/** "Ana Souza, 54, was", "aged 54", "54 years old", "54-year-old". */
const isAge = (before: string, after: string): boolean =>
  (/\p{Lu}\p{L}+, $/u.test(before) && /^[,)]/.test(after)) ||
  /(?<!\p{L})(?:aged?|age of|alter(?: von)?|edad(?: de)?|âgée?(?: de)?)[: ]+$/iu.test(before) ||
  /^[- ](?:years?[- ]old|jahre alt|jährige|ans(?!\p{L})|años)/iu.test(after);

/** "claims £3.2 million", "a fee of 1,200 euros". */
const follows = (before: string, noun: string): boolean =>
  new RegExp(
    `(?<!\\p{L})${noun}(?:s|ed|d|es)? (?:(?:of|for|is|was|at|about|around|nearly|almost|up to|over) ){0,2}(?:[€$£¥]|[A-Z]{3} )?$`,
    'iu',
  ).test(before);

/** "11 different senders". A unit or another noun between them counts something else. */
const isCounted = (after: string, noun: string): boolean =>
  new RegExp(
    `^(?: (?!of|and|or|to|in|for|per|at|on|with|million|billion|thousand|percent)\\p{Ll}[\\p{L}-]+){0,1} ${noun}(?:s|es|n|en|e)?(?!\\p{L})`,
    'iu',
  ).test(after);

/** "3 of 10 chairs are missing", "Two of us are vegetarian". */
const isShare = (after: string, noun: string): boolean =>
  new RegExp(`^ of (?:the |our |their )?(?:\\d+ )?\\p{L}+ (?:is|are|was|were) ${noun}(?:s|es)?(?!\\p{L})`, 'iu').test(
    after,
  );
