// PostgreSQL's clock as this process knows it: ids and moments of all processes compare. It runs on the process's steady
// clock, so a machine whose clock is set does not move it, and every answer of PostgreSQL corrects it.

/** A difference beyond what an answer's way explains: a clock was set, or the machine slept. */
const JUMP_MS_MIN = 500;
/** The quickest answer of the last minute tells most about the clock: in a slow one its moment may be anywhere. */
const BEST_AGE_MS_MAX = 60_000;
/** What is known from before is better than an answer that was on its way for seconds. */
const ROUND_TRIP_MS_MAX = 1_000;

/** `database`: ours and PostgreSQL's differed. `machine`: the clock of this machine was set. Positive: forward. */
export type ClockJump = { clock: 'database' | 'machine'; byMs: number };

/** PostgreSQL's milliseconds when the steady clock was 0. */
let origin = machineOrigin();
let knownMachineOrigin = origin;
let best = { roundTripMs: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
let isSet = false;

/** Milliseconds on PostgreSQL's clock. */
export const databaseNow = (): number => origin + performance.now();

/** Milliseconds by which this machine's clock is ahead of PostgreSQL's. */
export const machineAheadMs = (): number => machineOrigin() - origin;

/** Learns from an answer of PostgreSQL. Moments are of the steady clock. Returns the jumps that it corrected. */
export function noteDatabaseClock(answer: { databaseMs: number; sentAt: number; answeredAt: number }): ClockJump[] {
  const { databaseMs, sentAt, answeredAt } = answer;
  const jumps: ClockJump[] = [];
  const machine = machineOrigin();
  if (Math.abs(machine - knownMachineOrigin) > JUMP_MS_MIN) {
    jumps.push({ clock: 'machine', byMs: Math.round(machine - knownMachineOrigin) });
    knownMachineOrigin = machine;
  }
  const roundTripMs = answeredAt - sentAt;
  if (isSet && roundTripMs > ROUND_TRIP_MS_MAX) return jumps;
  const measured = databaseMs - (sentAt + answeredAt) / 2;
  const byMs = measured - origin;
  const isJump = Math.abs(byMs) > roundTripMs / 2 + JUMP_MS_MIN;
  if (isSet && isJump) jumps.push({ clock: 'database', byMs: Math.round(byMs) });
  if (!isSet || isJump || roundTripMs <= best.roundTripMs || answeredAt - best.at > BEST_AGE_MS_MAX) {
    best = { roundTripMs, at: answeredAt };
    origin = measured;
    isSet = true;
  }
  return jumps;
}

function machineOrigin(): number {
  return Date.now() - performance.now();
}
