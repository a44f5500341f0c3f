import type { EvaluationRun, Rehearsal } from '@errand/sdk';
import { done, table } from '../terminal/text.ts';

// Shows runs of versions on past cases.

export const describeEvaluation = (run: EvaluationRun): string =>
  done(`${run.status}: ${run.done} of ${run.total} cases`, {
    id: run.id,
    version: run.agent_version_id,
    cost: String(run.cost),
    ...(run.scores && { accuracy: run.scores.accuracy.toFixed(3), regressions: String(run.regressions.length) }),
    ...(run.reason && { reason: run.reason }),
  });

export function describeRehearsal(rehearsal: Rehearsal): string {
  const facts = done(`${rehearsal.status}: ${rehearsal.done} of ${rehearsal.total} cases`, {
    id: rehearsal.id,
    flips: String(rehearsal.flip_count),
    unchanged: String(rehearsal.unchanged),
    undecidable: String(rehearsal.undecidable.length),
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
