import { findCandidates } from '../fill/candidates.ts';
import { contextOf } from '../fill/context.ts';
import { isToldText } from '../languages/known-text.ts';
import { readMeaning } from '../schema/field.ts';
import { matchContext, matchLabel } from '../schema/match.ts';
import { rivalsOf } from '../schema/rivals.ts';
import { confidenceOf } from './confidence.ts';
import { saysNothing } from './forms.ts';
import { isAbsent, type Leaf } from './leaves.ts';
import type { Considered, Ground, Mark } from './model.ts';
import { hasLabelledValue, isFormed, type Source, statedTexts } from './sources.ts';

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
  const unread = considerUnread(leaf, sources);
  if (unread.length > 0)
    return toMark('not_found', 'absent-labelled', 'The source has words beside a label for it.', unread);
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
  if (numeric.has(readMeaning(leaf.schema).kind) && sources.some(({ document }) => IN_WORDS.test(document.text)))
    return toMark('not_found', open, 'The source has numbers in words.');
  return toMark('absent', 'absent-quiet');
}

const numeric = new Set(['number', 'money', 'percent']);

/** "Two and a half million dollars". Words that mean something else in another language ("due", "once") are left out. */
const IN_WORDS =
  /(?<!\p{L})(?:(?:hundred|thousand|million|billion|dozen|hundert|tausend|million(?:en)?|milliarden?|mille|millions?|milliards?|ciento|mil|mill[oó]n(?:es)?|cento|mila|milion[ei]|milh(?:ão|ões)|honderd|duizend|miljoen)s?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|deux|trois|quatre|cinq|huit|neuf|dix|douze|vingt|cuatro|cinco|siete|ocho|nueve|diez|doce|veinte|quattro|cinque|sette|otto|dieci|dodici|venti)(?!\p{L})/iu;

/** A label at least so alike may be another word for the field. */
const nearMin = 0.3;

/** Words, choices and cells have no form of their own, so that nobody can say that the source has none. */
const hasForm = ({ schema, row }: Leaf): boolean => isFormed(schema) && schema.options === undefined && row === '';
const named = new Set(['person', 'party', 'organization', 'place', 'currency', 'time', 'year', 'url']);

/** Words beside a label of the field that no rule reads: another form of the value is a value all the same. */
function considerUnread({ schema, row }: Leaf, sources: Source[]): Considered[] {
  if (row !== '') return [];
  return sources
    .flatMap((one, source) =>
      statedTexts(one, schema)
        .filter(({ value }) => !saysNothing(String(value)))
        .map(({ value, start, end, score }) => ({
          source,
          start,
          end,
          text: String(value).replace(/\s+/g, ' ').trim().slice(0, 200),
          score: Math.round(score * 100) / 100,
          why_not: 'It does not have the form of the field.',
        })),
    )
    .slice(0, consideredMax);
}

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
