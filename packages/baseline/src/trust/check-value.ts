import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { isKnownText } from '../languages/known-text.ts';
import { readSchema } from '../schema/schema.ts';
import { identifierOf, isValidIdentifier } from '../values/identifiers.ts';
import { judgeBoolean, judgeChoice } from './choices.ts';
import { chooseHit } from './choose-hit.ts';
import { confidenceOf, measuredOf } from './confidence.ts';
import { contest } from './contest.ts';
import { findComputation } from './derive.ts';
import { type Found, findHits } from './find-hits.ts';
import { findFormProblem } from './forms.ts';
import { isAbsent, type Leaf, leavesOf, leftOut } from './leaves.ts';
import { judgeReading, markMissing } from './missing.ts';
import type { Ground, Mark, SourceText, Status } from './model.ts';
import { openSources, type Source } from './sources.ts';

// Looks up every value of an answer in its source texts. The model that gave the answer does not matter: an invented
// value is invented whoever made it.

export type CheckRequest = {
  value: unknown;
  schema: JsonSchema;
  sources: SourceText[];
  /** What the reader was told beside the schema: it may explain fields. */
  instruction?: string;
  /** Something was not read, so that nothing can be called absent. */
  isPartial?: boolean;
  /** A language model gave the answer, not the built-in reader. */
  isModel?: boolean;
};

/** Returns one mark for each leaf of the value, in its order. */
export function checkValue(request: CheckRequest): Mark[] {
  const isStrange = !isKnownText(request.sources.map(({ text }) => text).join('\n'));
  return doubtShared(markLeaves(request)).map((mark) =>
    tellMeasured(doubtStrange(doubtUnread(inGivenText(mark, request.sources), request), isStrange), request),
  );
}

function tellMeasured(mark: Mark, request: CheckRequest): Mark {
  return { ...mark, measured: measuredOf(mark.ground, originOf(mark, request)) };
}

const originOf = ({ source }: Mark, { sources, isModel = false }: CheckRequest) => ({
  isRecognized: (source === undefined ? sources : [sources[source]!]).some(({ recognized }) => recognized),
  isModel,
});

/** Below this, OCR has read handwriting, a blurred page, or an unknown script. */
const surenessMin = 0.62;

/** A value cannot be more certain than the text that contains it. */
function doubtUnread(given: Mark, request: CheckRequest): Mark {
  const { sources } = request;
  const origin = originOf(given, request);
  // Some marks have a lower confidence than their ground, for reasons of their own.
  const mark =
    origin.isRecognized || origin.isModel
      ? { ...given, confidence: Math.min(given.confidence, confidenceOf(given.ground, origin)) }
      : given;
  const { sureness = 1 } = mark.source === undefined ? {} : sources[mark.source]!;
  if (sureness >= surenessMin || mark.confidence <= sureness) return mark;
  const note = ['The page could hardly be recognized.', mark.note].filter(Boolean).join(' ');
  return { ...mark, confidence: Math.round(sureness * 1_000) / 1_000, note };
}

/** Labels were looked for in languages that the text does not have, so that any place may be another's. */
function doubtStrange(mark: Mark, isStrange: boolean): Mark {
  if (!isStrange || (mark.status !== 'found' && mark.status !== 'derived')) return mark;
  const note = ['The text is in a language whose labels are not known.', mark.note].filter(Boolean).join(' ');
  return { ...mark, confidence: Math.min(mark.confidence, strangeMax), note };
}

/** Such a value stands in the text; whether it is the one that was asked for, only its form can say. */
const strangeMax = 0.7;

/** If two fields rest on the same words, the one with its label there is right, and the other is doubted. */
function doubtShared(marks: Mark[]): Mark[] {
  const placeOf = ({ source, start, end }: Mark): string => `${source} ${start} ${end}`;
  const labelled = new Set(marks.filter(({ ground }) => ground.endsWith('-labelled')).map(placeOf));
  return marks.map((mark) => {
    const isBare = mark.ground === 'number-bare' || mark.ground === 'date-bare' || mark.ground === 'text-bare';
    if (!isBare || /\/\d/.test(mark.field) || !labelled.has(placeOf(mark))) return mark;
    const note = 'The value is under the label of another field of the answer.';
    return { ...mark, ground: 'shared', confidence: confidenceOf('shared'), note };
  });
}

/** Values are looked up in the text without invisible characters. Converts the offsets back to the given text. */
function inGivenText(mark: Mark, sources: SourceText[]): Mark {
  const { source, start, text } = mark;
  if (source === undefined || start === undefined || text === undefined) return mark;
  const given = sources[source]!.text;
  const pattern = text
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
  // Characters were only removed, so the words are at this offset or later.
  const at = given.slice(start).search(new RegExp(pattern, 'u'));
  if (at <= 0) return mark;
  return { ...mark, start: start + at, end: start + at + (mark.end! - start) };
}

function markLeaves({ value, schema, instruction = '', sources: given, isPartial = false }: CheckRequest): Mark[] {
  const field = readSchema(schema, instruction);
  const leaves = leavesOf(value, field);
  const sources = openSources(given);
  const omitted = leftOut(value, field);
  const reading = judgeReading(sources, [...leaves, ...omitted], isPartial);
  const absent = (leaf: Leaf): Mark => markMissing(leaf, { sources, reading });
  // The sources are pictures without text, so there is nothing to compare with.
  if (sources.every(({ letters }) => letters.plain === ''))
    return leaves.map((leaf) =>
      isAbsent(leaf.value)
        ? absent(leaf)
        : toMark(leaf, { status: 'derived', ground: 'unreadable', note: 'The source has no text to compare with.' }),
    );
  const found = new Map<Leaf, Found>(leaves.map((leaf) => [leaf, findHits(leaf, sources)]));
  const isFound = (leaf: Leaf): boolean => (found.get(leaf)?.hits.length ?? 0) > 0;
  const mark = (leaf: Leaf): Mark => {
    if (isAbsent(leaf.value)) return absent(leaf);
    if (typeof leaf.value === 'boolean')
      return toMark(leaf, judgeBoolean(leaf.value, leaf.schema, documentsOf(sources)));
    const problem = findFormProblem(leaf.schema, leaf.value);
    if (problem !== undefined) return toMark(leaf, { status: 'unsupported', ground: 'form-wrong', note: problem });
    const own = found.get(leaf)!;
    if (leaf.schema.options !== undefined && own.how !== 'currency')
      return leaf.schema.options.length === 1
        ? toMark(leaf, { status: 'derived', ground: 'choice-labelled', note: 'The schema allows nothing else.' })
        : toMark(leaf, judgeChoice(leaf.value, leaf.schema, documentsOf(sources)));
    if (own.hits.length === 0) return unfound(leaf, leaves, own, isFound);
    return markFound(leaf, own, { sources, found });
  };
  const marks = leaves.map((leaf) => contest(mark(leaf), leaf, sources));
  // Omitted optional values are only reported if the sources have several values for them.
  const missing = omitted.map((leaf) => contest(absent(leaf), leaf, sources));
  return [...marks, ...missing.filter(({ ground }) => ground === 'absent-contested')];
}

const documentsOf = (sources: Source[]) => sources.map(({ document }) => document);

type Judgement = {
  status: Status;
  ground: Ground;
  source?: number;
  start?: number;
  end?: number;
  text?: string;
  note?: string;
};

const toMark = ({ field }: Leaf, { status, ground, ...rest }: Judgement): Mark => ({
  field,
  status,
  confidence: confidenceOf(ground),
  ground,
  ...rest,
});

function unfound(leaf: Leaf, leaves: Leaf[], own: Found, isFound: (leaf: Leaf) => boolean): Mark {
  if (own.kind === 'number') {
    const note = findComputation(leaf, leaves, isFound);
    if (note !== undefined) return toMark(leaf, { status: 'derived', ground: 'number-computed', note });
    if (own.otherUnit !== undefined)
      return toMark(leaf, {
        status: 'unsupported',
        ground: 'number-unit',
        ...own.otherUnit,
        note: 'The source has this number with another unit.',
      });
  }
  if (own.reworded !== undefined)
    return toMark(leaf, {
      status: 'derived',
      ground: 'text-reworded',
      source: own.reworded,
      note: 'The source says it in other words.',
    });
  return toMark(leaf, { status: 'unsupported', ground: `${own.kind}-none`, note: 'The source does not say it.' });
}

function markFound(leaf: Leaf, own: Found, all: { sources: Source[]; found: Map<Leaf, Found> }): Mark {
  const { hit, standing, note } = chooseHit(leaf, own, all);
  const source = all.sources[hit.source]!;
  const text = source.document.text.slice(hit.start, hit.end).replace(/\s+/g, ' ');
  const at = { source: hit.source, start: hit.start, end: hit.end, text };
  const wrong = isWrongIdentifier(leaf);
  if (wrong)
    return toMark(leaf, { status: 'found', ground: 'identifier-wrong', ...at, note: 'The check digit is wrong.' });
  if (standing === 'misplaced' || standing === 'other-row' || standing === 'elsewhere')
    return toMark(leaf, { status: 'unsupported', ground: `${own.kind}-${standing}`, ...at, note });
  const how = groundOf(own);
  // Not the exact value: converted, in another word order, or with similar-looking characters.
  if (how !== undefined) return toMark(leaf, { ...how, ...at });
  const said = { pointed: 'A small network points at it.', guessed: 'A small network guesses it.' };
  return toMark(leaf, {
    status: 'found',
    ground: `${own.kind}-${standing}`,
    ...at,
    ...(standing in said && { note: said[standing as keyof typeof said] }),
  });
}

function groundOf({ how, kind }: Found): { status: Status; ground: Ground; note?: string } | undefined {
  switch (how) {
    case 'converted':
      return { status: 'derived', ground: 'number-converted', note: 'Converted from another unit.' };
    case 'sign':
      return { status: 'derived', ground: 'number-sign', note: 'The source has it with the other sign.' };
    case 'date-order':
      return { status: 'found', ground: 'date-order', note: 'Day and month may be the other way round.' };
    case 'date-derived':
      return { status: 'derived', ground: 'date-derived', note: 'Counted from another date of the source.' };
    case 'order':
      return { status: 'found', ground: 'text-order' };
    case 'part':
      return { status: 'derived', ground: 'text-part' };
    case 'alike':
      return { status: 'found', ground: `${kind}-alike`, note: 'OCR may have confused letters that look alike.' };
    case 'currency':
      return { status: 'found', ground: 'text-code' };
    default:
      return undefined;
  }
}

function isWrongIdentifier({ schema, value }: Leaf): boolean {
  if (typeof value !== 'string') return false;
  const kind = identifierOf(`${schema.parent} ${schema.name} ${schema.title}`);
  if (kind === undefined) return false;
  const isValid = isValidIdentifier(kind, value);
  // Not every country's form of VAT numbers is known.
  return isValid === false || (isValid === undefined && kind !== 'vat' && kind !== 'card');
}
