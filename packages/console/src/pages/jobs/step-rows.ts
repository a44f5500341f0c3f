import { type Job, type JobStep, jobStatus } from '@errand/sdk';

// Lays out the steps of a job as a waterfall. Step names may be paths (`rule 3/fetch`), which become levels.

export type StepRow = {
  step: JobStep;
  /** Shares of the whole, from 0 to 1. */
  left: number;
  width: number;
};

export type StepSums = { cost: number; inputTokens: number; outputTokens: number; workedMs: number };

const WIDTH_MIN = 0.002;

/** Lays out bars within a part of the time. Those outside it have no width. */
export function layOutSteps(steps: JobStep[], startMs: number, endMs: number): StepRow[] {
  const wholeMs = Math.max(1, endMs - startMs);
  return steps.map((step) => {
    const from = (Date.parse(step.started_at) - startMs) / wholeMs;
    const to = from + step.duration_ms / wholeMs;
    if (to < 0 || from > 1) return { step, left: clamp(from), width: 0 };
    const left = clamp(from);
    return { step, left, width: Math.max(WIDTH_MIN, clamp(to) - left) };
  });
}

export function sumSteps(steps: JobStep[]): StepSums {
  const sums: StepSums = { cost: 0, inputTokens: 0, outputTokens: 0, workedMs: 0 };
  for (const step of steps) {
    sums.cost += step.cost;
    sums.inputTokens += step.input_tokens ?? 0;
    sums.outputTokens += step.output_tokens ?? 0;
    sums.workedMs += step.duration_ms;
  }
  // Costs have eight decimals. Rounding removes binary errors of the sum.
  sums.cost = Math.round(sums.cost * 1e8) / 1e8;
  return sums;
}

/**
 * Returns the cost of the job beyond its recorded steps, because engines may charge for a result. A job that is not
 * final has no cost yet.
 */
export const otherCost = (jobCost: number, sums: StepSums): number =>
  Math.max(0, Math.round((jobCost - sums.cost) * 1e8) / 1e8);

export function filterSteps(steps: JobStep[], { text, errorsOnly }: { text: string; errorsOnly: boolean }): JobStep[] {
  const wanted = text.trim().toLowerCase();
  return steps.filter(
    (step) =>
      (!errorsOnly || step.status === 'failed') &&
      (wanted === '' ||
        [step.name, step.kind, step.model ?? '', step.error ?? ''].join('\n').toLowerCase().includes(wanted)),
  );
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

const endOf = ({ started_at: at, duration_ms: ms }: JobStep): number => Date.parse(at) + ms;

/** When the step that runs now has begun: at the end of the last one, or when the job was started. */
export function runningSince({ steps, status_events: events }: Pick<Job, 'steps' | 'status_events'>): number {
  const started = events.findLast(({ status_code: code }) => code === jobStatus.started);
  return Math.max(0, ...(started ? [Date.parse(started.timestamp)] : []), ...steps.map(endOf));
}

export function runningWords({ steps }: Pick<Job, 'steps'>): string {
  const last = steps.toSorted((one, other) => endOf(one) - endOf(other)).at(-1);
  return last === undefined ? 'The first step' : `The step after ${last.name}`;
}
