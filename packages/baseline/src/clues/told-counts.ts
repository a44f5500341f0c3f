import type { Candidate } from '../language/spans.ts';
import { fold, singular, splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { plainNumbers, spokenCounts } from '../text/plain-numbers.ts';
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
  const period = periodOf(field);
  const participle = asked.find((one) => /^\p{L}{3,}ed$/u.test(one));
  const unit = /\bin ([\p{L} ]{3,30})$/iu.exec(field.description.trim())?.[1];
  const found = [
    ...plainNumbers(document).filter(({ isPercent }) => !isPercent),
    ...(kind === 'number' || isCount ? spokenCounts(document.text) : []),
    ...(asked.includes('age') ? findAges(document) : []),
  ];
  const done =
    participle === undefined ? [] : found.filter(({ start }) => isDone(document.text.slice(0, start), participle));
  return (done.length > 0 && kind === 'number' ? done : found)
    .filter(({ start, end }) => {
      const [before, after] = [document.text.slice(Math.max(0, start - 50), start), document.text.slice(end, end + 60)];
      if (per !== undefined)
        return new RegExp(`^(?: ?${currencyWords})? ?(?:per|a|an|each|pro|par|por|/) ?${per}(?!\\p{L})`, 'iu').test(
          after,
        );
      if (asked.includes('age')) return isAge(before, after);
      if (done.some((one) => one.start === start)) return true;
      if (
        period !== undefined &&
        kind === 'money' &&
        new RegExp(
          `^(?: ?${currencyWords})? ?(?:a|an|per|each|every|/|pro|par|por|al) ?(?:${period})(?!\\p{L})`,
          'iu',
        ).test(after)
      )
        return true;
      if (unit !== undefined && after.toLowerCase().startsWith(` ${unit.toLowerCase()}`)) return true;
      if (kind === 'money' && !isCount)
        return nouns.some((noun) => follows(before, noun) || isFor(after, noun)) || isSaidSum(asked, before, after);
      if (isSaidSum(asked, before, after)) return true;
      if (asked.includes('quantity') && unit === undefined)
        return (
          /(?<!\p{L})(?:order(?:ed|s)?|bought|purchased?|need|want|sold|deliver(?:ed|s)?|shipped|sent?)(?!\p{L})[^.;!?\d]{0,20}(?:\S*\d\S* of )?$/iu.test(
            before,
          ) && /^ \p{Ll}{3,}/u.test(after)
        );
      return nouns.some((noun) => isCounted(after, noun) || isShare(after, noun));
    })
    .map(({ start, end, value }) => ({ start, end, value, trust: 1, score, how: 'told' as const }));
}

const currencyWords = '(?:euros?|dollars?|pounds?|francs?|francos|yen|kr|[A-Z]{3}|[€$£])';

const periods: [RegExp, string][] = [
  [/\bmonth(?:ly)?\b/i, 'month|Monat|mois|mes|mese'],
  [/\b(?:annual(?:ly)?|yearly|year)\b/i, 'year|annum|Jahr|an|año|anno'],
  [/\bweek(?:ly)?\b/i, 'week|Woche|semaine|semana'],
  [/\b(?:daily|day)\b/i, 'day|Tag|jour|día'],
  [/\bhour(?:ly)?\b/i, 'hour|Stunde|heure|hora'],
  [/\bnight(?:ly)?\b/i, 'night|Nacht|nuit|noche'],
];
/** "monthly rent", "rent per month". */
function periodOf({ name, description }: Field): string | undefined {
  const words = `${splitWords(name).join(' ')} ${/\bper \w+|\w+ly\b|\ba (?:month|year|week|day|night)\b/i.exec(description)?.[0] ?? ''}`;
  return periods.find(([pattern]) => pattern.test(words))?.[1];
}

/** "and delivered 17 of them" for "pallets_delivered". */
const isDone = (before: string, participle: string): boolean =>
  new RegExp(`(?<!\\p{L})${participle} (?:only |about |around |up to |all )?$`, 'iu').test(before);

/** "had to pay 212 euros for a hotel", "80 euros for cleaning". */
const isFor = (after: string, noun: string): boolean =>
  new RegExp(
    `^(?: ?${currencyWords})? for (?:the |a |an |our |my |your |one )?(?:\\p{Ll}+ )?${noun}(?:s|es|ing)?(?!\\p{L})`,
    'iu',
  ).test(after);

/** What a verb or another noun says of a sum: who lends gives the principal, and the excess is what the insurer deducts. */
const sums: [asked: string, before: RegExp, after?: RegExp][] = [
  [
    'principal loan borrowed lent',
    /(?<!\p{L})(?:lends?|lent|lending|borrow(?:s|ed)?|loan of|credit of)(?!\p{L})[^.;!?\d]{0,40}$/iu,
  ],
  [
    'deductible excess retention',
    /(?<!\p{L})(?:excess|deductible|retention|Selbstbeteiligung|franchise)(?: of| is| was|:)? ?$/iu,
  ],
  [
    'debt owed arrears outstanding',
    /(?<!\p{L})(?:owes?|owed|debt of|arrears of|outstanding(?: amount of)?)(?!\p{L})[^.;!?\d]{0,40}$/iu,
  ],
  ['price cost sale', /(?<!\p{L})(?:sold|went|bought|purchased|available|offered)(?: it| them)? (?:for|at) ?$/iu],
  [
    'salary wage pay',
    /(?<!\p{L})(?:earns?|earned|earning|paid)(?: him| her| them)? $/iu,
    /(?:a|per) (?:year|month|hour|week)/,
  ],
  [
    'refund refunded',
    /(?<!\p{L})(?:refund(?:ed)?(?: of)?|reimburse(?:d)?|money back|get back)(?!\p{L})[^.;!?\d]{0,25}$/iu,
  ],
  ['fine penalty', /(?<!\p{L})(?:fined|fine of|penalty of)(?!\p{L})[^.;!?\d]{0,25}$/iu],
  ['charged disputed charge', /(?<!\p{L})(?:charged|billed|debited)(?: me| us| him| her| them)? ?$/iu],
  ['coverage covered limit maximum', /(?<!\p{L})(?:up to|maximum of|limit of|covered for|insured for) ?[€$£]?$/iu],
  [
    'sales revenue turnover profit income earnings',
    /(?<!\p{L})(?:sales|revenues?|turnover|profit|income|earnings)(?!\p{L})[^.;!?]{0,60} (?:to|of|were|was|reached|totall?ed|at) ?[€$£]?$/iu,
  ],
  [
    'total altogether',
    /(?<!\p{L})(?:comes? to|came to|amounts? to|adds? up to|altogether|in total|in all|total of)(?: about)? ?[€$£]?$/iu,
  ],
  [
    'total altogether',
    /$/,
    /^(?: ?(?:euros?|dollars?|pounds?|francs?|[A-Z]{3}|[€$£]))? (?:in total|altogether|overall|in all)(?!\p{L})/u,
  ],
  ['total', /(?<!\p{L})(?:amount|sum)(?: due| payable)? (?:is|was|of|:) ?[€$£]?$/iu],
  ['amount sum', /(?:^|[.!?\n] ?)(?:please )?(?:transfer|send|pay|wire|remit) $/iu],
  ['donation donated', /(?<!\p{L})(?:donat(?:ed|es|ion of)|gave)(?!\p{L})[^.;!?\d]{0,15}$/iu],
];
const isSaidSum = (asked: string[], before: string, after: string): boolean =>
  sums.some(
    ([roles, pattern, tail]) =>
      roles.split(' ').some((role) => asked.includes(role)) && pattern.test(before) && (tail?.test(after) ?? true),
  );

/** "was built in 1974" for "year_built". */
function findYears({ name, title, type }: Field, document: Document): Clue[] {
  const events = [...splitWords(name), ...splitWords(title)].filter(
    (one) => one.length > 3 && one !== 'year' && one !== 'construction',
  );
  if (/construction|built|baujahr/i.test(`${name} ${title}`)) events.push('built', 'erbaut', 'gebaut', 'construite?');
  if (events.length === 0 || !['number', 'integer'].includes(type)) return [];
  const before = new RegExp(`(?<!\\p{L})(?:${events.join('|')})\\p{L}{0,3} (?:in |around |about )?$`, 'iu');
  // Houses are older than what the years of documents are.
  return [...document.text.matchAll(/(?<![\d.,/#-])(?:1[5-9]\d\d|20[0-4]\d)(?![\d/]|[.,]\d|-\d)/g)]
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
