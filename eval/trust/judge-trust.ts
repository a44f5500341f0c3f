import { checkValue, fillSchema } from '../../packages/baseline/src/baseline.ts';
import type { Mark } from '../../packages/baseline/src/trust/model.ts';
import { isFlagged, isMissing, isRight } from '../generate/measure.ts';
import { type MistakeClass, mistakeClasses, plantMistakes } from './mistakes.ts';

// Counts what marks say about planted mistakes, about the truth, and about real answers.

export type TrustCase = {
  name: string;
  schema: Record<string, unknown>;
  truth: Record<string, unknown>;
  sources: { text: string; recognized?: boolean }[];
  seed: number;
  /** Whether a given value is right. Default: the rules of the labelled set. */
  isRight?: (field: string, given: unknown) => boolean;
};

export type Answer = (one: TrustCase) => Promise<unknown>;

export type TrustFigures = {
  documents: number;
  /** Planted mistakes by class, and how many of them the marks are sure of. */
  planted: Map<MistakeClass, { count: number; sure: number }>;
  /** Values of the truth, and how many are flagged by mistake. */
  truths: { count: number; flagged: number };
  /** Nulls that are marked as absent, and how many of them have no value indeed. */
  absent: { count: number; right: number };
  /** Real answers: how sure the marks are, and whether they are right. */
  answered: { mark: Mark; right: boolean }[];
  /** The truth and planted values with their marks, from which the confidence of models' values is fitted. */
  seen: { mark: Mark; right: boolean }[];
  /** What went wrong, one line each. */
  flaws: string[];
};

const SURE = 0.8;

export const emptyTrust = (): TrustFigures => ({
  documents: 0,
  planted: new Map(mistakeClasses.map((kind) => [kind, { count: 0, sure: 0 }])),
  truths: { count: 0, flagged: 0 },
  absent: { count: 0, right: 0 },
  answered: [],
  seen: [],
  flaws: [],
});

export const askBaseline: Answer = ({ sources, schema }) =>
  fillSchema(sources.map(({ text }) => text).join('\n\n'), { schema });

export async function judgeTrust(
  cases: TrustCase[],
  { answer, isModel }: { answer: Answer; isModel: boolean },
): Promise<TrustFigures> {
  const figures = emptyTrust();
  for (const one of cases) {
    figures.documents += 1;
    await judgePlanted(figures, one);
    await judgeTruth(figures, one);
    const value = await answer(one);
    for (const mark of await checkValue({ value, schema: one.schema, sources: one.sources, isModel })) {
      // Rows may be missing or in another order. What the truth does not name is not judged.
      if (/\/\d/.test(mark.field) || !isNamed(one.truth, mark.field)) continue;
      const right = isRightIn(one, value, mark.field);
      figures.answered.push({ mark, right });
      if (mark.status === 'absent') countAbsent(figures, right);
      if (!right && (isMissing(mark) ? mark.status === 'absent' : mark.confidence >= SURE))
        figures.flaws.push(`${one.name} answer ${describe(mark)}`);
    }
  }
  return figures;
}

/** Corpora compare their values as their authors do. */
function isRightIn({ truth, isRight: own }: TrustCase, value: unknown, field: string): boolean {
  const name = field.slice(1);
  const given = (value as Record<string, unknown> | null)?.[name] ?? null;
  if (own === undefined || name.includes('/')) return isRight(truth, value, field);
  return given === null ? truth[name] === null : own(name, given);
}

async function judgePlanted(figures: TrustFigures, { name, truth, schema, sources, seed }: TrustCase): Promise<void> {
  for (const { kind, value, fields } of plantMistakes(truth, schema, seed)) {
    const marks = await checkValue({ value, schema, sources, isModel: true });
    for (const mark of marks.filter(({ field }) => fields.includes(field))) {
      const counted = figures.planted.get(kind)!;
      counted.count += 1;
      figures.seen.push({ mark, right: false });
      if (kind === 'omission' && mark.status === 'absent') countAbsent(figures, false);
      const isSure = kind === 'omission' ? mark.status === 'absent' : mark.confidence >= SURE && !isFlagged(mark);
      if (!isSure) continue;
      counted.sure += 1;
      figures.flaws.push(`${name} ${kind} ${describe(mark)}`);
    }
  }
}

async function judgeTruth(figures: TrustFigures, { name, truth, schema, sources }: TrustCase): Promise<void> {
  for (const mark of await checkValue({ value: truth, schema, sources, isModel: true })) {
    if (!isNamed(truth, mark.field)) continue;
    if (mark.status === 'absent') countAbsent(figures, true);
    figures.seen.push({ mark, right: true });
    if (isMissing(mark)) continue;
    figures.truths.count += 1;
    if (!isFlagged(mark)) continue;
    figures.truths.flagged += 1;
    figures.flaws.push(`${name} truth ${describe(mark)}`);
  }
}

function countAbsent({ absent }: TrustFigures, isTrue: boolean): void {
  absent.count += 1;
  absent.right += isTrue ? 1 : 0;
}

const isNamed = (truth: Record<string, unknown>, field: string): boolean => field.split('/')[1]! in truth;
const describe = ({ field, status, ground, confidence, text }: Mark): string =>
  `${field} ${status} ${ground} ${confidence} ${JSON.stringify(text ?? '')}`;

export function addTrust(sum: TrustFigures, one: TrustFigures): TrustFigures {
  for (const [kind, { count, sure }] of one.planted) {
    const own = sum.planted.get(kind)!;
    sum.planted.set(kind, { count: own.count + count, sure: own.sure + sure });
  }
  return {
    documents: sum.documents + one.documents,
    planted: sum.planted,
    truths: { count: sum.truths.count + one.truths.count, flagged: sum.truths.flagged + one.truths.flagged },
    absent: { count: sum.absent.count + one.absent.count, right: sum.absent.right + one.absent.right },
    answered: [...sum.answered, ...one.answered],
    seen: [...sum.seen, ...one.seen],
    flaws: [...sum.flaws, ...one.flaws],
  };
}

export type Summary = {
  /** Of wrong values, the share that marks are sure of. Omissions are counted by `absentTrue`. */
  wrongSure: number;
  rightFlagged: number;
  absentTrue: number;
  /** The largest difference between what a band says and what is right, over bands with enough values. */
  bandError: number;
};

const BAND_VALUES_MIN = 20;

export function summarize(figures: TrustFigures): Summary {
  const values = [...figures.planted].filter(([kind]) => kind !== 'omission').map(([, one]) => one);
  const sum = (key: 'count' | 'sure'): number => values.reduce((all, one) => all + one[key], 0);
  return {
    wrongSure: share(sum('sure'), sum('count')),
    rightFlagged: share(figures.truths.flagged, figures.truths.count),
    absentTrue: share(figures.absent.right, figures.absent.count),
    bandError: Math.max(
      0,
      ...bandsOf(figures)
        .filter(({ count }) => count >= BAND_VALUES_MIN)
        .map(({ said, right }) => Math.abs(said - right)),
    ),
  };
}

export type Band = { said: number; right: number; count: number };

export const bandsOf = ({ answered }: TrustFigures): Band[] =>
  [...Map.groupBy(answered, ({ mark }) => Math.min(9, Math.floor(mark.confidence * 10)))]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => ({
      said: own.reduce((sum, { mark }) => sum + mark.confidence, 0) / own.length,
      right: share(own.filter(({ right }) => right).length, own.length),
      count: own.length,
    }));

const share = (part: number, of: number): number => (of === 0 ? 0 : part / of);
