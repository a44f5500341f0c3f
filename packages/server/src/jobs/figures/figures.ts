import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import type { Histogram } from './histogram.ts';
import { earliestNotCounted, readSql, type Shape, type TimeKind } from './read-sql.ts';

// Reads stats: ended jobs by time of acceptance, agent and version. Whole days and hours come from the roll-up, and
// from the results for what it has not counted yet. Parts of hours are counted from the jobs.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A period in milliseconds, without its end. */
export type Span = { from: number; to: number };

type Wanted = Shape & {
  span: Span;
  /** The length of a bucket; there is a row for each. */
  bucketSeconds: number;
};

export type Count = {
  /** The id of the agent, the version or the organization. */
  id: string;
  /** Start of the bucket, in seconds. */
  bucket: number;
  succeeded: number;
  cached: number;
  failed: number;
  cancelled: number;
  cost: number;
  input_tokens: number;
  output_tokens: number;
};

/** A histogram of times. */
type Times = {
  kind: TimeKind;
  id: string;
  bucket: number;
  succeeded: boolean;
  slots: number[];
  counts: number[];
};

export type Figures = {
  counts: Count[];
  times: Times[];
  /** False if jobs are missing because the roll-up is behind, for example in the first minutes after an upgrade. */
  complete: boolean;
};

export async function readFigures(db: Db, orgId: string, wanted: Wanted): Promise<Figures> {
  const { bucketSeconds, agentIds } = wanted;
  const span = { from: withinYears(wanted.span.from), to: withinYears(wanted.span.to) };
  const hours = wholeHours(span, bucketSeconds);
  const days = wholeDays(hours, bucketSeconds);
  const [row] = await db.query<Figures>(`${PLANNED_ANEW}${readSql(wanted)}`, [
    orgId,
    agentIds ?? null,
    bucketSeconds,
    [span.from, hours.from, hours.to, span.to].map(firstIdAt),
    [hours.from, hours.to, days.from, days.to, span.to].map((at) => new Date(at)),
    earliestNotCounted(databaseNow()),
  ]);
  return row!;
}

/** Limits a time to years that PostgreSQL writes in the usual format. No job is outside of them. */
const withinYears = (at: number): number => Math.min(Math.max(0, at), Date.UTC(9999, 0));

/** Returns the whole hours inside the span, or none if buckets are finer, so that jobs are counted instead. */
export function wholeHours({ from, to }: Span, bucketSeconds: number): Span {
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS;
  const last = Math.floor(to / HOUR_MS) * HOUR_MS;
  return bucketSeconds % 3_600 === 0 && first < last ? { from: first, to: last } : { from: to, to };
}

/** Returns the whole days (UTC) inside the hours, or none if buckets are finer. */
function wholeDays({ from, to }: Span, bucketSeconds: number): Span {
  const first = Math.ceil(from / DAY_MS) * DAY_MS;
  const last = Math.floor(to / DAY_MS) * DAY_MS;
  return bucketSeconds % 86_400 === 0 && first < last ? { from: first, to: last } : { from, to: from };
}

/** Merges the times of matching rows into one histogram per id. */
export function histograms(times: Times[], isMeant: (row: Times) => boolean): Map<string, Histogram> {
  const byId = new Map<string, Map<number, number>>();
  for (const row of times) {
    if (!isMeant(row)) continue;
    const known = byId.get(row.id) ?? new Map<number, number>();
    byId.set(row.id, known);
    for (const [at, slot] of row.slots.entries()) known.set(slot, (known.get(slot) ?? 0) + row.counts[at]!);
  }
  return byId;
}
