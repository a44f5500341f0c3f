import { fold, singular, splitWords } from '../language/words.ts';
import { type Kind, readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { isMonthName } from '../values/dates.ts';
import type { Clue } from './clue.ts';
import { factTable, NAME, PLACE, the, word } from './fact-table.ts';

// What plain sentences say of a thing: where it goes from and to, why, as what somebody works, which plan, who presents.
// Each fact is read by the words around it; two values for one field compete.

/** A longer text has several subjects. */
const charsMax = 2_000;
const score = 0.9;

/** What somebody bought may have a name that says it better. */
const weakScore = 0.7;

const facts = factTable.map(({ pattern, ...fact }) => ({ ...fact, pattern: new RegExp(pattern, 'gu') }));

const places = new Set<Kind>(['place']);
const words = new Set<Kind>(['text', 'person', 'organization', 'party', 'place', 'code']);

export function findToldFacts(field: Field, document: Document): Clue[] {
  const { kind } = readMeaning(field);
  if (field.type !== 'string' || !words.has(kind) || document.text.length > charsMax) return [];
  const asked = rolesOf(field);
  const heads = new Set([headOf(field.name), headOf(field.title)]);
  const found = facts
    .filter(({ asked: roles, isPart, isPlace }) =>
      roles
        .split(', ')
        .some((role) => (isPart ? asked : heads).has(role) && (!isPlace || asksPlace(kind, role, heads))),
    )
    .flatMap(({ pattern, isWeak }) =>
      readAll(pattern, document, kind).map((clue) => (isWeak ? { ...clue, score: weakScore } : clue)),
    );
  const all = [
    ...found.map((clue) => (heads.has('street') ? withoutTown(clue) : clue)),
    ...readQuoted(asked, heads, document, kind),
    ...readKindOf(field, document, kind),
    ...readBeside(field, document, kind),
    ...readNamed(asked, document, kind),
    ...readNumbered(field, asked, document),
  ];
  // "27 Harbour Street" says more than "Harbour Street".
  return all.filter((one) => !all.some((other) => isWithin(one, other)));
}

const isWithin = (one: Clue, other: Clue): boolean =>
  other.score >= one.score &&
  other.start <= one.start &&
  one.end <= other.end &&
  one.end - one.start < other.end - other.start;

const withoutTown = (clue: Clue): Clue => {
  const value = String(clue.value).split(', ')[0]!;
  return { ...clue, value, end: clue.start + value.length };
};

const placeHeads = new Set('place location city town port address site'.split(' '));
const asksPlace = (kind: Kind, role: string, heads: Set<string>): boolean =>
  kind === 'place' || heads.has(role) || [...heads].some((head) => placeHeads.has(head));

/** "with the reference 'March rent'", "The workshop “Baking for Beginners”". */
function readQuoted(asked: Set<string>, heads: Set<string>, document: Document, kind: Kind): Clue[] {
  if (kind === 'place') return [];
  const isTitle = heads.has('title') || heads.has('name');
  const nouns = [...[...asked].filter((one) => one.length > 3 && !emptyWords.has(one)), ...(isTitle ? titled : [])];
  if (nouns.length === 0) return [];
  const quoted = `(?<!\\p{L})(?i:${nouns.join('|')})(?: is| was|,| called| named| entitled| titled)?:? (?:[“"„](?<v>[^”"“]{2,80})[”"“]|['‘](?<w>[^'’]{2,80})['’](?!\\p{L})|«(?<x>[^»]{2,80})»)`;
  return readAll(new RegExp(quoted, 'gu'), document, kind);
}
const titled =
  'workshop book course talk film song article lecture seminar conference exhibition play novel album project campaign concert webinar training movie painting report magazine game'.split(
    ' ',
  );

/** "parental leave" for "leave_type", "type of leave". */
function readKindOf({ name, description }: Field, document: Document, kind: Kind): Clue[] {
  const noun =
    /^(\p{L}{3,})[_ -](?:type|kind|category)$/u.exec(name)?.[1] ??
    /^(?:type|kind|category|sort) of (\p{L}{3,})$/iu.exec(description.trim())?.[1];
  if (noun === undefined || kind !== 'text') return [];
  const pattern = `(?<![\\p{L}\\d-])(?<v>(?!(?:the|an?|my|our|his|her|their|your|this|that|any|no|on|of|to|for|take|from|new|next|last|with|and|more)(?!\\p{L}))\\p{L}[\\p{L}-]{2,} ${noun})(?!\\p{L})`;
  return readAll(new RegExp(pattern, 'gu'), document, kind);
}

const emptyWords = new Set(
  'name number code no nr id the of a an full kind type date time person company place description text value is has'.split(
    ' ',
  ),
);

const rolesOf = ({ name, title }: Field): Set<string> =>
  new Set(
    [...splitWords(name), ...splitWords(title)].map((one) => singular(fold(one))).filter((one) => one.length > 1),
  );

/** "manager_name" asks for a manager, "reason_for_return" for a reason. */
function headOf(text: string): string {
  const words = splitWords(text).map((one) => singular(fold(one)));
  const end = words.findIndex((one) => ['of', 'for', 'to', 'from', 'by'].includes(one));
  return (end > 0 ? words.slice(0, end) : words).filter((one) => one !== 'name').at(-1) ?? '';
}

function readAll(pattern: RegExp, { text }: Document, kind: Kind): Clue[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const { v, w, x } = match.groups ?? {};
    const value = (v ?? w ?? x ?? '').trim();
    const start = match.index + match[0].lastIndexOf(value);
    const isDay = isMonthName(value) || /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(value);
    return value === '' ||
      isDay ||
      pronoun.test(value) ||
      startsOrdinary.test(value) ||
      (places.has(kind) && !/^\p{Lu}/u.test(value))
      ? []
      : [toClue(value, start)];
  });
}

/** A capital at the beginning of a sentence: "Our tenant". */
const startsOrdinary =
  /^(?:(?:The|A|An|I|In|On|At|For|No)$|(?:Our|My|Your|His|Her|Their|Its|We|You|They|He|She|It|This|These|Those|There|Please|Dear|Hello|Hi)(?!\p{L}))/u;
const pronoun = /^(?:it|them|this|that|these|those|one|ones|some|something|anything|everything|him|her|us|me|you)$/i;

const toClue = (value: string, start: number): Clue => ({
  start,
  end: start + value.length,
  value,
  trust: 1,
  score,
  how: 'told',
});

const byWord: Record<string, string> = {
  by: 'by|von|par|por|da',
  to: 'to|an|à|a',
  from: 'from|von|de|da',
  with: 'with|mit|avec|con',
};

/** "booked_by", "delivered_to": the name after the verb and the preposition of the field. */
function readBeside({ name }: Field, document: Document, kind: Kind): Clue[] {
  const [, verb, preposition = ''] = /^(\p{L}{4,})[_ -](by|to|from|with)$/u.exec(name) ?? [];
  if (verb === undefined) return [];
  const pattern = `(?<!\\p{L})(?i:${verb})(?!\\p{L})[^;!?]{0,80}? (?:${byWord[preposition]}) ${the}(?:\\p{Ll}+ ){0,2}(?<v>${NAME})`;
  return readAll(new RegExp(pattern, 'gu'), document, kind);
}

/** "the Pro plan", "the High Court in London", "Sofia Lind will present": the word of the field is beside the name. */
function readNamed(asked: Set<string>, document: Document, kind: Kind): Clue[] {
  const roles = [...asked].filter((one) => one.length >= 4 && !emptyWords.has(one));
  return roles.flatMap((role) => {
    const before =
      kind === 'text'
        ? [`(?:(?<![\\p{L}\\d])(?:the|our|my|your|an?) |[:,–-] ?|^)(?<v>${word}(?: ${word}){0,2}) ${role}(?!\\p{L})`]
        : [];
    const inside =
      kind === 'text' || kind === 'organization'
        ? [`(?<![\\p{L}\\d])(?<v>(?:St\\. )?(?:${word} ){0,3}${capital(role)}(?: (?:of|in|de|for) ${PLACE})?)`]
        : [];
    // "the eu-west region": names of machines have hyphens and no capitals.
    const machine = ['text', 'place', 'code'].includes(kind)
      ? [
          ...document.text.matchAll(
            new RegExp(`(?<![\\p{L}\\d])(?<v>[a-z]{2,}(?:-[a-z\\d]+)+) ${role}(?!\\p{L})`, 'gu'),
          ),
        ].map(({ index, groups }) => toClue(groups!.v!, index))
      : [];
    const stem = /^(.{4,})(?:er|or)$/.exec(role)?.[1];
    const agent =
      (kind === 'text' || kind === 'person' || kind === 'party') && stem !== undefined
        ? [
            `(?<![\\p{L}\\d])(?<v>${word}(?: ${word}){1,2}) (?:will |is going to |has |is )?${stem}(?:s|e|es|ed|ing)?(?!\\p{L})`,
            `(?<!\\p{L})${stem}(?:ed|en|t|n)?(?!\\p{L})[^.;!?,]{0,40}? by (?<v>${NAME})`,
          ]
        : [];
    return [
      ...machine,
      ...before.flatMap((pattern) => readAll(new RegExp(pattern, 'gmu'), document, kind)),
      ...inside
        .flatMap((pattern) => readAll(new RegExp(pattern, 'gu'), document, kind))
        .filter(({ value }) => String(value).includes(' ')),
      ...agent.flatMap((pattern) => readAll(new RegExp(pattern, 'gu'), document, kind)),
    ];
  });
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Other languages' words for what has a number. */
const numbered: Record<string, string> = {
  contract: 'contract|vertrag\\p{L}*|contrat|contrato|contratto',
  customer: 'customer|client|kunde\\p{L}*|cliente',
  order: 'order|bestellung|auftrag|commande|pedido|ordine',
  policy: 'policy|police|póliza|polizza|versicherung',
  tracking: 'parcel|package|shipment|consignment|tracking|sendung|colis',
  booking: 'booking|reservation|reference|buchung',
  reservation: 'booking|reservation|reference',
  reference: 'reference|ref',
  account: 'account|konto|compte|cuenta|conto',
  case: 'case|aktenzeichen|dossier|expediente',
  ticket: 'ticket|request',
  flight: 'flight|flug|vol|vuelo|volo',
  serial: 'serial|serien\\p{L}*|série|serie',
};

/** "meinen Vertrag mit der Nummer 7781-22", "customer no. C-1029". */
function readNumbered(field: Field, asked: Set<string>, document: Document): Clue[] {
  if (readMeaning(field).kind !== 'code') return [];
  // "Plot 77" for "plot_number".
  const isNumbered = readMeaning(field).group === undefined && /[_ -](?:number|no|nr|id|code)$/i.test(field.name);
  const nouns = [...asked].flatMap(
    (role) => numbered[role] ?? (isNumbered && role.length > 2 && !emptyWords.has(role) ? role : []),
  );
  if (nouns.length === 0) return [];
  const pattern = new RegExp(
    `(?<!\\p{L})(?:${nouns.join('|')})(?:,? (?:with|mit|avec|con)(?: the| der| le| el)?)? ?(?:(?:number|nummer|numéro|número|numero|no|nr|n)[.°º]*)? ?:? ?$`,
    'iu',
  );
  return document.codes
    .filter(({ start }) => pattern.test(document.text.slice(Math.max(0, start - 60), start)))
    .map(({ start, value }) => toClue(String(value), start));
}
