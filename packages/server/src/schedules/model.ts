import { lastDue, nextAfter, type Timing } from './times.ts';

// Decides what happens to a schedule that is due. Pure: no database, no clock.

export type Outcome = 'waiting' | 'starting' | 'started' | 'skipped' | 'missed' | 'failed';

export type Due = Timing & {
  next_at: Date;
  catch_up: 'none' | 'one';
  overlap: 'skip' | 'queue' | 'cancel_previous';
  /** Whether the previous run is being started, or its job is running. */
  busy: boolean;
  /** How many runs wait for the previous one. */
  waiting: number;
};

export type Decision = { dueAt: Date; outcome: 'starting' | 'waiting' | 'skipped' | 'missed'; reason: string | null };

/** Due times of this age are on time, even if there are several. */
const PROMPT_MS = 2_000;
/** A run that is later is missed. Many runs that are due together may take a minute to start. */
export const LATE_MS = 60_000;
/** How many runs of one schedule may wait for each other. */
export const WAITING_MAX = 100;

/** Returns the runs to record and the next due time. After an outage, only the run of the last due time may start. */
export function decideDue(due: Due, nowMs: number): { runs: Decision[]; nextMs: number | undefined } {
  const firstMs = due.next_at.getTime();
  const lastMs = nowMs - firstMs <= PROMPT_MS ? firstMs : lastDue(due, firstMs, nowMs);
  const nextMs = nextAfter(due, lastMs);
  const isLate = nowMs - lastMs > LATE_MS && due.catch_up === 'none';
  if (isLate) return { runs: [missed(firstMs, lastMs)], nextMs };
  const runs = lastMs > firstMs ? [missed(firstMs)] : [];
  return { runs: [...runs, decideOverlap(due, new Date(lastMs))], nextMs };
}

/** Decides about a run that should start now, by the rule for overlapping runs. */
export function decideOverlap(
  { overlap, busy, waiting }: Pick<Due, 'overlap' | 'busy' | 'waiting'>,
  dueAt: Date,
): Decision {
  if (overlap === 'cancel_previous' || (!busy && waiting === 0)) return { dueAt, outcome: 'starting', reason: null };
  if (overlap === 'skip') return { dueAt, outcome: 'skipped', reason: 'The previous run is still running.' };
  if (waiting < WAITING_MAX) return { dueAt, outcome: 'waiting', reason: null };
  return { dueAt, outcome: 'skipped', reason: `${WAITING_MAX} runs are already waiting, which is the limit.` };
}

function missed(firstMs: number, lastMs?: number): Decision {
  const [dueAt, last] = [new Date(firstMs), lastMs === undefined ? undefined : new Date(lastMs)];
  const which =
    last === undefined
      ? 'This and perhaps later due times passed'
      : lastMs === firstMs
        ? 'The due time passed'
        : `All due times up to ${last.toISOString()} passed`;
  return { dueAt, outcome: 'missed', reason: `${which} while the service could not start runs.` };
}
