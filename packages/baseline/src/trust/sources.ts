import { findCandidates } from '../fill/candidates.ts';
import { contextOf } from '../fill/context.ts';
import { contentWords } from '../language/summary.ts';
import { type Kind, readMeaning } from '../schema/field.ts';
import { matchContext, matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import { type Document, openDocument } from '../text/document.ts';
import { type DateIndex, indexDates } from './dates.ts';
import { type Letters, readLetters } from './letters.ts';
import type { SourceText } from './model.ts';
import { findWritten, type Written } from './numbers.ts';

/** A text with what can be looked up in it; each view is made when first asked for. */
export type Source = {
  document: Document;
  recognized: boolean;
  readonly letters: Letters;
  readonly numbers: Written[];
  readonly dates: DateIndex;
  readonly words: Set<string>;
};

export function openSources(given: SourceText[]): Source[] {
  return given.map(({ text, recognized = false }) => {
    const document = openDocument(text, { isWhole: true });
    const letters = once(() => readLetters(document.text));
    const numbers = once(() => findWritten(document.text, recognized));
    const dates = once(() => indexDates(document, recognized));
    const words = once(() => new Set(contentWords(document.text)));
    return {
      document,
      recognized,
      get letters() {
        return letters();
      },
      get numbers() {
        return numbers();
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

/** Kinds whose candidates are found by their form; names would take a lexicon and seconds. */
const formed = new Set<Kind>(['money', 'date', 'datetime', 'percent', 'email', 'phone', 'code', 'number']);
const labelledMin = 0.88;

/** Values of the field's kind that stand right under its label. */
export function labelledValues({ document }: Source, field: Field): (string | number)[] {
  const { kind, labels } = readMeaning(field);
  if (!formed.has(kind)) return [];
  const strong = labels.filter(({ weight }) => weight >= 0.8);
  return findCandidates(document, kind)
    .filter((candidate) => {
      const { left, pairLabel, inTable } = contextOf(document, candidate);
      if (inTable) return false;
      const score = Math.max(
        matchContext(left, strong, 0.6).score,
        pairLabel === undefined ? 0 : matchLabel(pairLabel, strong).score,
      );
      return score >= labelledMin;
    })
    .map(({ value }) => value);
}

export const hasLabelledValue = (source: Source, field: Field): boolean => labelledValues(source, field).length > 0;
