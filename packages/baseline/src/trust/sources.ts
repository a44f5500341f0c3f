import { contextOf } from '../fill/context.ts';
import { candidatesFor } from '../fill/scalars.ts';
import { contentWords } from '../language/summary.ts';
import { type Kind, type Label, readMeaning } from '../schema/field.ts';
import { matchContext, matchLabel } from '../schema/match.ts';
import { rivalsOf } from '../schema/rivals.ts';
import type { Field } from '../schema/schema.ts';
import { type Document, openDocument } from '../text/document.ts';
import { findSpoken, type Spoken } from '../values/number-words.ts';
import { type DateIndex, indexDates } from './dates.ts';
import { type Letters, readLetters } from './letters.ts';
import type { SourceText } from './model.ts';
import { findWritten, type Written } from './numbers.ts';

/** A text with its indexes for lookups. Each is computed on first use. */
export type Source = {
  document: Document;
  recognized: boolean;
  /** How certain OCR was, from 0 to 1. */
  sureness: number;
  /** The same for all texts of one document. */
  group: number;
  readonly letters: Letters;
  readonly numbers: Written[];
  /** Numbers in words. */
  readonly spoken: Spoken[];
  readonly dates: DateIndex;
  readonly words: Set<string>;
};

export function openSources(given: SourceText[]): Source[] {
  return given.map(({ text, recognized = false, sureness = 1, document: group = 0, pointed = [] }) => {
    const document = openDocument(text, { isWhole: true, pointed });
    const letters = once(() => readLetters(document.text));
    const numbers = once(() => findWritten(document.text, recognized));
    const spoken = once(() => findSpoken(document.text));
    const dates = once(() => indexDates(document, recognized));
    const words = once(() => new Set(contentWords(document.text)));
    return {
      document,
      recognized,
      sureness,
      group,
      get letters() {
        return letters();
      },
      get numbers() {
        return numbers();
      },
      get spoken() {
        return spoken();
      },
      get dates() {
        return dates();
      },
      get words() {
        return words();
      },
    };
  });
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** Kinds whose candidates are recognized by their form. Names would need a lexicon and seconds. */
const formed = new Set<Kind>(['money', 'date', 'datetime', 'percent', 'email', 'phone', 'code', 'number']);
const labelledMin = 0.88;

/** A value right beside or below the label of a field. `score` is how well the label fits. */
export type Stated = { value: string | number; start: number; end: number; score: number };

const stated = new WeakMap<Source, Map<Field, Stated[]>>();

/** Finds values of the field's kind right beside or below its label. */
export function statedValues(source: Source, field: Field): Stated[] {
  const byField = stated.get(source) ?? new Map<Field, Stated[]>();
  stated.set(source, byField);
  const found = byField.get(field) ?? findStated(source, field);
  byField.set(field, found);
  return found;
}

function findStated({ document }: Source, field: Field): Stated[] {
  const { kind, labels } = readMeaning(field);
  if (!formed.has(kind)) return [];
  const strong = labels.filter(({ weight }) => weight >= 0.8);
  const rivals = rivalsOf(field, [], undefined).flatMap((rival) => rival.labels);
  return candidatesFor(field, kind, document).flatMap((candidate) => {
    const { left, pairLabel, inTable } = contextOf(document, candidate);
    if (inTable) return [];
    const scoreOf = (all: Label[]): number =>
      Math.max(matchContext(left, all, 0.6).score, pairLabel === undefined ? 0 : matchLabel(pairLabel, all).score);
    const score = scoreOf(strong);
    const { value, start, end } = candidate;
    // "VAT total" has the label of the total in it, and is something else.
    return score >= labelledMin && scoreOf(rivals) <= score + 0.02 ? [{ value, start, end, score }] : [];
  });
}

/** Finds any text beside the label of a field. */
export function statedTexts({ document }: Source, field: Field): Stated[] {
  const strong = readMeaning(field).labels.filter(({ weight }) => weight >= 0.8);
  return document.pairs.flatMap(({ label, value, start }) => {
    const { score } = matchLabel(label, strong);
    return score >= labelledMin ? [{ value, start, end: start + value.length, score }] : [];
  });
}

export const hasLabelledValue = (source: Source, field: Field): boolean => statedValues(source, field).length > 0;

export const isFormed = (field: Field): boolean => formed.has(readMeaning(field).kind);
