// Follows PostgreSQL's clock, so that ids and times of all processes are comparable. It runs on this process's
// monotonic clock, so a change of the machine's clock does not affect it. Every answer of PostgreSQL corrects it.

/** A larger difference than the round trip explains means that a clock was changed or the machine slept. */
const JUMP_MS_MIN = 500;
/** The fastest answer of the last minute is used: the slower an answer, the less precise is its time. */
const BEST_AGE_MS_MAX = 60_000;
/** An answer with a longer round trip is less precise than what is already known. */
const ROUND_TRIP_MS_MAX = 1_000;

/** `database`: ours and PostgreSQL's clock differed. `machine`: this machine's clock changed. Positive is forward. */
export type ClockJump = { clock: 'database' | 'machine'; byMs: number };

/** PostgreSQL's time in milliseconds when the monotonic clock was 0. */
let origin = machineOrigin();
let knownMachineOrigin = origin;
let best = { roundTripMs: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
let isSet = false;

/** Returns the time of PostgreSQL's clock in milliseconds. */
export const databaseNow = (): number => origin + performance.now();

/** Returns by how many milliseconds this machine's clock is ahead of PostgreSQL's. */
export const machineAheadMs = (): number => machineOrigin() - origin;

/** Corrects the clock from an answer of PostgreSQL. `sentAt` and `answeredAt` are monotonic. Returns found jumps. */
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
