// A lane is one webhook as this process sees it: how many attempts its receiver may get at once, and how it has
// responded lately. The limit grows by one with a success and halves with a failure. Pure: the clock is an argument.

export type LaneHealth = 'new' | 'good' | 'failing';

export type Lane = {
  webhookId: string;
  url: string | undefined;
  health: LaneHealth;
  /** How many attempts may run at once. */
  limit: number;
  inFlight: number;
  /** Deliveries that are claimed but not started. */
  waiting: number;
  /** Failures in a row. */
  failures: number;
  /** Backoff: no attempt before then. */
  notBefore: number;
  /** Recent successes per second, and successes that are not counted in it yet. */
  perSecond: number;
  uncounted: number;
  countedAt: number;
  /** Rows due before this were already taken, so claims skip their dead index entries. */
  since: number;
};

const LIMIT_FIRST = 4;
const FAILURES_PATIENCE = 4;
const BACKOFF_MS_FIRST = 25;
const PAUSE_SECONDS_MAX = 30;
/** A good receiver gets deliveries for this time claimed ahead; a claim takes only a part of it. */
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

/** Resets the lane of a receiver that is new or has moved, from what the database knows about it. */
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
  // A pause that the receiver asks for applies to all its deliveries, up to a limit.
  if (pauseSeconds !== null)
    lane.notBefore = Math.max(lane.notBefore, now + Math.min(pauseSeconds, PAUSE_SECONDS_MAX) * 1_000);
}

/** Returns how many deliveries may wait for a slot of this lane. */
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

/** Tells whether it is time to claim more for this lane. */
export const isShort = (lane: Lane, now: number): boolean =>
  lane.waiting <= (lane.health === 'good' ? aheadOf(lane, now) / 2 : lane.limit);
