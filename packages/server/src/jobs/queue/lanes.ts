import type { ClaimedJob, Lane } from './claim.ts';

// Who gets the next free slots. Organizations with waiting work take turns; within one, urgency and then age decide
// (in SQL). For each organization and priority this remembers where its last claim ended, see claim.ts.

/** Rows may be committed a little out of order; what is older than this is found by the sweep. */
const WIDE_MS = 2_000;
/** A wide look walks the entries of all jobs that ended in that time, if an old snapshot keeps them: not at every claim. */
const WIDE_EVERY_MS = 1_000;
/** What waits alone waits no longer than this, however it was committed. */
export const OWED_MS = 250;
/** Commits of two processes cross each other; in a long line that makes no difference. */
const NARROW_MS = 20;
const NARROW_IN_LINE_MS = 1;
const FIRST_LOOK_MS = 5_000;

type State = {
  /** In each priority, when the last job that was taken had become due. */
  marks: [number, number, number];
  /** The last look at all that may have been committed out of order. */
  wideAt: number;
  /** The last look took as many as it might. */
  full: boolean;
  /** A narrow look found the lane drained; a wide one is promised. */
  owed: boolean;
};

export function createLanes(options: {
  /** How many more jobs of the organization may start here. */
  allowance(orgId: string): number;
  /** How many may run at once over all workers. */
  limit(orgId: string): number | null;
  now?: () => number;
}) {
  const { allowance, limit, now = Date.now } = options;
  const states = new Map<string, State>();
  /** Organizations with waiting work, in the order of their next turn. */
  const active = new Set<string>();
  /** Activated while a claim was in progress: its answer may be older than the news. */
  const touched = new Set<string>();

  return {
    /** Work is known to wait; `since` when it is known how old the oldest is. */
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
     * After a claim: moves the marks, sends served organizations to the end of the line, drops drained ones. Answers with
     * those that must be activated again after OWED_MS, for the wide look they are owed.
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
      // What is known of organizations that have been quiet is cheap to learn again.
      if (states.size > 10_000) {
        for (const [orgId, { owed }] of states) if (!active.has(orgId) && !owed) states.delete(orgId);
      }
      return owed;
    },
  };
}
