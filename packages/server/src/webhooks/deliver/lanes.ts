import { countFailure, countSuccess, createLane, isShort, type Lane, type LaneHealth, learnTarget } from './lane.ts';
import { type Choice, type LaneGroup, shareSlots } from './share-slots.ts';

// All lanes of this process, and whose turn it is. Pure: the clock is handed in.

export type LanesOptions = {
  /** Attempts at once in this process, while they are young. */
  slots: number;
  now(): number;
  /** Longest backoff between attempts at a receiver that only fails. */
  backoffMsMax?: number;
};

/** Rows may be committed a little out of order; what is older than this is found by the sweep. */
const SLACK_MS = 250;
/** The same while many wait: each claim would walk over all that is in flight. */
const SLACK_IN_LINE_MS = 5;
const LANES_MAX = 20_000;

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes({ slots, now, backoffMsMax = 1_000 }: LanesOptions) {
  const lanes = new Map<string, Lane>();
  /** Lanes with due deliveries, in the order of their next turn. */
  const ready = new Set<Lane>();
  /** Activated since they were last chosen. */
  const touched = new Set<Lane>();
  /** What is being claimed right now. */
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

  /** Lanes that have been quiet are cheap to learn again. */
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
    /** Deliveries are known to be due; `since` when it is known how old the oldest is. */
    activate(webhookId: string, since?: number): void {
      const lane = get(webhookId);
      if (since !== undefined) lane.since = Math.min(lane.since, since);
      ready.add(lane);
      touched.add(lane);
    },

    /** Whether there is anything to choose from: asked after every attempt, so it is cheap. */
    isWaiting(group: LaneGroup): boolean {
      for (const lane of ready) if (isAble(lane, group)) return true;
      return false;
    },

    /** What to take next: `inFlight` counts young attempts by the health of their lanes, `slow` all old ones. */
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

    /** The claim of these has ended, however it ended. */
    release(chosen: Choice[]): void {
      for (const choice of chosen) claiming.delete(choice);
    },

    /** After a claim: served lanes go to the end of the line, drained ones leave it. */
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

    /** When the next paused lane may go on; undefined: none waits. */
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
