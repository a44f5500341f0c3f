import { fold, singular, splitWords } from '../language/words.ts';
import { frames, prepositions } from '../languages/frames.ts';
import { paperNames, splitPhrases } from '../languages/languages.ts';
import { type Kind, readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findSignature } from '../text/parties.ts';
import type { Name } from '../values/names.ts';
import type { Clue } from './clue.ts';

// Who plays a part in a sentence: "the defendant, Paul Reiner", "Kevin Murphy sent 300 USD to Elena Petrova", "invoice 2211
// for Blue Door Bakery". A careful reader takes such a name without any label; two names for one part compete.

/** A longer text has several subjects. */
const charsMax = 6_000;
const score = 0.93;

export function findTold(field: Field, document: Document): Clue[] {
  const { kind, group } = readMeaning(field);
  if (!['person', 'party', 'organization', 'text'].includes(kind) || document.text.length > charsMax) return [];
  const roles = rolesOf(field);
  if (roles.size === 0 && !mayWrite(field)) return [];
  // "Der Kunde Klaus Meier": the word of the part in any language.
  const called = new Set([
    ...roles,
    ...(group?.strong ?? []).filter((one) => roles.has(group!.strong[0]!) && !one.includes(' ')),
  ]);
  const names = document.names.filter((name) => suits(name, kind));
  const found = [
    ...names.filter((name) => isCalled(name, called, document.text)),
    ...names.flatMap((name) => withoutRole(name, called)),
    ...readBetween(field, names, document.text),
    ...(meets(customerRoles, roles) && confirmsOrder.test(document.text)
      ? names.filter((name) => isGreeted(name, document))
      : []),
    ...(meets(doctors, roles)
      ? names.filter(({ start }) => /(?<!\p{L})Dr\.? (?:med\.? )?$/u.test(document.text.slice(0, start).slice(-12)))
      : []),
    ...readPossessive(names, called, document.text),
    ...sentencesOf(document.text).flatMap((sentence) => [
      ...readFrames(sentence, names, roles),
      ...readPaper(sentence, names, roles, document.text),
    ]),
  ];
  // Who writes says so, and signs: a customer with a complaint, an applicant, whoever sends a bill as a letter.
  const isBill = document.text.length <= 1_500 && document.text.search(paperPattern) >= 0;
  const isWriters = isBill ? isVendor(roles) : confirmsOrder.test(document.text) ? isVendor(roles) : mayWrite(field);
  if (found.length === 0 && isWriters && isFirstPerson.test(document.text))
    found.push(...names.filter((name) => isWriter(name, document)));
  return [...new Set(found)]
    .map((name) => withNumber(name, kind, document))
    .map(({ start, end, text }) => ({
      start,
      end,
      value: text,
      trust: 1,
      score,
      how: 'block',
    }));
}

/** Whoever confirms an order or sends an offer sells. */
const confirmsOrder =
  /(?<!\p{L})(?:(?:we|I) (?:hereby )?confirm your (?:order|booking|purchase|reservation)|thank you for your (?:order|purchase|booking)|our (?:offer|quote|quotation))(?!\p{L})/iu;
const isVendor = (roles: Set<string>): boolean => meets(vendorRoles, roles) && !roles.has('company');

/** "licence plate B-MK 4471": the name of a thing may end with a number. */
function withNumber(name: Name, kind: Kind, { text }: Document): Name {
  const number =
    kind === 'text' ? (/^ \d{1,5}(?![\d:/.-]|,\d)/.exec(text.slice(name.end, name.end + 8))?.[0] ?? '') : '';
  return { ...name, end: name.end + number.length, text: name.text + number };
}

const suits = ({ kind: named, text }: Name, kind: Kind): boolean => {
  if (named === 'place' || /^\p{L}\.?$/u.test(text)) return false;
  if (kind === 'person') return named !== 'organization' && text.includes(' ');
  return kind !== 'organization' || named !== 'person';
};

const writers = new Set(
  'customer client user reporter requester complainant applicant sender name claimant passenger patient guest employee subscriber member tenant resident policyholder insured'.split(
    ' ',
  ),
);
/** Whether the field may ask for whoever writes a letter. */
export const mayWrite = (field: Field): boolean => [...rolesOf(field), field.name].some((role) => writers.has(role));

const isFirstPerson = /\b(?:I|my|me|we|us|our|wir|unser|uns|nous|notre|ich|mein|meine|je|mon|ma|mi|yo)\b/i;
const introduced =
  /(?:\b(?:I am|I['’]m|my name is|this is|ich bin|mein name ist|je suis|je m['’]appelle|me llamo|mi nombre es|soy|mi chiamo) |\b(?:regards|best|sincerely|yours|cheers|thanks|thank you|grüße|gruß|cordialement|saludos|saluti)[,!.]?\s{1,3})$/iu;

function isWriter({ start, end, text }: Name, document: Document): boolean {
  // A message may end with nothing but its writer's name, or with a number to call.
  const isLast =
    /^(?:[.!]?|, [\d +()/-]{6,})\s*$/.test(document.text.slice(end)) && /[.!?]\s+$/.test(document.text.slice(0, start));
  if (isLast && /^\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’.-]*){1,3}$/u.test(text)) return true;
  return introduced.test(document.text.slice(Math.max(0, start - 30), start)) || findSignature(document) === text;
}

const notRoles = new Set('name full the of a an who company person contact'.split(' '));
/** Words of a field that other words stand for in a sentence. */
const sameRole: Record<string, string> = {
  merchant: 'vendor',
  seller: 'vendor',
  supplier: 'vendor',
  client: 'customer',
  buyer: 'customer',
};

/** "customer_name" asks for the customer, "company" for a company. */
function rolesOf({ name, title }: Field): Set<string> {
  const words = [...splitWords(name), ...splitWords(title)].map((word) => singular(word));
  const own = words.filter((word) => word.length > 2 && !notRoles.has(word));
  const roles = new Set([...own, ...own.flatMap((word) => sameRole[word] ?? [])]);
  if (/^(?:company|person|name|organization)$/i.test(name)) roles.add(fold(name));
  return roles;
}

type Sentence = { text: string; start: number };

const sentencesOf = (text: string): Sentence[] =>
  [...text.matchAll(/[^\n]+?(?:[.!?](?=\s+["“(]?\p{Lu})(?<!(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nr)|\d)\.)|\n|$)/gu)].map(
    (match) => ({
      text: match[0],
      start: match.index,
    }),
  );

const title = '(?:(?:mr|mrs|ms|miss|dr|prof|herr|herrn|frau|m|mme|madame|monsieur|sra?|señora?)\\.? )?';

/** "the defendant, Paul Reiner", "our customer Ivan Horvat", "Greta Holm, an analyst at". */
function isCalled({ start, end, text: own }: Name, roles: Set<string>, text: string): boolean {
  const before = text.slice(Math.max(0, start - 50), start);
  const match = new RegExp(`([\\p{L}-]+),? (?:is |was |named |called )?${title}$`, 'iu').exec(before);
  if (match !== null && isRoleWord(match[1]!, roles)) return true;
  // Some names are found with the word before them: "Mayor Alice Donovan".
  const after =
    /^,? (?:(?:is|was) )?(?:the|our|an?|their) (?:new |former )?([\p{L}-]+)(?=[ ,.;)]|$)|^ \(([\p{L}-]+)\)/u.exec(
      text.slice(end, end + 60),
    );
  return after !== null && own !== '' && isRoleWord((after[1] ?? after[2])!, roles);
}

/** "Patient Ana Souza" was found as one name. */
function withoutRole({ text, start, ...name }: Name, roles: Set<string>): Name[] {
  const [first = '', ...rest] = text.split(' ');
  return rest.length >= 2 && isRoleWord(first, roles)
    ? [{ ...name, text: rest.join(' '), start: start + first.length + 1 }]
    : [];
}

const ordinals: [RegExp, number][] = [
  [/\b(?:party|side) (?:a|1|one)\b|\bfirst (?:party|side)\b/i, 0],
  [/\b(?:party|side) (?:b|2|two)\b|\b(?:second|other) (?:party|side)\b/i, 1],
];

/** "an agreement between Acme Ltd and Kestrel GmbH" has a first and a second party. */
function readBetween({ name, description }: Field, names: Name[], text: string): Name[] {
  const words = `${splitWords(name).join(' ')}. ${description}`;
  const wanted = ordinals.find(([pattern]) => pattern.test(words))?.[1];
  if (wanted === undefined) return [];
  const pairs = names.flatMap((first, index) => {
    const second = names[index + 1];
    const isPair =
      second !== undefined &&
      /(?<!\p{L})(?:between|zwischen|entre|tra|tussen) (?:the |der |dem |la |le )?$/iu.test(
        text.slice(Math.max(0, first.start - 20), first.start),
      ) &&
      /^(?: \([^()]{1,60}\))?,? (?:and|und|et|y|e|en) (?:the |der |dem |la |le )?$/iu.test(
        text.slice(first.end, second.start),
      );
    return isPair ? [[first, second]] : [];
  });
  return pairs.length === 1 ? [pairs[0]![wanted]!] : [];
}

const doctors = new Set(['doctor', 'physician', 'dentist', 'surgeon', 'gp']);

const isGreeted = ({ start }: Name, { text }: Document): boolean =>
  new RegExp(`(?:^|\\n)(?:dear|hello|hi) ${title}$`, 'iu').test(text.slice(0, start));

/** "Our tenant moved out. Her name is Carla Mendes." */
function readPossessive(names: Name[], roles: Set<string>, text: string): Name[] {
  return names.filter(({ start }) => {
    const before = text.slice(Math.max(0, start - 240), start);
    if (!/(?<!\p{L})(?:her|his|their|whose) (?:full )?name is $/iu.test(before)) return false;
    const subject = /(?:^|[.!?] )(?:the|our|my|an?|this) (\p{L}+)[^.!?]*(?:[.!?] [^.!?]*)?$/iu.exec(before)?.[1];
    return subject !== undefined && isRoleWord(subject, roles);
  });
}

const isRoleWord = (word: string, roles: Set<string>): boolean => {
  const plain = singular(fold(word));
  return roles.has(plain) && !notRoles.has(plain);
};

const beforeVerb =
  /^(?:,[^,]{0,60},)? *(?:(?:also|has|have|had|will|then|hereby|herewith|recently|now|today|later|just|already|hat|haben|ha) )*$/iu;
/** The rest of a German sentence comes before its verb: "hat am 12. Mai ein Rad gekauft". */
const lateVerb = /^ (?:hat|haben|habe) [^!?;]{0,140}$/iu;

/** The names beside a verb, by the part that the verb gives them. */
function readFrames({ text, start }: Sentence, names: Name[], roles: Set<string>): Name[] {
  const own = names.filter((name) => name.start >= start && name.end <= start + text.length);
  if (own.length === 0) return [];
  return frames.flatMap(({ verb, ...parts }) => {
    if (![parts.subject, parts.object, parts.to, parts.from].some((part) => meets(part, roles))) return [];
    return [...text.matchAll(verb)].flatMap((match) => {
      const [from, to] = [start + match.index, start + match.index + match[0].length];
      const isBy = /^ (?:by|von|par|por|door) /.test(text.slice(match.index + match[0].length));
      const isPassive =
        isBy || /\b(?:was|were|been|is|are|be|wurde|wurden|été|fue)(?: \p{L}+ly)? $/u.test(text.slice(0, match.index));
      const left = own.filter((name) => name.end <= from).at(-1);
      const between = left === undefined ? '' : text.slice(left.end - start, match.index);
      const found: Name[] = [];
      if (left !== undefined && !isPassive && meets(parts.subject, roles))
        if (beforeVerb.test(between) || lateVerb.test(between)) found.push(left);
      if (
        left !== undefined &&
        isPassive &&
        meets(parts.object, roles) &&
        /^(?:,[^,]{0,40},)? (?:was|were|has been|is)\b[^,;]{0,20}$/.test(between)
      )
        found.push(left);
      for (const name of own.filter((one) => one.start >= to)) {
        const words = text.slice(match.index + match[0].length, name.start - start);
        if (
          !isPassive &&
          meets(parts.object, roles) &&
          new RegExp(`^ (?:the |our |an? )?(?:\\p{Ll}+ )?${title}$`, 'iu').test(words) &&
          !/\b(?:to|from|by|at|in|with|for) /.test(words)
        )
          found.push(name);
        if (isPassive && meets(parts.subject, roles) && follows(words, 'by')) found.push(name);
        if (meets(parts.to, roles) && follows(words, 'to')) found.push(name);
        if (meets(parts.from, roles) && follows(words, 'from')) found.push(name);
      }
      return found;
    });
  });
}

const meets = (part: Set<string>, roles: Set<string>): boolean => [...roles].some((role) => part.has(role));

const afterWord = Object.fromEntries(
  Object.entries(prepositions).map(([kind, words]) => [
    kind,
    new RegExp(
      `(?<![\\p{L}-])(?:${splitPhrases(words).join('|')}) (?:the |our |my |an? |la |le |el |die |den |der )?(?:\\p{Ll}{3,} ){0,2}${title}$`,
      'iu',
    ),
  ]),
) as Record<keyof typeof prepositions, RegExp>;

const follows = (words: string, kind: keyof typeof prepositions): boolean =>
  words.length < 90 && afterWord[kind].test(words);

/** "pour la société Dupré": whom a bill is for is not who wrote it, and the other way round. */
export function isOtherSide(field: Field, { text }: Document, { start }: { start: number }): boolean {
  const roles = rolesOf(field);
  const before = text
    .slice(Math.max(0, start - 60), start)
    .split('\n')
    .at(-1)!
    .replace(/ ?: *$/, ' ');
  if (meets(vendorRoles, roles) && !roles.has('company')) return follows(before, 'to');
  return meets(customerRoles, roles) && follows(before, 'from');
}

const vendorRoles = new Set(['vendor', 'seller', 'merchant', 'store', 'shop', 'issuer', 'supplier', 'company']);
const customerRoles = new Set(['customer', 'client', 'buyer', 'recipient']);
const paper = [...paperNames].filter((name) => name.length > 3).join('|');
const paperPattern = new RegExp(`(?<![\\p{L}-])(?:${paper})(?![\\p{L}-])`, 'giu');

/** "Invoice 2211 for Blue Door Bakery", "Rechnung 4711 der Muster GmbH". */
function readPaper({ text, start }: Sentence, names: Name[], roles: Set<string>, whole: string): Name[] {
  const [isVendor, isCustomer] = [meets(vendorRoles, roles), meets(customerRoles, roles)];
  if ((!isVendor && !isCustomer) || whole.length > 1_500) return [];
  return [...text.matchAll(paperPattern)].flatMap((match) =>
    names.filter((name) => {
      if (name.start < start + match.index || name.end > start + text.length) return false;
      const words = text.slice(match.index + match[0].length, name.start - start);
      const isBeside =
        /^(?: (?:no|nr|number|n|#|num|numero)[.°º]*)?(?: ?[#°:]* ?(?=\S*\d)[\p{L}\d./_-]+)? (?:\p{Ll}+ ){1,3}$/iu.test(
          words,
        );
      return isBeside && ((isVendor && follows(words, 'from')) || (isCustomer && follows(words, 'to')));
    }),
  );
}
