// A lane is one webhook as this process sees it: how many attempts at once its receiver may get, and how it has answered
// lately. The limit grows by one with a success and halves with a failure. Pure: the clock is handed in.

export type LaneHealth = 'new' | 'good' | 'failing';

export type Lane = {
  webhookId: string;
  url: string | undefined;
  health: LaneHealth;
  /** Attempts at once. */
  limit: number;
  inFlight: number;
  /** Claimed for it, but not begun. */
  waiting: number;
  /** Failures in a row. */
  failures: number;
  /** Backoff: no attempt before then. */
  notBefore: number;
  /** Successes a second, lately, and those not counted into it yet. */
  perSecond: number;
  uncounted: number;
  countedAt: number;
  /** Rows before it have been taken already; walking their dead index entries again would be for nothing. */
  since: number;
};

const LIMIT_FIRST = 4;
const FAILURES_PATIENCE = 4;
const BACKOFF_MS_FIRST = 25;
const PAUSE_SECONDS_MAX = 30;
/** A receiver that answers well has so much of its time claimed ahead: a claim takes a part of that. */
const AHEAD_SECONDS = 0.1;
const AHEAD_MAX = 1_000;
const COUNTED_MS = 50;

export const createLane = (webhookId: string, limitMax: number, now: number): Lane => ({
  webhookId,
  url: undefined,
  health: 'new',
  limit: Math.min(LIMIT_FIRST, limitMax),
  inFlight: 0,
  waiting: 0,
  failures: 0,
  notBefore: 0,
  perSecond: 0,
  uncounted: 0,
  countedAt: now,
  since: 0,
});

/** A receiver seen for the first time, or moved: what the database knows of it decides how it begins. */
export function learnTarget(lane: Lane, fresh: Lane, target: { url: string; failureCount: number }): void {
  if (lane.url === target.url) return;
  const { inFlight, waiting, since } = lane;
  Object.assign(lane, fresh, { url: target.url, inFlight, waiting, since });
  if (target.failureCount >= FAILURES_PATIENCE) Object.assign(lane, { health: 'failing', limit: 1 });
}

export function countSuccess(lane: Lane, limitMax: number): void {
  lane.failures = 0;
  lane.health = 'good';
  lane.notBefore = 0;
  lane.limit = Math.min(limitMax, lane.limit + 1);
  lane.uncounted += 1;
}

export function countFailure(
  lane: Lane,
  { now, backoffMsMax, pauseSeconds }: { now: number; backoffMsMax: number; pauseSeconds: number | null },
): void {
  lane.failures += 1;
  lane.limit = Math.max(1, Math.floor(lane.limit / 2));
  if (lane.failures >= FAILURES_PATIENCE) {
    lane.health = 'failing';
    lane.limit = 1;
    const backoff = BACKOFF_MS_FIRST * 2 ** Math.min(lane.failures - FAILURES_PATIENCE, 10);
    lane.notBefore = Math.max(lane.notBefore, now + Math.min(backoffMsMax, backoff));
  }
  // A pause that the receiver asks for holds for all its deliveries, within reason.
  if (pauseSeconds !== null)
    lane.notBefore = Math.max(lane.notBefore, now + Math.min(pauseSeconds, PAUSE_SECONDS_MAX) * 1_000);
}

/** How many may wait for a slot of this lane. */
export function aheadOf(lane: Lane, now: number): number {
  if (lane.health !== 'good') return 0;
  const ms = now - lane.countedAt;
  if (ms >= COUNTED_MS) {
    lane.perSecond = (lane.perSecond + (lane.uncounted * 1_000) / ms) / 2;
    lane.uncounted = 0;
    lane.countedAt = now;
  }
  return Math.min(AHEAD_MAX, Math.max(lane.limit, Math.ceil(lane.perSecond * AHEAD_SECONDS)));
}

/** Time to claim more for this lane. */
export const isShort = (lane: Lane, now: number): boolean =>
  lane.waiting <= (lane.health === 'good' ? aheadOf(lane, now) / 2 : lane.limit);
