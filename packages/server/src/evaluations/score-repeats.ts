import type { EvaluationScores } from '@errand/contract/evaluations.ts';
import { shareInterval } from '#jobs/reviews/kappa.ts';
import { canonical, type Fields, type Got, isRight } from './score.ts';

// What repeats tell of a model that varies. Pure: no database, no clock.

export type RepeatedCase = { expected: Fields; weight: number; answers: Got[] };

export function scoreRepeats(cases: RepeatedCase[], repeats: number): NonNullable<EvaluationScores['repeats']> {
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const judged = cases.map(({ answers, expected, weight }) => ({
    weight,
    right: answers.map((got) => isRight({ expected, got })),
    isSteady: new Set(answers.map((got) => canonical(pick(got, expected)))).size <= 1,
  }));
  const accuracyOf = (place: number): number =>
    judged.reduce((sum, { right, weight }) => sum + (right[place] ? weight : 0), 0) / total;
  const shares = judged.map(({ right, weight }) => ({ weight, share: right.filter(Boolean).length / repeats }));
  return {
    accuracies: total === 0 ? [] : Array.from({ length: repeats }, (_, place) => accuracyOf(place)),
    single: { value: total === 0 ? 0 : meanOf(shares, total), ...intervalOf(shares, total) },
    unsteady: judged.filter(({ isSteady }) => !isSteady).length,
  };
}

/** Only what is scored counts: other members may differ. */
const pick = (got: Got, expected: Fields): Got =>
  got === null ? null : Object.fromEntries(Object.keys(expected).map((field) => [field, got[field] ?? null]));

type Share = { weight: number; share: number };

const meanOf = (shares: Share[], total: number): number =>
  shares.reduce((sum, { weight, share }) => sum + weight * share, 0) / total;

/**
 * Wilson's interval, with as many answers as tell independently: repeats of a case resemble each other, so a thousand
 * answers to ten cases tell little more than ten. Between no fewer than the cases and no more than the answers.
 */
function intervalOf(shares: Share[], total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 };
  const mean = meanOf(shares, total);
  const squares = shares.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const cases = total ** 2 / squares;
  const spread = shares.reduce((sum, { weight, share }) => sum + (weight / total) ** 2 * (share - mean) ** 2, 0);
  const error = cases > 1 ? (spread * cases) / (cases - 1) : 0;
  const telling = error === 0 ? cases : Math.max(cases, (mean * (1 - mean)) / error);
  return shareInterval(mean * telling, telling);
}
