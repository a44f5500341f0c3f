import type { ClaimedJob, Lane } from './claim.ts';

// Decides which organizations get the next free slots. Organizations with waiting jobs take turns; within one, priority
// and then age decide (in SQL). Remembers where the last claim ended in each organization and priority (claim.ts).

/** How far back a wide claim looks, because rows may be committed out of order. The sweep finds older ones. */
const WIDE_MS = 2_000;
/** Wide claims are rare, because with an old snapshot each reads the entries of all jobs that ended in that time. */
const WIDE_EVERY_MS = 1_000;
/** A job that waits alone is found within this time, even if it was committed out of order. */
export const OWED_MS = 250;
/** How far back a narrow claim looks, because commits of two processes cross. In a long queue order matters less. */
const NARROW_MS = 20;
const NARROW_IN_LINE_MS = 1;
const FIRST_LOOK_MS = 5_000;

type State = {
  /** For each priority, when the last claimed job had become due. */
  marks: [number, number, number];
  /** When the last wide claim was made. */
  wideAt: number;
  /** Whether the last claim took its whole quota. */
  full: boolean;
  /** Whether a narrow claim found the lane empty, so that a wide one must follow. */
  owed: boolean;
};

export function createLanes(options: {
  /** Returns how many more jobs of the organization may start here. */
  allowance(orgId: string): number;
  /** Returns how many jobs of the organization may run at once over all workers. */
  limit(orgId: string): number | null;
  now?: () => number;
}) {
  const { allowance, limit, now = Date.now } = options;
  const states = new Map<string, State>();
  /** Organizations with waiting work, in the order of their next turn. */
  const active = new Set<string>();
  /** Organizations activated while a claim was in progress, which may have missed their jobs. */
  const touched = new Set<string>();

  return {
    /** Notes that the organization has waiting jobs. `since` is when the oldest became due, if known. */
    activate(orgId: string, urgency?: number, since?: number): void {
      let state = states.get(orgId);
      if (state === undefined) {
        const look = now() - FIRST_LOOK_MS;
        state = { marks: [look, look, look], wideAt: 0, full: false, owed: false };
        states.set(orgId, state);
      }
      if (urgency !== undefined && since !== undefined) state.marks[urgency] = Math.min(state.marks[urgency]!, since);
      active.add(orgId);
      touched.add(orgId);
    },

    /** Shares `slots` among the organizations whose turn it is. */
    choose(slots: number): Lane[] {
      const lanes: Lane[] = [];
      let left = slots;
      touched.clear();
      const share = Math.max(1, Math.ceil(slots / Math.max(1, active.size)));
      for (const orgId of active) {
        if (left === 0) break;
        const quota = Math.min(share, left, allowance(orgId));
        if (quota <= 0) continue;
        const { marks, wideAt, full, owed } = states.get(orgId)!;
        const wide = now() - wideAt >= (owed ? OWED_MS : WIDE_EVERY_MS);
        const slack = wide ? WIDE_MS : full ? NARROW_IN_LINE_MS : NARROW_MS;
        const back = (mark: number): Date => new Date(mark - slack);
        const since = [back(marks[0]), back(marks[1]), back(marks[2])] as const;
        lanes.push({ orgId, quota, since, wide, limit: limit(orgId) });
        left -= quota;
      }
      return lanes;
    },

    /**
     * To be called after a claim. Moves the marks, puts served organizations at the end of the line and drops those
     * without waiting jobs. Returns the organizations to activate again after OWED_MS for a wide claim.
     */
    settle(lanes: Lane[], jobs: ClaimedJob[]): string[] {
      const taken = new Map<string, number>();
      for (const job of jobs) {
        taken.set(job.orgId, (taken.get(job.orgId) ?? 0) + 1);
        const marks = states.get(job.orgId)?.marks;
        if (marks) marks[job.priority] = Math.max(marks[job.priority]!, job.runAt.getTime());
      }
      const owed: string[] = [];
      for (const { orgId, quota, wide } of lanes) {
        const drained = (taken.get(orgId) ?? 0) < quota;
        active.delete(orgId);
        if (!drained || touched.has(orgId)) active.add(orgId);
        const state = states.get(orgId)!;
        state.full = !drained;
        if (wide) Object.assign(state, { wideAt: now(), owed: false });
        else if (drained && !state.owed) {
          state.owed = true;
          owed.push(orgId);
        }
      }
      // Forgets organizations without waiting jobs; their state is cheap to learn again.
      if (states.size > 10_000) {
        for (const [orgId, { owed }] of states) if (!active.has(orgId) && !owed) states.delete(orgId);
      }
      return owed;
    },
  };
}
