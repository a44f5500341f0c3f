import { inUnit } from '../fill/scalars.ts';
import { findSayings } from '../fill/truth.ts';
import type { Field } from '../schema/schema.ts';
import { namedOptions } from './choices.ts';
import { confidenceOf } from './confidence.ts';
import { isAbsent, type Leaf } from './leaves.ts';
import { readLetters } from './letters.ts';
import type { Considered, Hit, Mark } from './model.ts';
import { isFormed, type Source, statedTexts, statedValues } from './sources.ts';

// Finds fields with several values in the sources, each under its label, such as two invoices read into one value. Then
// a missing value does not mean that the sources have none, and a single value is not the whole truth.

type Contender = Hit & { value: string | number | boolean; text: string; score: number };
type Contest = { candidates: Contender[]; isAcross: boolean };

/** Labels in one document whose scores are closer than this fit equally well. */
const apartMin = 0.04;
/** The same for several documents, which may use other words: "Total" here and "Amount due" there. */
const wordsApartMin = 0.16;
const namedMax = 5;

/** Adds to the mark of a leaf the values that are as good as its own. */
export function contest(mark: Mark, leaf: Leaf, sources: Source[]): Mark {
  if (leaf.row !== '' || /\/\d+$/.test(leaf.field) || mark.status === 'unsupported') return mark;
  const found = findContest(leaf.schema, sources);
  if (found === undefined) return mark;
  const { isAcross } = found;
  const told = { candidates: toCandidates(found), ...(isAcross && { isAcrossDocuments: true as const }) };
  if (isAbsent(leaf.value)) {
    const note = `The source has several values for it: ${listed(told.candidates)}.`;
    const ground = 'absent-contested';
    return { ...mark, status: 'not_found', ground, confidence: confidenceOf(ground), note, ...told };
  }
  const own = found.candidates.find(({ value }) => isSame(keyOf(value), keyOf(leaf.value)));
  // For example, the sum of both values rests on other grounds.
  if (own === undefined) return mark;
  const others = toCandidates(found).filter(({ text }) => !isSame(keyOf(text), keyOf(own.text)));
  const note = `${isAcross ? 'Other documents have' : 'The same label has'} another value for it: ${listed(others)}.`;
  const ground = isAcross ? 'contested' : 'contested-within';
  const confidence = Math.min(mark.confidence, confidenceOf(ground));
  return { ...mark, ground, confidence, note, ...told };
}

const toCandidates = ({ candidates }: Contest): Considered[] =>
  candidates.map(({ source, start, end, text, score }) => ({
    ...{ source, start, end, text },
    score: Math.min(1, Math.round(score * 100) / 100),
    why_not: 'Another value has as good a label.',
  }));

const listed = (candidates: { text: string }[]): string =>
  candidates
    .slice(0, namedMax)
    .map(({ text }) => `'${text}'`)
    .join(', ') + (candidates.length > namedMax ? ` and ${candidates.length - namedMax} more` : '');

function findContest(field: Field, sources: Source[]): Contest | undefined {
  const byDocument = new Map<number, Contender[]>();
  for (const [index, source] of sources.entries()) {
    const own = byDocument.get(source.group) ?? [];
    byDocument.set(source.group, own);
    own.push(...contendersIn(field, source, index));
  }
  const bests = [...byDocument.values()]
    .map((all) => topOf(all, apartMin))
    .filter((contenders) => contenders.length > 0);
  const top = Math.max(...bests.map(scoreOf));
  const serious = bests.filter((contenders) => scoreOf(contenders) > top - wordsApartMin);
  const candidates = distinct(serious.flat());
  if (candidates.length < 2) return undefined;
  const isAcross = serious.some((one, at) => serious.slice(at + 1).some((other) => !shareValue(one, other)));
  // Within one document, only values with equal scores contend.
  return isAcross ? { candidates, isAcross } : toLocal(bests, top);
}

function toLocal(bests: Contender[][], top: number): Contest | undefined {
  const candidates = distinct(bests.filter((contenders) => scoreOf(contenders) > top - apartMin).flat());
  return candidates.length < 2 ? undefined : { candidates, isAcross: false };
}

const scoreOf = (contenders: Contender[]): number => Math.max(...contenders.map(({ score }) => score));

const topOf = (contenders: Contender[], apart: number): Contender[] => {
  const best = scoreOf(contenders);
  return contenders.filter(({ score }) => score > best - apart);
};

const shareValue = (one: Contender[], other: Contender[]): boolean =>
  one.some((a) => other.some((b) => isSame(keyOf(a.value), keyOf(b.value))));

function distinct(contenders: Contender[]): Contender[] {
  const kept: Contender[] = [];
  for (const one of contenders) if (!kept.some(({ value }) => isSame(keyOf(value), keyOf(one.value)))) kept.push(one);
  return kept;
}

/** Returns a key for comparison: letters without spaces and punctuation, numbers by value, days without their time. */
function keyOf(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(Math.abs(value) * 1e6) / 1e6);
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return text.slice(0, 10);
  return readLetters(text).plain || text.trim();
}

/** "Acme" and "Acme GmbH, Berlin" are the same. Numbers must be equal. */
const isSame = (one: string, other: string): boolean => {
  if (one === other) return true;
  if (/^[\d.]+$/.test(one) || /^[\d.]+$/.test(other)) return false;
  return one.length >= 4 && other.length >= 4 && (one.startsWith(other) || other.startsWith(one));
};

function contendersIn(field: Field, source: Source, index: number): Contender[] {
  const { document } = source;
  const at = (start: number, end: number) => ({
    source: index,
    start,
    end,
    text: document.text.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, 200),
  });
  if (field.type === 'boolean')
    return findSayings(field, document).map(({ value, text }) => {
      const start = Math.max(0, document.text.indexOf(text));
      return { ...at(start, start + text.length), value, score: 1 };
    });
  if (field.options !== undefined)
    return namedOptions(field, document)
      .filter(({ options }) => options.length === 1)
      .map(({ options, text, start, score }) => ({ ...at(start, start + text.length), value: options[0]!, score }));
  const lines = new Set<number>();
  return (isFormed(field) ? statedValues(source, field) : statedTexts(source, field)).flatMap(
    ({ value: written, start, end, score }) => {
      const value = inUnit({ value: written, end }, field, document);
      // If a label has several values, as in "10.00 (incl. 1.60)", the first counts.
      const { index: line } = document.lineAt(start);
      if (value === undefined || lines.has(line)) return [];
      lines.add(line);
      return [{ ...at(start, end), value, score }];
    },
  );
}
