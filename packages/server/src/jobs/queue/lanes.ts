import type { ClaimedJob, Lane } from './claim.ts';

// Who gets the next free slots. Organizations with waiting work take turns; within one, urgency and then age decide
// (in SQL). For each organization and priority this remembers where its last claim ended, see claim.ts.

/** Rows may be committed a little out of order; what is older than this is found by the sweep. */
const SLACK_MS = 2_000;
const FIRST_LOOK_MS = 5_000;

export function createLanes(options: {
  /** How many more jobs of the organization may start here. */
  allowance(orgId: string): number;
  /** How many may run at once over all workers. */
  limit(orgId: string): number | null;
  now?: () => number;
}) {
  const { allowance, limit, now = Date.now } = options;
  const marks = new Map<string, [number, number, number]>();
  /** Organizations with waiting work, in the order of their next turn. */
  const active = new Set<string>();
  /** Activated while a claim was under way: its answer may be older than the news. */
  const touched = new Set<string>();

  return {
    /** Work is known to wait; `since` when it is known how old the oldest is. */
    activate(orgId: string, urgency?: number, since?: number): void {
      let mark = marks.get(orgId);
      if (mark === undefined) {
        const look = now() - FIRST_LOOK_MS;
        mark = [look, look, look];
        marks.set(orgId, mark);
      }
      if (urgency !== undefined && since !== undefined) mark[urgency] = Math.min(mark[urgency]!, since);
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
        const mark = marks.get(orgId)!;
        const since = [new Date(mark[0]), new Date(mark[1]), new Date(mark[2])] as const;
        lanes.push({ orgId, quota, since, limit: limit(orgId) });
        left -= quota;
      }
      return lanes;
    },

    /** After a claim: moves the marks, sends served organizations to the end of the line, drops drained ones. */
    settle(lanes: Lane[], jobs: ClaimedJob[]): void {
      const taken = new Map<string, number>();
      for (const job of jobs) {
        taken.set(job.orgId, (taken.get(job.orgId) ?? 0) + 1);
        const mark = marks.get(job.orgId);
        if (mark) mark[job.priority] = Math.max(mark[job.priority]!, job.runAt.getTime() - SLACK_MS);
      }
      for (const lane of lanes) {
        active.delete(lane.orgId);
        if ((taken.get(lane.orgId) ?? 0) >= lane.quota || touched.has(lane.orgId)) active.add(lane.orgId);
      }
      // Marks of organizations that have been quiet are cheap to learn again.
      if (marks.size > 10_000) for (const orgId of marks.keys()) if (!active.has(orgId)) marks.delete(orgId);
    },
  };
}
