import { isCurrent } from '../clues/find-clues.ts';
import { isNotice } from '../clues/payment.ts';
import { isOtherSide, mayWrite } from '../clues/told.ts';
import type { Candidate } from '../language/spans.ts';
import { splitWords, stem } from '../language/words.ts';
import { isGeneric, type Kind, type Label, readMeaning } from '../schema/field.ts';
import { matchContext, matchLabel } from '../schema/match.ts';
import { rivalsOf } from '../schema/rivals.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findGreeting, findSignature } from '../text/parties.ts';
import { countryNames } from '../values/countries.ts';
import { hasCompanyForm } from '../values/names.ts';
import { unitAfter, unitOfField } from '../values/units.ts';
import { findCandidates } from './candidates.ts';
import { contextOf } from './context.ts';

// A text with one value of a kind answers the question for it, label or not: "It happened on 14 March 2024". Two
// different ones compete, unless only one shares a sentence with the words of the question. A value under the label of
// something else is that.

/** How much a value must look like its kind. A bare number may be anything. */
const trustMin: Partial<Record<Kind, number>> = {
  date: 0.75,
  datetime: 0.8,
  money: 0.95,
  percent: 1,
  number: 1,
  time: 0.8,
  code: 1,
  person: 0.85,
  organization: 0.85,
  party: 0.8,
  place: 0.5,
};

/** Roles that a date, sum or name has only if the text says so. */
const saidRoles = new Set(
  `invoice date, due date, deadline, birthday, expiry date, end, start, delivery date, pay date, order date, departure,
  arrival, eta, published, created, discount, shipping, tax amount, subtotal, balance, prepaid, change, rounding,
  opening balance, closing balance, manager, ceo, doctor, victim, beneficiary, author, customer, merchant, sender,
  recipient, claimant, borrower, lender, employer, employee, ticket number, iban, tax number, customer number,
  policy number, claim number, card, quantity, age, rating, weight, unit price`.split(/,\s+/),
);

/** A longer text has several subjects, and a value that happens to be alone is rarely the answer. */
const charsMax = 6_000;

export function findSole(
  field: Field,
  document: Document,
  { taken, others }: { taken: Candidate[]; others: Field[] },
): Candidate | undefined {
  const { kind, group } = readMeaning(field);
  const min = /^(?:place|dateline)$/i.test(field.name) ? undefined : trustMin[kind];
  // Of several employers, the one that stands alone may be any of them.
  if (isCurrent(field)) return undefined;
  // People in an article are those it is about.
  if (group?.strong[0] === 'author') return undefined;
  // A notice names its bank and the shop; whom it is sent to, its greeting says.
  if (group?.strong[0] === 'customer' && isNotice(document)) return undefined;
  if (min === undefined || document.text.length > charsMax) return undefined;
  // "date" asks for the date of the text, whatever it is of, unless the schema has another field for that.
  const isAny = isGeneric(field);
  const rivals = rivalsOf(
    isAny ? { ...field, name: 'any', description: '', title: '' } : field,
    others,
    undefined,
  ).flatMap(({ labels }) => labels);
  const able = soleKinds(field, document, kind)
    .filter(({ trust, value }) => trust >= min && (kind !== 'number' || typeof value === 'number'))
    .filter((one) => !taken.some((span) => span.start < one.end && one.start < span.end));
  // "He was ordered to pay 12,000 francs" has one amount, whatever else the words before it may label.
  if (isAny && kind === 'money' && onlyOne(able) !== undefined && contextOf(document, able[0]!).pairLabel === undefined)
    return able[0];
  const free = able.filter(
    (one) =>
      isCountry(field) ||
      (!isLabelled(document, one, rivals) &&
        !isOtherSide(field, document, one) &&
        !isOtherWriter(field, document, one)),
  );
  if (free.length === 0) return undefined;
  const said = free.filter((one) => sharesSentence(field, document, one));
  const wanted = unitOfField(field.name, field.description);
  const measured = free.filter(
    ({ end }) => unitAfter(document.text.slice(end, end + 24))?.dimension === wanted?.dimension,
  );
  if (kind === 'number' && wanted !== undefined) return onlyOne(measured);
  const isSaid =
    (!isAny && saidRoles.has(group?.strong[0] ?? '') && !isOpeningTime(field, kind)) ||
    kind === 'number' ||
    kind === 'code';
  return onlyOne(said) ?? (isSaid || said.length > 0 ? undefined : onlyOne(free));
}

/** The only time of a text is when something begins. */
const isOpeningTime = ({ name }: Field, kind: Kind): boolean =>
  kind === 'time' && !/end|until|finish|clos|arriv/i.test(name);

/** Of a letter from one person to another, neither is somebody else without a word that says so. */
function isOtherWriter(field: Field, document: Document, { value }: Candidate): boolean {
  const signed = findSignature(document);
  return (
    signed !== undefined && String(value).includes(signed) && findGreeting(document) !== undefined && !mayWrite(field)
  );
}

/** Nothing else looks like the name of a country. */
const isCountry = ({ name, title }: Field): boolean => /country|nation/i.test(`${name} ${title}`);

/** Countries and towns are both places, and a company is no person. */
function soleKinds(field: Field, document: Document, kind: Kind): Candidate[] {
  if (kind === 'place') {
    return document.names
      .filter(({ text, kind: named }) =>
        isCountry(field) ? countryNames.has(text) : named === 'place' && !countryNames.has(text),
      )
      .map(({ start, end, text }) => ({ start, end, value: text, trust: 1 }));
  }
  const found = findCandidates(document, kind);
  if (kind === 'organization' || kind === 'party') return preferForm(found);
  return found;
}

/** If some names have a legal form, those are the companies. */
function preferForm(found: Candidate[]): Candidate[] {
  const formed = found.filter(({ value }) => hasCompanyForm(String(value)));
  return formed.length > 0 ? formed : found;
}

const onlyOne = (found: Candidate[]): Candidate | undefined =>
  new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined;

const labelledMin = 0.7;

function isLabelled(document: Document, candidate: Candidate, labels: Label[]): boolean {
  const { left, pairLabel } = contextOf(document, candidate);
  return (
    matchContext(left, labels, 0.6).score >= labelledMin ||
    (pairLabel !== undefined && matchLabel(pairLabel, labels).score >= labelledMin)
  );
}

const plain = new Set(
  'the of a an in on at to for and or with from by is was when what which who how much many date day number amount name value total text string person company city country place time code full'.split(
    ' ',
  ),
);

/** Whether the sentence of the value has a word of the question: "amount of the fine" and "The fine of 2.5 million". */
function sharesSentence(field: Field, document: Document, { start, end }: Candidate): boolean {
  const before = document.text.slice(Math.max(0, start - 300), start);
  const after = document.text.slice(end, end + 200);
  const from = Math.max(before.lastIndexOf('\n'), before.search(/[.!?;] +(?=\p{Lu}[^.!?;]*$)/u));
  const to = after.search(/[.!?;](?:\s|$)|\n/);
  const sentence = new Set(
    splitWords(`${before.slice(from + 1)} ${after.slice(0, to < 0 ? after.length : to)}`).map((word) => stem(word)),
  );
  const asked = [
    ...splitWords(`${field.name} ${field.title} ${field.description}`),
    ...(readMeaning(field).group?.strong ?? []).filter((phrase) => !phrase.includes(' ')),
  ].filter((word) => word.length > 2 && !plain.has(word));
  return asked.some((word) => sentence.has(stem(word)));
}
