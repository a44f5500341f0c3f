import { lastIndexOfPhrase, singular, splitWords } from '../language/words.ts';
import { type Group, groups } from '../languages/thesaurus.ts';
import type { Field } from './schema.ts';

// The meaning of a schema field: its kind of value, and its labels in texts.

export type Kind =
  | 'email'
  | 'phone'
  | 'url'
  | 'date'
  | 'datetime'
  | 'time'
  | 'year'
  | 'money'
  | 'currency'
  | 'percent'
  | 'number'
  | 'person'
  | 'organization'
  | 'party'
  | 'place'
  | 'code'
  | 'digits'
  | 'headline'
  | 'summary'
  | 'sentiment'
  | 'language'
  | 'text';

export type Label = { words: string[]; weight: number };
export type Meaning = { kind: Kind; labels: Label[]; group: Group | undefined };

/** The first rule that matches the words of a field determines its kind. */
const kindRules: [Kind, RegExp, ('string' | 'number')?][] = [
  ['email', /\b(?:email|e mail)\b/, 'string'],
  ['phone', /\b(?:phone|phones|fax|whatsapp)\b/, 'string'],
  ['url', /\b(?:url|urls|link|links|website|homepage|webpage|linkedin|github|uri|web|web address)\b/, 'string'],
  ['currency', /\bcurrency\b/, 'string'],
  ['sentiment', /\b(?:sentiment|mood|tone|attitude|polarity)\b/],
  [
    'summary',
    /\b(?:summary|abstract|tldr|overview|synopsis|gist|key points|highlights|takeaways?|main points)\b/,
    'string',
  ],
  ['digits', /\b(?:last4|last 4|last four|last digits)\b/, 'string'],
  // "yield_this_year" counts something else.
  ['year', /(?<!\b(?:this|last|next|previous|per|a|current|first|second) )\byear\b(?! old)/, 'number'],
  ['percent', /\b(?:percent|percentage|pct|%|tax rate|vat rate|interest rate|share of)\b/],
  [
    'money',
    /\b(?:amount|total|subtotal|price|cost|costs|fee|fees|balance|tax|vat|salary|revenue|budget|sum|payment|paid|value|discount|deposit|income|profit|turnover|wage|fine|rent|charge|principal|deductible|excess|debt|premium|bonus|refund|repayment|instal?lment|expenses?)\b/,
    'number',
  ],
  ['datetime', /\b(?:timestamp|date time|datetime)\b/, 'string'],
  [
    'date',
    /\b(?:date|dates|deadline|birthday|born|day|due|expiry|expires)\b|\b(?:sent|created|published|occurred|opened|received|issued|signed|posted|updated|closed|started|ended|ordered|delivered|submitted|reported) (?:on|at)\b|\b(?:on|at)$/,
    'string',
  ],
  ['time', /\btime\b/, 'string'],
  ['language', /\blanguages?\b/, 'string'],
  ['headline', /\b(?:headline|subject|heading)\b/, 'string'],
  [
    'organization',
    /\b(?:organizations?|company|companies|employer|firm|bank|institution|university|school|agency|brand|team|teams|publisher|business|vendor name|supplier)\b/,
    'string',
  ],
  [
    'place',
    /\b(?:place|places|city|cities|country|countries|location|locations|town|region|venue|residence|destination|origin)\b/,
    'string',
  ],
  ['code', /\b(?:number|code|reference|sku|iban|isbn|serial|vin|key|hash|version|passport)\b/, 'string'],
  [
    'party',
    /\b(?:vendor|seller|supplier|customer|client|buyer|merchant|payee|counterparty|recipient|sender|beneficiary|party|parties|holder|provider|issuer|requester|shop|store|retailer|debtor|creditor|payer|signer|owner|defendant|plaintiff)\b|\bwho\b/,
    'string',
  ],
  [
    'person',
    /\b(?:person|persons|people|author|authors|full name|first name|last name|candidate|applicant|employee|manager|ceo|doctor|patient|contact|speaker|speakers|attendees|participants|passenger|guest|signatory|name of|name)\b/,
    'string',
  ],
  ['number', /./, 'number'],
];

const byFormat = new Map<string, Kind>(
  Object.entries<Kind>({
    email: 'email',
    'idn-email': 'email',
    date: 'date',
    'date-time': 'datetime',
    time: 'time',
    uri: 'url',
    'uri-reference': 'url',
    iri: 'url',
    url: 'url',
    phone: 'phone',
    hostname: 'url',
  }),
);

/** Parts of names that say nothing about the label, such as units and filler words. */
const emptyWords = new Set(
  'name full the of value in kg g km m cm mm days hours minutes seconds months usd eur gbp percent total'.split(' '),
);

/** Parts of names that say the kind: a "flight number" is labelled "Flight" on a ticket. */
const kindWords = new Set('number code reference date time day on at email phone address url link count'.split(' '));

/** Names that any document has something for. The description says which is meant. */
const genericNames = new Set(
  'date day number name amount reference code person company party value sum price cost'.split(' '),
);
/** Whether the name asks for whatever the text has of a kind. */
export const isGeneric = ({ name }: Field): boolean => genericNames.has(splitWords(name).join(' '));

const articles = new Set('the a an this that its'.split(' '));

/** "date of the invoice" is an invoice date. Only phrases of several words narrow a name. */
function findNarrower(description: string[], kind: Kind, isNumber: boolean): Group | undefined {
  const words = description.filter((word) => !articles.has(word));
  const turned = words.length >= 3 && words[1] === 'of' ? [...words.slice(2), words[0]!] : [];
  for (const one of [words, turned]) {
    const group = findGroup(one, kind, isNumber);
    if (group?.strong.some((phrase) => phrase.includes(' ') && lastIndexOfPhrase(one, splitWords(phrase)) >= 0))
      return group;
  }
  return undefined;
}

const known = new WeakMap<Field, Meaning>();

export function readMeaning(field: Field): Meaning {
  const found = known.get(field) ?? work(field);
  known.set(field, found);
  return found;
}

function work(field: Field): Meaning {
  const own = splitWords(field.name);
  const name = [...splitWords(field.parent), ...own];
  const title = splitWords(field.title);
  const description = splitWords(field.description);
  const kind = readKind(field, name, title, description);
  const isNumber = field.type === 'number' || field.type === 'integer';
  const sources = [name, name.map(singular), title, own].filter((words) => words.length > 0);
  let group = sources.map((words) => findGroup(words, kind, isNumber)).find((one) => one !== undefined);
  // If the name says nothing ("field_1", "x"), the description decides, and so it does for a name such as "date".
  group ??= findGroup(description, kind, isNumber);
  if (isGeneric(field)) group = findNarrower(description, kind, isNumber) ?? group;
  const labels: Label[] = sources.map((words) => ({
    words,
    weight: words === own && own.length < name.length ? 0.8 : 1,
  }));
  const bare = name.filter((word) => !emptyWords.has(word));
  if (bare.length > 0 && bare.length < name.length) labels.push({ words: bare, weight: 0.95 });
  const role = bare.filter((word) => !kindWords.has(word));
  if (role.length > 0 && role.length < bare.length) labels.push({ words: role, weight: 0.8 });
  for (const phrase of group?.strong ?? []) labels.push({ words: splitWords(phrase), weight: 0.9 });
  // Just below its own labels, so that its own one wins where the text has both.
  for (const phrase of group?.second ?? []) labels.push({ words: splitWords(phrase), weight: 0.855 });
  for (const phrase of group?.weak ?? []) labels.push({ words: splitWords(phrase), weight: 0.55 });
  if (group === undefined) labels.push(...labelsOf(description));
  return { kind, labels: labels.filter(({ words }) => words.length > 0), group };
}

/** If a field's name is no help, its description may contain the label. */
function labelsOf(description: string[]): Label[] {
  const labels: Label[] = [];
  for (const [at, word] of description.slice(0, 40).entries()) {
    if (word.length > 4) labels.push({ words: [word], weight: 0.55 });
    for (const length of [2, 3]) {
      const words = description.slice(at, at + length);
      if (words.length === length && words.some((one) => one.length > 3))
        labels.push({ words, weight: 0.65 + 0.05 * length });
    }
  }
  return labels;
}

const danglingWord =
  /(?<!\b(?:sent|created|published|occurred|opened|received|issued|signed|posted|updated|closed|started|ended|ordered|delivered|submitted|reported)) (?:on|at)$/;

function readKind(field: Field, name: string[], title: string[], description: string[]): Kind {
  const stated = field.format === undefined ? undefined : byFormat.get(field.format);
  if (stated !== undefined) return stated;
  // "started_at: time it started", "doors_open: when doors open" say so only in their description.
  if (
    field.type === 'string' &&
    /^(?:the )?(?:start |end |opening )?time\b(?! zone| limit| frame| span)/.test(description.join(' '))
  )
    return 'time';
  const type = field.type === 'number' || field.type === 'integer' ? 'number' : 'string';
  for (const words of [name, name.map(singular), title, ...(type === 'string' ? [description] : [])]) {
    // "building being worked on" asks for no day, but "signed on" does.
    const text = words === description ? words.join(' ').replace(danglingWord, '') : words.join(' ');
    if (text === '') continue;
    // "payment_days" counts days.
    if (type === 'number' && words === name && /\w (?:days|weeks|months|years|hours|minutes)$/.test(text))
      return 'number';
    const rule = kindRules.find(
      ([kind, pattern, only]) => (only ?? type) === type && kind !== 'number' && pattern.test(text),
    );
    if (rule !== undefined) return refine(rule[0], name, description);
    if (words === name && findGroup(name, 'text', type === 'number') !== undefined) break;
  }
  if (type === 'number' && /\b(?:percent|percentage|per cent)\b/.test(description.join(' '))) return 'percent';
  return type === 'number' ? 'number' : 'text';
}

/** "merchant name" and "product name" are not persons. The role before the word decides. */
function refine(kind: Kind, name: string[], description: string[]): Kind {
  if (kind !== 'person') return kind;
  const role = name.filter((word) => word !== 'name').join(' ');
  if (
    /\b(?:product|file|event|project|course|item|app|brand|model|document|plan|service|account|policy|rule|domain|hotel)\b/.test(
      role,
    )
  )
    return 'text';
  const about = description.join(' ');
  if (/\bcompany or person|person or company|organization or person|business\b/.test(about)) return 'party';
  return kind;
}

/** Finds the group with the longest phrase in the field's words; among equals, the first phrase in the words. */
function findGroup(words: string[], kind: Kind, isNumber: boolean): Group | undefined {
  let best: { group: Group; length: number; rank: number } | undefined;
  for (const group of groups) {
    for (const [rank, phrase] of group.strong.entries()) {
      const parts = splitWords(phrase);
      if (lastIndexOfPhrase(words, parts) < 0 || (parts.length === 1 && isKindWord(parts[0]!, kind, words, isNumber)))
        continue;
      if (best === undefined || parts.length > best.length || (parts.length === best.length && rank < best.rank)) {
        best = { group, length: parts.length, rank };
      }
    }
  }
  return best?.group;
}

/** In "customer email", "email" is the kind and "customer" the role. */
function isKindWord(word: string, kind: Kind, words: string[], isNumber: boolean): boolean {
  if (words.length === 1) return false;
  if (word === 'name' || word === 'number' || word === 'address') return true;
  if (word === 'amount' && isNumber) return true;
  return (
    word === kind || (kind === 'date' && (word === 'date' || word === 'on')) || (kind === 'url' && word === 'link')
  );
}
