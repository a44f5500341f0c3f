import type { Clue } from '../clues/clue.ts';
import { findClues, isCurrent } from '../clues/find-clues.ts';
import type { Candidate } from '../language/spans.ts';
import { splitWords } from '../language/words.ts';
import { type Kind, type Label, readMeaning } from '../schema/field.ts';
import { fit } from '../schema/fit.ts';
import { matchAfter, matchContext, matchLabel } from '../schema/match.ts';
import { rivalsOf } from '../schema/rivals.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findDateline } from '../text/places.ts';
import { countryNames } from '../values/countries.ts';
import { findIdentifiers, identifierOf } from '../values/identifiers.ts';
import { convert, unitAfter, unitOfField } from '../values/units.ts';
import { findCandidates } from './candidates.ts';
import { contextOf } from './context.ts';
import { fallBack } from './fallback.ts';
import { findPointed, formedKinds } from './pointed.ts';
import { readCurrent } from './section-records.ts';
import { findSole } from './sole.ts';

// Fills single values. Every field bids for the values of its kind. The best match is served first, and a value is not
// given to two fields.

type Bid = { field: Field; candidate: Candidate; value: unknown; score: number };

/** Below this, the label is too far away or may mean something else. */
const scoreMin = 0.6;
/** If the scores of two values are closer than this, neither is chosen. */
const apartMin = 0.04;

/** A label of something else has to fit better by this much to count against a value. */
const rivalMin = 0.02;

export function fillScalars(fields: Field[], document: Document): Map<Field, unknown> {
  const bids: Bid[] = [];
  const filled = new Map<Field, unknown>();
  for (const field of fields) {
    const { kind, group, ...meaning } = readMeaning(field);
    // In the head of a table, "product" is a description, and a description is not a name.
    const labels =
      group?.strong[0] === 'description' ? meaning.labels.filter(({ weight }) => weight >= 1) : meaning.labels;
    const preferred = fit(findPreferred(field, document), field);
    if (preferred !== undefined) filled.set(field, preferred);
    const clues = findClues(field, document);
    const rivals = rivalsOf(field, [], undefined).flatMap((rival) => rival.labels);
    for (const candidate of [...clues, ...candidatesFor(field, kind, document)]) {
      const labelled = scoreCandidate(document, candidate, kind, labels) * (0.55 + 0.45 * candidate.trust);
      // Both a label and a clue: better than either.
      const clue = clues.find(
        (one) => one.start < candidate.end && candidate.start < one.end && one.value === candidate.value,
      );
      // "a study published on 9 April" is another publication.
      // In "1,204 volunteers in 16 clinics", the 16 stands after the word of the first.
      if (clue === undefined && kind === 'number' && clues.length > 0) continue;
      if (clue === undefined && group?.strong[0] === 'published' && isInSentence(candidate, document)) continue;
      const score = clue === undefined ? labelled : Math.max(labelled, clue.score) + (labelled >= scoreMin ? 0.05 : 0);
      if (score < scoreMin || (kind === 'text' && isPassage(candidate, field))) continue;
      if (clue === undefined && scoreCandidate(document, candidate, kind, rivals) > score + rivalMin) continue;
      const main = group?.strong[0];
      const read = printedTime(candidate, field, document) ?? inUnit(candidate, field, document);
      const value = fit(polish(credited(read, main, document), field, main), field);
      // "Total 0.00" beside another total is a tax or a rest.
      const isNothing = value === 0 && kind === 'money';
      const own = isNothing ? -0.1 : isUnderName(field, candidate, document) ? 0.03 : 0;
      if (value !== undefined) bids.push({ field, candidate, value, score: score + own });
    }
  }
  bids.sort((one, other) => other.score - one.score || one.candidate.start - other.candidate.start);
  const doubtful = new Set<Field>();
  const takenByFamily = new Map<string, Candidate[]>();
  const takenFor = (field: Field): Candidate[] => {
    const { kind } = readMeaning(field);
    // City and country can come from the same value.
    const family = kind === 'place' ? field.name : familyOf(kind);
    const taken = takenByFamily.get(family) ?? [];
    takenByFamily.set(family, taken);
    return taken;
  };
  for (const bid of bids) {
    const { field, candidate, value } = bid;
    const taken = takenFor(field);
    if (filled.has(field) || doubtful.has(field)) continue;
    if (isDoubtful(bid, bids, taken)) {
      doubtful.add(field);
      continue;
    }
    if (filled.has(field) || taken.some((one) => one.start < candidate.end && candidate.start < one.end)) continue;
    filled.set(field, value);
    taken.push(candidate);
  }
  for (const field of fields) {
    if (filled.has(field) || doubtful.has(field)) continue;
    const found = fallBack(field, document, takenFor(field));
    const value = fit(typeof found === 'string' ? polish(found, field, undefined) : found, field);
    if (value !== undefined) filled.set(field, value);
  }
  fillPointed(fields, document, filled);
  fillSole(fields, document, { filled, doubtful, takenFor });
  return filled;
}

/** Gives the only value of its kind to the only field that asks for one. */
function fillSole(
  fields: Field[],
  document: Document,
  {
    filled,
    doubtful,
    takenFor,
  }: { filled: Map<Field, unknown>; doubtful: Set<Field>; takenFor(field: Field): Candidate[] },
): void {
  const open = fields.filter((field) => !filled.has(field) && !doubtful.has(field));
  const found = open.map((field) => ({
    field,
    candidate: findSole(field, document, { taken: takenFor(field), others: fields.filter((one) => one !== field) }),
  }));
  for (const { field, candidate } of found) {
    if (candidate === undefined) continue;
    const isShared = found.some(
      (other) =>
        other.field !== field &&
        other.candidate?.start === candidate.start &&
        familyOf(readMeaning(other.field).kind) === familyOf(readMeaning(field).kind),
    );
    const read = printedTime(candidate, field, document) ?? inUnit(candidate, field, document);
    const value = isShared ? undefined : fit(polish(read, field, undefined), field);
    if (value !== undefined) filled.set(field, value);
  }
}

/** Gives the values at which a network points to the fields that the rules leave open. */
function fillPointed(fields: Field[], document: Document, filled: Map<Field, unknown>): void {
  for (const field of fields) {
    const [clue] = findPointed(field, document);
    if (filled.has(field) && !(clue !== undefined && isSurerOf(field, clue))) continue;
    const read = clue && (printedTime(clue, field, document) ?? inUnit(clue, field, document));
    const value = fit(polish(read, field, undefined), field);
    if (value !== undefined) filled.set(field, value);
  }
}

/** A field that names no format gets a time as the text has it: "7:30 pm". */
export const printedTime = (
  { start, end }: Pick<Candidate, 'start' | 'end'>,
  field: Field,
  { text }: Document,
): string | undefined => {
  if (readMeaning(field).kind !== 'time' || field.format !== undefined) return undefined;
  // "3:20 p.m." ends with its own full stop.
  const printed = text.slice(start, /[ap]\.m$/i.test(text.slice(start, end)) && text[end] === '.' ? end + 1 : end);
  // Shortened, it would be another time.
  return fit(printed, field) === printed ? printed : undefined;
};

/** Of words without a form of their own, the network knows better which ones are meant, and where they begin and end. */
const isSurerOf = (field: Field, { score }: Clue): boolean =>
  score >= overruleMin &&
  field.type === 'string' &&
  !formedKinds.has(readMeaning(field).kind) &&
  identifierOf(`${field.parent} ${field.name} ${field.title}`) === undefined;
const overruleMin = 0.6 + 0.3 * 0.9995;

/** "model WM-720" for the field model, which may be a product, too. */
const isUnderName = ({ name }: Field, { start }: Candidate, { text }: Document): boolean => {
  const words = splitWords(name).join(' ');
  const before = text.slice(Math.max(0, start - words.length - 3), start).toLowerCase();
  return words !== '' && before.replace(/[\s:#]+$/, '').endsWith(words);
};

/** "Product review: 4 out of 5 stars. The coffee machine makes …": several sentences are no name of anything. */
const isPassage = ({ value }: Candidate, { name, title, description }: Field): boolean =>
  typeof value === 'string' &&
  /\p{L}{2}[.!?] +\p{Lu}\p{L}+ /u.test(value) &&
  !mayBeLong.test(`${name} ${title} ${description}`);
const mayBeLong =
  /text|descri|summar|message|comment|note|body|content|detail|narrative|reason|address|terms|instruction|remark|answer|quote|statement|feedback|review|complaint|problem|explanation|history|background|message/i;

const isInSentence = ({ start }: Candidate, document: Document): boolean => {
  const line = document.lineAt(start);
  return line.text.length > sentenceMin && start - line.start > labelMax;
};
const sentenceMin = 120;
const labelMax = 30;

/** Identifiers with a check digit count only if it is right. */
export function candidatesFor(field: Field, kind: Kind, document: Document): Candidate[] {
  const identifier = field.type === 'string' ? identifierOf(`${field.parent} ${field.name} ${field.title}`) : undefined;
  if (identifier === undefined) return findCandidates(document, kind);
  return findIdentifiers(document.text, identifier).map((one) => ({ ...one, trust: 1 }));
}

/** Converts units: "5 years" for a field in months is 60. Returns nothing if the units do not measure the same. */
export function inUnit(
  { value, end }: Pick<Candidate, 'value' | 'end'>,
  field: Field,
  document: Document,
): string | number | undefined {
  if (typeof value !== 'number') return value;
  const wanted = unitOfField(field.name, field.description);
  // The unit is in the same line and cell.
  const unit = unitAfter(document.text.slice(end, end + 24).split(/[\n|]/)[0]!);
  // "950 pounds" is a weight only where no money is asked for.
  if (readMeaning(field).kind === 'money' && /^ pounds?(?!\p{L})/u.test(document.text.slice(end, end + 8)))
    return value;
  if (unit === undefined || (wanted === undefined && readMeaning(field).kind !== 'money')) return value;
  return wanted === undefined ? undefined : convert(value, unit, wanted);
}

/** A credit note says what comes back. Some programs print its sums with a minus, others without. */
function credited(value: string | number | undefined, main: string | undefined, { lines }: Document): typeof value {
  if (typeof value !== 'number' || value >= 0 || !creditedSums.has(main ?? '')) return value;
  return lines.slice(0, creditLines).some(({ text }) => creditNote.test(text)) ? -value : value;
}

const creditedSums = new Set(['total', 'subtotal', 'tax amount', 'amount due']);
const creditLines = 25;
const creditNote =
  /^\W*(?:credit note|credit memo|avoir|gutschrift|rechnungskorrektur|nota de cr[eé]dito|factura rectificativa|nota di credito|creditnota|creditfactuur|kreditnota|kreditfaktura|faktura koryguj[aą]ca|hyvityslasku|nota kredit)(?![\p{L}])/iu;

/** Whether another value is as good and no other field has a better claim to it. */
function isDoubtful(bid: Bid, bids: Bid[], taken: Candidate[]): boolean {
  const { field, candidate, score } = bid;
  return bids.some(
    (other) =>
      other.field === field &&
      other.value !== bid.value &&
      other.score > score - apartMin &&
      other.candidate.start !== candidate.start &&
      !taken.some((one) => one.start < other.candidate.end && other.candidate.start < one.end) &&
      !bids.some((rival) => rival.field !== field && rival.candidate === other.candidate && rival.score > other.score),
  );
}

/** Finds values that are clearer than any label: a dateline, "4 out of 5". */
function findPreferred(field: Field, document: Document): unknown {
  const { kind, group } = readMeaning(field);
  const main = group?.strong[0];
  if (isCurrent(field) && (main === 'title' || main === 'company')) return readCurrent(field, document);
  if (kind === 'place' && main === 'place') return findDateline(document);
  if (main !== 'rating' || kind !== 'number') return undefined;
  const rated = document.text.match(
    /(?<![\d.,/])(\d{1,3}(?:\.\d)?) ?(?:out of|\/|(?<=(?:rating|rated|score|scored|stars?)\W{1,3}\d{1,3}(?:\.\d)? )of) ?(?:5|10|100)(?![\d/])/i,
  )?.[1];
  return rated === undefined ? undefined : Number(rated);
}

/**
 * Cuts a value down to the field: only the title of "QA Lead at Formosa Robotics", the city or country of "Ghent,
 * Belgium".
 */
function polish(
  value: string | number | undefined,
  field: Field,
  main: string | undefined,
): string | number | undefined {
  if (typeof value !== 'string') return value;
  // "Dana Whitfield <dana@ops.example>" for a field that asks for no address.
  const named = /^(\p{Lu}[^<>@]{2,60}) <[^<>\s]+@[^<>\s]+>$/u.exec(value)?.[1];
  if (named !== undefined && readMeaning(field).kind === 'text') return named;
  if (main === 'title') return value.replace(/(?: at | @ ).*$/, '');
  if (/(?:^|_)(?:city|town)$/i.test(field.name)) return value.split(', ')[0]!;
  if (!isCountry(field)) return value;
  return value.split(', ').find((part) => countryNames.has(part)) ?? '';
}

const isCountry = (field: Field): boolean => /(?:^|_)country$/i.test(field.name);

/** Groups kinds that cannot share a value. "Ada <ada@x.org>" can be both a name and an address. */
function familyOf(kind: Kind): string {
  if (kind === 'date' || kind === 'datetime') return 'date';
  if (['money', 'number', 'percent', 'year'].includes(kind)) return 'number';
  return ['person', 'party', 'organization'].includes(kind) ? 'party' : kind;
}

function scoreCandidate(document: Document, candidate: Candidate, kind: Kind, labels: Label[]): number {
  const { left, right, pairLabel, inTable } = contextOf(document, candidate);
  // A name far from its label belongs to something else. Dates and sums are rarer, so they may be farther away.
  const isWord = ['text', 'party', 'organization', 'place', 'headline'].includes(kind);
  const score = Math.max(
    matchContext(left, labels, isWord ? 0.55 : kind === 'person' ? 0.7 : 0.78).score,
    pairLabel === undefined ? 0 : matchLabel(pairLabel, labels).score,
    kind === 'number' ? matchAfter(right, labels) : 0,
  );
  return inTable ? score * 0.4 : score;
}
