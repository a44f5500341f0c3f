import { findCandidates } from '../fill/candidates.ts';
import { contextOf } from '../fill/context.ts';
import { isToldText } from '../languages/known-text.ts';
import { readMeaning } from '../schema/field.ts';
import { matchContext, matchLabel } from '../schema/match.ts';
import { rivalsOf } from '../schema/rivals.ts';
import { confidenceOf } from './confidence.ts';
import { isAbsent, type Leaf } from './leaves.ts';
import type { Considered, Ground, Mark } from './model.ts';
import { hasLabelledValue, isFormed, type Source } from './sources.ts';

// Marks of missing values. A value is absent only if everything was read, in a language whose labels are known, and
// nothing in the sources could be it; otherwise it was not found, which says less.

export type Reading = {
  isPartial: boolean;
  isKnown: boolean;
  isReadable: boolean;
  isRecognized: boolean;
  /** Most fields have a value, so that the document is of the kind that the schema describes. */
  isUnderstood: boolean;
};

/** With fewer values, a missing one more likely means that the document was not understood. */
const understoodShareMin = 0.75;

/** Below this, OCR has guessed a good part of the letters. */
const surenessMin = 0.75;

export function judgeReading(sources: Source[], leaves: Leaf[], isPartial: boolean): Reading {
  const own = leaves.filter(({ row }) => row === '');
  return {
    isPartial,
    isUnderstood: own.filter(({ value }) => !isAbsent(value)).length >= own.length * understoodShareMin,
    isKnown: isToldText(sources.map(({ document }) => document.text).join('\n')),
    isReadable: sources.every(({ sureness }) => sureness >= surenessMin),
    isRecognized: sources.some(({ recognized }) => recognized),
  };
}

export function markMissing(leaf: Leaf, { sources, reading }: { sources: Source[]; reading: Reading }): Mark {
  const missing = leaf.schema.required && typeof leaf.value === 'string' ? { missing: true as const } : {};
  const toMark = (status: Mark['status'], ground: Ground, note?: string, candidates: Considered[] = []): Mark => ({
    ...missing,
    field: leaf.field,
    status,
    ground,
    confidence: confidenceOf(ground),
    ...(note !== undefined && { note }),
    ...(candidates.length > 0 && { candidates }),
  });
  const candidates = consider(leaf, sources);
  if (sources.some((source) => hasLabelledValue(source, leaf.schema)))
    return toMark('not_found', 'absent-labelled', 'The source has a label for it.', candidates);
  if (reading.isPartial) return toMark('not_found', 'absent-unknown', 'Not everything was read.', candidates);
  if (!reading.isKnown)
    return toMark('not_found', 'absent-unknown', 'The text is in a language whose labels are not known.', candidates);
  if (!reading.isReadable)
    return toMark('not_found', 'absent-unknown', 'A page could hardly be recognized.', candidates);
  // Recognition misreads a label or a date now and then; nobody can say that a scan has no value.
  if (reading.isRecognized)
    return toMark(
      'not_found',
      'absent-scan',
      'The page was read from an image, and a value may be misread.',
      candidates,
    );
  if ((candidates[0]?.score ?? 0) >= nearMin)
    return toMark('not_found', 'absent-near', 'The source has a value whose label resembles it.', candidates);
  const open = reading.isUnderstood ? 'absent-open' : 'absent-many';
  if (candidates.length > 0)
    return toMark('not_found', open, 'The source has values that could be it, without a label.', candidates);
  if (!hasForm(leaf))
    return toMark('not_found', open, 'Nothing was found for it, and any words of the source could be it.');
  return toMark('absent', 'absent-quiet');
}

/** A label at least so alike may be another word for the field. */
const nearMin = 0.3;

/** Words, choices and cells have no form of their own, so that nobody can say that the source has none. */
const hasForm = ({ schema, row }: Leaf): boolean => isFormed(schema) && schema.options === undefined && row === '';
const named = new Set(['person', 'party', 'organization', 'place', 'currency', 'time', 'year', 'url']);

const consideredMax = 5;
const unlabelled = 'No label of the field is near it.';

/** Lists the values of the field's kind, the best first, each with the reason why it was not taken. */
function consider({ schema, row }: Leaf, sources: Source[]): Considered[] {
  const { kind, labels } = readMeaning(schema);
  if (row !== '' || !(isFormed(schema) || named.has(kind)) || schema.options !== undefined) return [];
  const rivals = rivalsOf(schema, [], undefined);
  const seen = new Set<unknown>();
  const found: Considered[] = [];
  for (const [source, { document }] of sources.entries()) {
    for (const { start, end, value, trust } of findCandidates(document, kind)) {
      if (trust < 0.75 || seen.has(value)) continue;
      seen.add(value);
      const { left, pairLabel, inTable } = contextOf(document, { start, end });
      const score = (all: typeof labels): number =>
        Math.max(matchContext(left, all, 0.6).score, pairLabel === undefined ? 0 : matchLabel(pairLabel, all).score);
      const rival = rivals
        .map(({ name, labels: own }) => ({ name, score: score(own) }))
        .reduce((best, one) => (one.score > best.score ? one : best), { name: '', score: 0 });
      const why =
        rival.score >= 0.7 ? `It is under the label of '${rival.name}'.` : inTable ? 'It is in a table.' : unlabelled;
      const text = document.text.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, 200);
      const own = Math.min(1, Math.round(score(labels) * trust * 100) / 100);
      found.push({ source, start, end, text, score: own, why_not: why });
    }
  }
  return found.sort((one, other) => (other.score ?? 0) - (one.score ?? 0)).slice(0, consideredMax);
}
