import type { EvaluationComparison, EvaluationRun, Rehearsal } from '@errand/sdk';
import { done, table } from '../terminal/text.ts';

// Shows runs of versions on past cases.

export const describeEvaluation = (run: EvaluationRun): string =>
  done(`${run.status}: ${run.done} of ${run.total} cases`, {
    id: run.id,
    version: run.agent_version_id,
    cost: String(run.cost),
    ...(run.scores && {
      accuracy: `${run.scores.accuracy.toFixed(3)} (${run.scores.accuracy_interval.low.toFixed(3)} to ${run.scores.accuracy_interval.high.toFixed(3)})`,
      ...(run.scores.repeats && { 'one answer': spreadOf(run.scores.repeats) }),
      regressions: String(run.regressions.length),
    }),
    ...(run.reason && { reason: run.reason }),
    ...(run.warnings.length > 0 && { warnings: run.warnings.join(' ') }),
  });

type Repeats = NonNullable<NonNullable<EvaluationRun['scores']>['repeats']>;

const spreadOf = ({ single, accuracies, unsteady }: Repeats): string =>
  `${single.value.toFixed(3)} (${single.low.toFixed(3)} to ${single.high.toFixed(3)}); repeats ${Math.min(...accuracies).toFixed(3)} to ${Math.max(...accuracies).toFixed(3)}, ${unsteady} cases unsteady`;

/** Says which of two runs is better, or that nobody can tell. */
export function describeDifference({ difference: { value, low, high }, conclusive }: EvaluationComparison): string {
  const range = `difference ${points(value)} (95 %: ${points(low)} to ${points(high)})`;
  if (!conclusive) return `Not enough cases to tell which is better: ${range}.`;
  return `The ${value > 0 ? 'second' : 'first'} run is better: ${range}.`;
}

const points = (share: number): string => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} points`;

/** Questions that stored cases cannot answer. */
const QUESTIONS_SHOWN = 5;

export function describeRehearsal(rehearsal: Rehearsal): string {
  const lacking = [...new Set(rehearsal.undecidable.flatMap(({ questions = [] }) => questions))];
  const facts = done(`${rehearsal.status}: ${rehearsal.done} of ${rehearsal.total} cases`, {
    id: rehearsal.id,
    flips: String(rehearsal.flip_count),
    unchanged: String(rehearsal.unchanged),
    undecidable: String(rehearsal.undecidable.length),
    ...(lacking.length > 0 && { lacking: lacking.slice(0, QUESTIONS_SHOWN).join('; ') }),
    ...(rehearsal.gather && { gathered: String(rehearsal.gathered_count) }),
    cost: String(rehearsal.cost),
    ...(rehearsal.reason && { reason: rehearsal.reason }),
  });
  if (rehearsal.flips.length === 0) return facts;
  const rows = rehearsal.flips.map((flip) => [
    flip.job_id,
    flip.before ?? '–',
    flip.after,
    flip.rules.map((rule) => rule.title).join('; '),
  ]);
  return `${facts}\n${table(['JOB', 'BEFORE', 'AFTER', 'RULES'], rows)}`;
}
