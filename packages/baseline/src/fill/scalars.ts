import type { Candidate } from '../language/spans.ts';
import { type Kind, type Label, readMeaning } from '../schema/field.ts';
import { fit } from '../schema/fit.ts';
import { matchAfter, matchContext, matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import type { Pair } from '../text/layout.ts';
import { findDateline } from '../text/places.ts';
import { countryNames } from '../values/countries.ts';
import { findCandidates } from './candidates.ts';
import { fallBack } from './fallback.ts';
import { readCurrent } from './section-records.ts';

// Single values: every field bids for the values of its kind, the best match is served first, and a value that one
// field has got is not given to another.

type Bid = { field: Field; candidate: Candidate; value: unknown; score: number };

const scoreMin = 0.32;

export function fillScalars(fields: Field[], document: Document): Map<Field, unknown> {
  const bids: Bid[] = [];
  const filled = new Map<Field, unknown>();
  for (const field of fields) {
    const { kind, group, ...meaning } = readMeaning(field);
    // In the head of a table "product" is a description; a description of something is not its name.
    const labels =
      group?.strong[0] === 'description' ? meaning.labels.filter(({ weight }) => weight >= 1) : meaning.labels;
    const preferred = fit(findPreferred(field, document), field);
    if (preferred !== undefined) filled.set(field, preferred);
    for (const candidate of findCandidates(document, kind)) {
      const score = scoreCandidate(document, candidate, kind, labels) * (0.55 + 0.45 * candidate.trust);
      if (score < scoreMin) continue;
      const value = fit(polish(candidate.value, field, group?.strong[0]), field);
      if (value !== undefined) bids.push({ field, candidate, value, score });
    }
  }
  bids.sort((one, other) => other.score - one.score || one.candidate.start - other.candidate.start);
  const takenByFamily = new Map<string, Candidate[]>();
  const takenFor = (field: Field): Candidate[] => {
    const { kind } = readMeaning(field);
    // City and country come out of one value.
    const family = kind === 'place' ? field.name : familyOf(kind);
    const taken = takenByFamily.get(family) ?? [];
    takenByFamily.set(family, taken);
    return taken;
  };
  for (const { field, candidate, value } of bids) {
    const taken = takenFor(field);
    if (filled.has(field) || taken.some((one) => one.start < candidate.end && candidate.start < one.end)) continue;
    filled.set(field, value);
    taken.push(candidate);
  }
  for (const field of fields) {
    if (filled.has(field)) continue;
    const found = fallBack(field, document, takenFor(field));
    const value = fit(typeof found === 'string' ? polish(found, field, undefined) : found, field);
    if (value !== undefined) filled.set(field, value);
  }
  return filled;
}

/** What says itself so plainly that no label can say it better: a dateline, "4 out of 5". */
function findPreferred(field: Field, document: Document): unknown {
  const { kind, group } = readMeaning(field);
  const main = group?.strong[0];
  const isCurrent = /^(?:current|present|latest)[_ -]?/i.test(field.name);
  if (isCurrent && (main === 'title' || main === 'company')) return readCurrent(field, document);
  if (kind === 'place' && main === 'place') return findDateline(document);
  if (main !== 'rating' || kind !== 'number') return undefined;
  const rated = document.text.match(/(?<![\d.,/])(\d{1,3}(?:\.\d)?) ?(?:out of|\/) ?(?:5|10|100)(?![\d/])/)?.[1];
  return rated === undefined ? undefined : Number(rated);
}

/** "QA Lead at Formosa Robotics" is asked for as a title only, "Ghent, Belgium" as a city or a country. */
function polish(value: string | number, field: Field, main: string | undefined): string | number {
  if (typeof value !== 'string') return value;
  if (main === 'title') return value.replace(/(?: at | @ ).*$/, '');
  if (/(?:^|_)(?:city|town)$/i.test(field.name)) return value.split(', ')[0]!;
  if (!isCountry(field)) return value;
  return value.split(', ').find((part) => countryNames.has(part)) ?? '';
}

const isCountry = (field: Field): boolean => /(?:^|_)country$/i.test(field.name);

/** Kinds of value that cannot be two things at once; "Ada <ada@x.org>" is a name and an address. */
function familyOf(kind: Kind): string {
  if (kind === 'date' || kind === 'datetime') return 'date';
  if (['money', 'number', 'percent', 'year'].includes(kind)) return 'number';
  return ['person', 'party', 'organization'].includes(kind) ? 'party' : kind;
}

function scoreCandidate(document: Document, candidate: Candidate, kind: Kind, labels: Label[]): number {
  const { left, right, pairLabel, inTable } = contextOf(document, candidate);
  // A name further away from its label belongs to something else; dates and sums are rarer.
  const isWord = ['text', 'party', 'organization', 'place', 'headline'].includes(kind);
  const score = Math.max(
    matchContext(left, labels, isWord ? 0.55 : kind === 'person' ? 0.7 : 0.78).score,
    pairLabel === undefined ? 0 : matchLabel(pairLabel, labels).score,
    kind === 'number' ? matchAfter(right, labels) : 0,
  );
  return inTable ? score * 0.4 : score;
}

type Context = { left: string; right: string; pairLabel: string | undefined; inTable: boolean };
const contexts = new WeakMap<Candidate, Context>();

function contextOf(document: Document, candidate: Candidate): Context {
  const found = contexts.get(candidate) ?? readContext(document, candidate);
  contexts.set(candidate, found);
  return found;
}

/** More than a label and the words around it ever need. */
const leftCharsMax = 200;

function readContext(document: Document, { start, end }: Candidate): Context {
  const line = document.lineAt(start);
  const above = document.lines[line.index - 1]?.text ?? '';
  let left = line.text.slice(Math.max(0, start - line.start - leftCharsMax), start - line.start);
  // Running text: the sentence began on the line above.
  if (above.length > 60 && !/[.:!?]$/.test(above.trimEnd()) && left.length < 40)
    left = `${above.slice(-leftCharsMax)} ${left}`;
  const sentence = left.search(/[.!?]["”’)]* +(?=\p{Lu}[^.!?]*$)/u);
  if (
    sentence > 0 &&
    !/\b(?:No|Nr|Ref|Reg|Doc|Acct|Amt|Bal|Tel|Rs|Mr|Mrs|Ms|Dr|excl|incl)\.? *$/i.test(left.slice(0, sentence))
  ) {
    left = left.slice(sentence + 1);
  }
  const { pairsByLine, tableLines } = indexOf(document);
  const pair = pairsByLine
    .get(line.index)
    ?.find((one) => one.start <= start && start < one.start + one.value.length && start - one.start < 25);
  const right = document.text.slice(end, end + 60);
  // Contracts: Acme Inc. ("Provider").
  const alias = right.match(/^,? ?\((?:the |hereinafter )?["“]([\p{L} ]{3,30})["”]\)/iu)?.[1];
  return { left, right, pairLabel: alias ?? pair?.label, inTable: tableLines.has(line.index) };
}

type Index = { pairsByLine: Map<number, Pair[]>; tableLines: Set<number> };
const indexes = new WeakMap<Document, Index>();

function indexOf(document: Document): Index {
  const found = indexes.get(document);
  if (found !== undefined) return found;
  const tableLines = new Set<number>();
  for (const { firstLine, lastLine, rows } of document.tables) {
    for (let at = firstLine + 1; at <= lastLine && rows.length > 1; at += 1) tableLines.add(at);
  }
  const index = { pairsByLine: Map.groupBy(document.pairs, ({ line }) => line), tableLines };
  indexes.set(document, index);
  return index;
}
