import type { Activity } from '@errand/sdk';

export type Slot = Pick<Activity['totals'], 'succeeded' | 'failed' | 'cancelled' | 'cost'> & { at: number };

/** Returns one slot per bucket from the first to the last, including empty ones, for one agent or all. */
export function toSlots(activity: Activity, agentId?: string): Slot[] {
  const step = activity.bucket_seconds * 1_000;
  const first = Math.floor(Date.parse(activity.from) / step) * step;
  const count = Math.max(1, Math.floor((Date.parse(activity.to) - first) / step) + 1);
  const slots = Array.from({ length: count }, (_, index) => ({
    at: first + index * step,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    cost: 0,
  }));
  for (const bucket of activity.buckets) {
    if (agentId !== undefined && bucket.agent_id !== agentId) continue;
    const slot = slots[Math.round((Date.parse(bucket.at) - first) / step)];
    if (!slot) continue;
    slot.succeeded += bucket.succeeded;
    slot.failed += bucket.failed;
    slot.cancelled += bucket.cancelled;
    slot.cost += bucket.cost;
  }
  return slots;
}
