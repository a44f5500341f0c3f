import type { JobSummary } from '@errand/sdk';

export type PulseSlot = { from: string; to: string; jobs: number; failed: number; cost: number };

/** Every part of the period, also those without jobs, oldest first. */
export function toSlots(
  summary: Pick<JobSummary, 'created_from' | 'created_to' | 'bucket_seconds' | 'buckets'>,
): PulseSlot[] {
  const step = summary.bucket_seconds * 1_000;
  const known = new Map(summary.buckets.map((bucket) => [Date.parse(bucket.at), bucket]));
  const slots: PulseSlot[] = [];
  const end = Date.parse(summary.created_to);
  for (let at = Math.floor(Date.parse(summary.created_from) / step) * step; at <= end; at += step) {
    const { jobs = 0, failed = 0, cost = 0 } = known.get(at) ?? {};
    const [from, to] = [new Date(at).toISOString(), new Date(at + step - 1).toISOString()];
    slots.push({ from, to, jobs, failed, cost });
  }
  return slots;
}
