import { histograms, readFigures } from '#jobs/figures/figures.ts';
import { type Histogram, percentile } from '#jobs/figures/histogram.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';

// Finds agents that fail more or take longer than usual. Compares the stats of the last hour with the fourteen days
// before it.

const HOUR_MS = 3_600_000;
const HISTORY_MS = 14 * 24 * HOUR_MS;
/** Fewer jobs say nothing. */
const JOBS_MIN = 10;
const HISTORY_JOBS_MIN = 50;
const FAILURES_MIN = 5;

export type Outlier = {
  agentId: string;
  kind: 'failures' | 'latency';
  /** Share of failures, or milliseconds. */
  now: number;
  usual: number;
  limit: number;
  jobs: number;
};

type Tally = { ended: number; failed: number };

/** The usual share plus three standard deviations, at least five points: one more failure among ten is no alarm. */
export function failureLimit(usual: Tally, jobs: number): number {
  const share = usual.failed / Math.max(1, usual.ended);
  return share + Math.max(0.05, 3 * Math.sqrt((share * (1 - share)) / jobs));
}

/** One and a half times the usual 95th percentile. */
export const latencyLimit = (usualP95: number): number => usualP95 * 1.5;

export async function findOutliers(db: Db, orgId: string): Promise<Outlier[]> {
  const now = databaseNow();
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  // The current hour and the one before it, because an hour that has just begun has few jobs.
  const lately = { from: hour - HOUR_MS, to: now + 1 };
  const before = { from: lately.from - HISTORY_MS, to: lately.from };
  const byAgent = { by: 'agent_id', times: 'whole' } as const;
  const recent = await readFigures(db, orgId, { span: lately, bucketSeconds: 3_600, ...byAgent });
  const busy = [...tallyOf(recent.counts)].filter(([, { ended }]) => ended >= JOBS_MIN).map(([id]) => id);
  if (busy.length === 0) return [];
  const history = await readFigures(db, orgId, { span: before, bucketSeconds: 86_400, ...byAgent, agentIds: busy });
  const [nowTally, usualTally] = [tallyOf(recent.counts), tallyOf(history.counts)];
  const isTime = ({ kind, succeeded }: { kind: string; succeeded: boolean }): boolean =>
    kind === 'duration' && succeeded;
  const [nowTimes, usualTimes] = [histograms(recent.times, isTime), histograms(history.times, isTime)];
  return busy.flatMap((agentId) => {
    const usual = usualTally.get(agentId);
    if (usual === undefined || usual.ended < HISTORY_JOBS_MIN) return [];
    return [
      ...judgeFailures(agentId, nowTally.get(agentId)!, usual),
      ...judgeTimes(agentId, nowTimes.get(agentId), usualTimes.get(agentId)),
    ];
  });
}

function judgeFailures(agentId: string, { ended, failed }: Tally, usual: Tally): Outlier[] {
  const limit = failureLimit(usual, ended);
  if (failed < FAILURES_MIN || failed / ended <= limit) return [];
  return [{ agentId, kind: 'failures', now: failed / ended, usual: usual.failed / usual.ended, limit, jobs: ended }];
}

function judgeTimes(agentId: string, times: Histogram = new Map(), usual: Histogram = new Map()): Outlier[] {
  const [now, before] = [percentile(times, 0.95), percentile(usual, 0.95)];
  const jobs = [...times.values()].reduce((sum, count) => sum + count, 0);
  if (now === null || before === null || jobs < JOBS_MIN || now <= latencyLimit(before)) return [];
  return [{ agentId, kind: 'latency', now, usual: before, limit: latencyLimit(before), jobs }];
}

function tallyOf(counts: { id: string; succeeded: number; failed: number }[]): Map<string, Tally> {
  const tally = new Map<string, Tally>();
  for (const { id, succeeded, failed } of counts) {
    const before = tally.get(id) ?? { ended: 0, failed: 0 };
    tally.set(id, { ended: before.ended + succeeded + failed, failed: before.failed + failed });
  }
  return tally;
}
