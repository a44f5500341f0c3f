// Who gets the next slots. Each webhook is a lane of its own with a limit that grows with its successes and shrinks with
// its failures; lanes with due deliveries take turns. Slots are shared out by what is known of the receivers, so that
// any number of silent ones leaves room for those that answer. Pure: the clock is handed in.

export type LaneHealth = 'new' | 'good' | 'failing';
/** Claimed for apart from each other: who is known to answer does not wait until something was claimed for the others. */
export const laneGroups = ['good', 'others'] as const;
export type LaneGroup = (typeof laneGroups)[number];
const groupOf = ({ health }: { health: LaneHealth }): LaneGroup => (health === 'good' ? 'good' : 'others');

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
  /** Not before then: pacing of receivers that fail or ask for a pause. */
  notBefore: number;
  /** Successes a second, lately, and those not counted into it yet. */
  perSecond: number;
  uncounted: number;
  countedAt: number;
  /** Rows before it have been taken already; walking their dead index entries again would be for nothing. */
  since: number;
};

export type LanesOptions = {
  /** Attempts at once in this process, while they are young. */
  slots: number;
  now(): number;
  /** Longest pause between attempts at a receiver that only fails. */
  paceMsMax?: number;
};

const LIMIT_FIRST = 4;
const FAILURES_PATIENCE = 4;
/** A receiver that answers well has so much of its time claimed ahead: a claim takes a part of that. */
const AHEAD_SECONDS = 0.1;
const AHEAD_MAX = 1_000;
const COUNTED_MS = 50;
/** An attempt older than this waits in a room of its own and does not keep others from starting. */
export const SLOW_MS = 1_000;
/** Rows may be committed a little out of order; what is older than this is found by the sweep. */
const SLACK_MS = 250;
/** The same while many wait: each claim would walk over all that is under way. */
const SLACK_IN_LINE_MS = 5;
/** How many slow attempts may wait, as a multiple of the slots: sockets are cheap, but not free. */
const SLOW_ROOM = 7;

/** `slots` of what is taken begin at once, the rest waits for them. */
type Choice = { lane: Lane; take: number; slots: number };

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes({ slots, now, paceMsMax = 1_000 }: LanesOptions) {
  const lanes = new Map<string, Lane>();
  /** Lanes with due deliveries, in the order of their next turn. */
  const ready = new Set<Lane>();
  /** Activated since they were last chosen. */
  const touched = new Set<Lane>();
  /** What is being claimed right now. */
  const claiming = new Set<Choice>();
  const limitMax = Math.max(1, Math.ceil(slots / 2));
  const eighth = Math.max(1, Math.floor(slots / 8));
  const share: Record<LaneHealth, number> = {
    good: slots,
    new: Math.max(1, Math.floor(slots / 2)),
    failing: Math.max(1, Math.floor(slots / 4)),
  };

  function get(webhookId: string): Lane {
    let lane = lanes.get(webhookId);
    if (lane === undefined) {
      lane = fresh(webhookId);
      lanes.set(webhookId, lane);
    }
    return lane;
  }

  const fresh = (webhookId: string): Lane => ({
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
    countedAt: now(),
    since: 0,
  });

  /** How many may wait for a slot of their lane. */
  function aheadOf(lane: Lane): number {
    if (lane.health !== 'good') return 0;
    const ms = now() - lane.countedAt;
    if (ms >= COUNTED_MS) {
      lane.perSecond = (lane.perSecond + (lane.uncounted * 1_000) / ms) / 2;
      lane.uncounted = 0;
      lane.countedAt = now();
    }
    return Math.min(AHEAD_MAX, Math.max(lane.limit, Math.ceil(lane.perSecond * AHEAD_SECONDS)));
  }

  const isShort = (lane: Lane): boolean => lane.waiting <= (lane.health === 'good' ? aheadOf(lane) / 2 : lane.limit);
  const isAble = (lane: Lane, group: LaneGroup): boolean =>
    groupOf(lane) === group && lane.notBefore <= now() && isShort(lane);

  return {
    get,
    /** Time to claim more for this lane. */
    isShort,
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

    /** What to take next: `running` counts young attempts by the health of their lanes, `slow` all old ones. */
    choose(group: LaneGroup, running: Record<LaneHealth, number>, slow: number): Choice[] {
      const young = { ...running };
      for (const { lane, slots: taken } of claiming) young[lane.health] += taken;
      // Whatever the others hold, half of the slots are for receivers that answer.
      let free = slots - young.good - Math.min(young.new + young.failing, Math.floor(slots / 2));
      // And whatever those hold, an eighth is for all who have to show that they do.
      if (group === 'others') free = Math.max(free, eighth - young.new - young.failing);
      const left = {
        good: share.good - young.good,
        new: share.new - young.new,
        failing: share.failing - young.failing,
      };
      // The room is full of receivers that keep us waiting: only those known to answer go on as usual.
      if (slow >= SLOW_ROOM * slots) {
        left.failing = 0;
        left.new = Math.min(left.new, eighth - young.new);
      }
      const able = [...ready].filter((lane) => isAble(lane, group));
      const sharing = able.filter((lane) => lane.inFlight < lane.limit && left[lane.health] > 0).length;
      const turn = Math.max(1, Math.ceil(free / Math.max(1, sharing)));
      const chosen: Choice[] = [];
      for (const lane of able) {
        const now = Math.max(0, Math.min(turn, lane.limit - lane.inFlight - lane.waiting, left[lane.health], free));
        // A receiver that answers well gets its next ones claimed ahead.
        const take = free > 0 ? now + Math.max(0, aheadOf(lane) - lane.waiting) : now;
        if (take <= 0) continue;
        touched.delete(lane);
        chosen.push({ lane, take, slots: now });
        left[lane.health] -= now;
        free -= now;
      }
      for (const choice of chosen) claiming.add(choice);
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
      // Lanes that have been quiet are cheap to learn again.
      if (lanes.size > 20_000)
        for (const lane of lanes.values())
          if (lane.inFlight === 0 && !ready.has(lane)) {
            lanes.delete(lane.webhookId);
            touched.delete(lane);
          }
    },

    /** A receiver seen for the first time, or moved: what the database knows of it decides how it begins. */
    learn(lane: Lane, url: string, failureCount: number): void {
      if (lane.url === url) return;
      Object.assign(lane, {
        ...fresh(lane.webhookId),
        url,
        inFlight: lane.inFlight,
        waiting: lane.waiting,
        since: lane.since,
      });
      if (failureCount >= FAILURES_PATIENCE) Object.assign(lane, { health: 'failing', limit: 1 });
    },

    succeeded(lane: Lane): void {
      lane.failures = 0;
      lane.health = 'good';
      lane.notBefore = 0;
      lane.limit = Math.min(limitMax, lane.limit + 1);
      lane.uncounted += 1;
    },

    failed(lane: Lane, pauseSeconds: number | null): void {
      lane.failures += 1;
      lane.limit = Math.max(1, Math.floor(lane.limit / 2));
      if (lane.failures >= FAILURES_PATIENCE) {
        lane.health = 'failing';
        lane.limit = 1;
        const pace = Math.min(paceMsMax, 25 * 2 ** Math.min(lane.failures - FAILURES_PATIENCE, 10));
        lane.notBefore = Math.max(lane.notBefore, now() + pace);
      }
      // A pause that the receiver asks for holds for all its deliveries, within reason.
      if (pauseSeconds !== null) lane.notBefore = Math.max(lane.notBefore, now() + Math.min(pauseSeconds, 30) * 1_000);
    },

    /** When the next paused lane may go on; undefined: none waits. */
    nextPause(): number | undefined {
      let next: number | undefined;
      for (const lane of ready) if (lane.notBefore > now()) next = Math.min(next ?? lane.notBefore, lane.notBefore);
      return next;
    },

    count(): Record<LaneHealth, number> {
      const counts = { good: 0, new: 0, failing: 0 };
      for (const lane of lanes.values()) counts[lane.health] += 1;
      return counts;
    },
  };
}
