import { countFailure, countSuccess, createLane, isShort, type Lane, type LaneHealth, learnTarget } from './lane.ts';
import { type Choice, type LaneGroup, shareSlots } from './share-slots.ts';

// All lanes of this process, and whose turn it is. Pure: the clock is an argument.

export type LanesOptions = {
  /** How many young attempts may run at once in this process. */
  slots: number;
  now(): number;
  /** Longest backoff between attempts at a receiver that only fails. */
  backoffMsMax?: number;
};

/** Rows may be committed a little out of order; the sweep finds those that are older than this. */
const SLACK_MS = 250;
/** The same while many deliveries wait, because each claim walks over all that are in flight. */
const SLACK_IN_LINE_MS = 5;
const LANES_MAX = 20_000;

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes({ slots, now, backoffMsMax = 1_000 }: LanesOptions) {
  const lanes = new Map<string, Lane>();
  /** Lanes with due deliveries, in the order of their next turn. */
  const ready = new Set<Lane>();
  /** Lanes that were activated since they were last chosen. */
  const touched = new Set<Lane>();
  /** Choices that are being claimed right now. */
  const claiming = new Set<Choice>();
  const limitMax = Math.max(1, Math.ceil(slots / 2));

  function get(webhookId: string): Lane {
    let lane = lanes.get(webhookId);
    if (lane === undefined) {
      lane = createLane(webhookId, limitMax, now());
      lanes.set(webhookId, lane);
    }
    return lane;
  }

  const isAble = (lane: Lane, group: LaneGroup): boolean =>
    (lane.health === 'good') === (group === 'good') && lane.notBefore <= now() && isShort(lane, now());

  /** Forgets idle lanes if there are too many. They are cheap to learn again. */
  function forgetQuiet(): void {
    if (lanes.size <= LANES_MAX) return;
    for (const lane of lanes.values()) {
      if (lane.inFlight > 0 || ready.has(lane)) continue;
      lanes.delete(lane.webhookId);
      touched.delete(lane);
    }
  }

  return {
    get,
    isShort: (lane: Lane): boolean => isShort(lane, now()),
    /** Marks a webhook as having due deliveries. `since` is when the oldest became due, if known. */
    activate(webhookId: string, since?: number): void {
      const lane = get(webhookId);
      if (since !== undefined) lane.since = Math.min(lane.since, since);
      ready.add(lane);
      touched.add(lane);
    },

    /** Tells whether there is anything to choose from. Called after every attempt, so it has to be cheap. */
    isWaiting(group: LaneGroup): boolean {
      for (const lane of ready) if (isAble(lane, group)) return true;
      return false;
    },

    /** Chooses what to claim. `inFlight` counts young attempts by the health of their lanes, `slow` all old ones. */
    choose(group: LaneGroup, inFlight: Record<LaneHealth, number>, slow: number): Choice[] {
      const young = { ...inFlight };
      for (const choice of claiming) young[choice.lane.health] += choice.slots;
      const able = [...ready].filter((lane) => isAble(lane, group));
      const chosen = shareSlots(able, { slots, young, slow, group, now: now() });
      for (const choice of chosen) {
        touched.delete(choice.lane);
        claiming.add(choice);
      }
      return chosen;
    },

    /** Call it when the claim of these has ended, with or without success. */
    release(chosen: Choice[]): void {
      for (const choice of chosen) claiming.delete(choice);
    },

    /** Updates the line after a claim: served lanes go to its end, empty ones leave it. */
    settle(chosen: Choice[], taken: Map<string, { count: number; dueAt: number }>): void {
      for (const { lane, take } of chosen) {
        const got = taken.get(lane.webhookId);
        const full = (got?.count ?? 0) >= take;
        if (got) lane.since = Math.max(lane.since, got.dueAt - (full ? SLACK_IN_LINE_MS : SLACK_MS));
        ready.delete(lane);
        if (full || touched.has(lane)) ready.add(lane);
      }
      forgetQuiet();
    },

    learn: (lane: Lane, url: string, failureCount: number): void =>
      learnTarget(lane, createLane(lane.webhookId, limitMax, now()), { url, failureCount }),
    succeeded: (lane: Lane): void => countSuccess(lane, limitMax),
    failed: (lane: Lane, pauseSeconds: number | null): void =>
      countFailure(lane, { now: now(), backoffMsMax, pauseSeconds }),

    /** Returns when the next paused lane may continue, or undefined if none is paused. */
    nextPause(): number | undefined {
      const paused = [...ready].map(({ notBefore }) => notBefore).filter((moment) => moment > now());
      return paused.length === 0 ? undefined : Math.min(...paused);
    },

    count(): Record<LaneHealth, number> {
      const counts = { good: 0, new: 0, failing: 0 };
      for (const lane of lanes.values()) counts[lane.health] += 1;
      return counts;
    },
  };
}
