import type { JobSummary } from '@errand/sdk';

export type PulseSlot = { from: string; to: string; jobs: number; failed: number; cost: number; p95: number | null };

/** Returns every slot of the period, including empty ones, oldest first. */
export function toSlots(
  summary: Pick<JobSummary, 'created_from' | 'created_to' | 'bucket_seconds' | 'buckets'>,
): PulseSlot[] {
  const step = summary.bucket_seconds * 1_000;
  const known = new Map(summary.buckets.map((bucket) => [Date.parse(bucket.at), bucket]));
  const slots: PulseSlot[] = [];
  const end = Date.parse(summary.created_to);
  for (let at = Math.floor(Date.parse(summary.created_from) / step) * step; at <= end; at += step) {
    const { jobs = 0, failed = 0, cost = 0, p95_ms: p95 = null } = known.get(at) ?? {};
    const [from, to] = [new Date(at).toISOString(), new Date(at + step - 1).toISOString()];
    slots.push({ from, to, jobs, failed, cost, p95 });
  }
  return slots;
}

/** Draws the durations as an SVG path, 100 high and one unit per slot, with gaps where nothing succeeded. */
export function timesPath(slots: Pick<PulseSlot, 'p95'>[]): string {
  const longest = Math.max(1, ...slots.map(({ p95 }) => p95 ?? 0));
  return slots
    .map(({ p95 }, place) => {
      if (p95 === null) return '';
      const goesOn = place > 0 && slots[place - 1]!.p95 !== null;
      const height = (100 - (p95 / longest) * 92).toFixed(1);
      // A single point has no length, so it is drawn one slot wide.
      return `${goesOn ? 'L' : `M${place},${height} L`}${place + 0.5},${height}`;
    })
    .join(' ')
    .trim();
}
