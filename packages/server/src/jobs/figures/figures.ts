import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import type { Histogram } from './histogram.ts';
import { earliestNotCounted, readSql, type Shape, type TimeKind } from './read-sql.ts';

// What every figure is read from: final jobs by time of acceptance, agent and version. Whole days and hours come from the
// roll-up and, for what it has not reached, from the results themselves; parts of hours are counted from the jobs.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** In milliseconds; the end is not part of it. */
export type Span = { from: number; to: number };

type Wanted = Shape & {
  span: Span;
  /** Rows are by this length of time. */
  bucketSeconds: number;
};

export type Count = {
  /** The agent, the version or the organization. */
  id: string;
  /** Beginning of the bucket, in seconds. */
  bucket: number;
  succeeded: number;
  cached: number;
  failed: number;
  cancelled: number;
  cost: number;
  input_tokens: number;
  output_tokens: number;
};

/** A histogram. */
type Times = {
  kind: TimeKind;
  id: string;
  bucket: number;
  succeeded: boolean;
  places: number[];
  counts: number[];
};

export type Figures = {
  counts: Count[];
  times: Times[];
  /** False: the roll-up is behind, as in the first minutes after an upgrade, and jobs are missing. */
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

/** No job is older or younger, and PostgreSQL writes years before 1 and after 9999 in another way. */
const withinYears = (at: number): number => Math.min(Math.max(0, at), Date.UTC(9999, 0));

/** The hours inside the span; none when buckets are finer, so that everything is counted from the jobs. */
export function wholeHours({ from, to }: Span, bucketSeconds: number): Span {
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS;
  const last = Math.floor(to / HOUR_MS) * HOUR_MS;
  return bucketSeconds % 3_600 === 0 && first < last ? { from: first, to: last } : { from: to, to };
}

/** The days (UTC) inside of whole hours; none when buckets are finer. */
function wholeDays({ from, to }: Span, bucketSeconds: number): Span {
  const first = Math.ceil(from / DAY_MS) * DAY_MS;
  const last = Math.floor(to / DAY_MS) * DAY_MS;
  return bucketSeconds % 86_400 === 0 && first < last ? { from: first, to: last } : { from, to: from };
}

/** The times of some rows, as one histogram for each id. */
export function histograms(times: Times[], isMeant: (row: Times) => boolean): Map<string, Histogram> {
  const byId = new Map<string, Map<number, number>>();
  for (const row of times) {
    if (!isMeant(row)) continue;
    const known = byId.get(row.id) ?? new Map<number, number>();
    byId.set(row.id, known);
    for (const [at, place] of row.places.entries()) known.set(place, (known.get(place) ?? 0) + row.counts[at]!);
  }
  return byId;
}
