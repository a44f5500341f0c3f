import { countJobs } from '#agents/job-counts.ts';
import { readMoment } from '#orgs/moment.ts';
import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { databaseNow, idTime } from '#platform/ids.ts';
import { DURATION_BUCKET } from '../figures/columns.ts';
import { type Figures, histograms, readFigures, type Span } from '../figures/figures.ts';
import { addHistograms, type Histogram, percentile } from '../figures/histogram.ts';
import { latest } from '../record/archived-until.ts';
import { jobStatus } from '../record/model.ts';
import { countOpen } from '../usage/usage.ts';
import { findArchivedOf } from './archived-of.ts';
import { type ListFilters, readSource, searchedMax } from './job-source.ts';
import { JOINS_BY_JOB } from './list-jobs.ts';

// Summarizes a list of jobs: count, cost and distribution over time. Lists filtered only by agent and by a period of at
// least a day are answered from the stats, whatever their size. Others are counted range by range, newest first, until
// all are counted or the time is up; the count is then a lower bound.

const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3_600;
const BUCKETS_DEFAULT = 60;
const WORK_MS = 1_500;
/** In longer periods buckets are whole hours, because the stats are kept by hour. */
const BY_HOURS_FROM_MS = DAY_MS / 2;

type Bucket = { jobs: number; failed: number; cost: number };
type Counted = {
  count: number;
  cost: number;
  searchedTo: Date | null;
  buckets: Map<number, Bucket>;
  /** Durations of jobs that succeeded without the cache, by bucket. */
  times: Map<number, Histogram>;
};
type Period = Span & { seconds: number };

export async function summarizeJobs(db: Db, orgId: string, query: ListFilters & { buckets?: number | undefined }) {
  const { buckets = BUCKETS_DEFAULT, ...filters } = query;
  const period = readPeriod(filters, buckets);
  const counted = isKnownByFigures(filters)
    ? await readKnown(db, orgId, filters, period)
    : await countStretches(db, orgId, filters, period);
  return {
    count: counted.count,
    cost: Number(counted.cost.toFixed(8)),
    p95_ms: percentile(addHistograms(counted.times.values()), 0.95),
    complete: counted.searchedTo === null,
    searched_to: counted.searchedTo?.toISOString() ?? null,
    created_from: new Date(period.from).toISOString(),
    created_to: new Date(period.to).toISOString(),
    bucket_seconds: period.seconds,
    buckets: [...counted.buckets]
      .sort(([one], [other]) => one - other)
      .map(([at, bucket]) => ({
        at: new Date(at * 1_000).toISOString(),
        ...bucket,
        cost: Number(bucket.cost.toFixed(8)),
        p95_ms: percentile(counted.times.get(at) ?? new Map(), 0.95),
      })),
  };
}

function readPeriod(query: ListFilters, buckets: number): Period {
  const to = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow();
  const from = readMoment('created_from', query.created_from)?.getTime() ?? to - 7 * DAY_MS;
  const wanted = Math.max(1, Math.ceil((to - from) / 1_000 / buckets));
  const seconds = to - from < BY_HOURS_FROM_MS ? wanted : Math.ceil(wanted / HOUR_SECONDS) * HOUR_SECONDS;
  return { from, to, seconds };
}

function isKnownByFigures({
  created_from,
  created_to,
  agent_id: _agents,
  terms = [],
  ...others
}: ListFilters): boolean {
  const isOpen = created_from === undefined && created_to === undefined;
  const isLong = !isOpen && Date.parse(created_to ?? '9999-01-01') - Date.parse(created_from ?? '1970-01-01') >= DAY_MS;
  return terms.length === 0 && (isOpen || isLong) && Object.values(others).every((value) => value === undefined);
}

async function readKnown(db: Db, orgId: string, query: ListFilters, period: Period): Promise<Counted> {
  const isBounded = query.created_from !== undefined || query.created_to !== undefined;
  const all: Span = { from: query.created_from === undefined ? 0 : period.from, to: period.to + 1 };
  const within = { span: { from: period.from, to: period.to + 1 }, bucketSeconds: period.seconds };
  const [strip, open, everything, counted] = await Promise.all([
    readFigures(db, orgId, {
      ...within,
      by: 'org_id',
      times: 'buckets',
      kinds: ['duration'],
      agentIds: query.agent_id,
    }),
    countOpen(db, orgId, within.span, period.seconds),
    all.from === period.from
      ? undefined
      : readFigures(db, orgId, {
          span: all,
          bucketSeconds: 365 * 24 * HOUR_SECONDS,
          by: 'org_id',
          times: 'none',
          agentIds: query.agent_id,
        }),
    isBounded ? undefined : countJobs(db, orgId, query.agent_id),
  ]);
  const buckets = new Map<number, Bucket>();
  const add = (at: number, jobs: number, failed: number, cost: number): void => {
    const bucket = buckets.get(at) ?? { jobs: 0, failed: 0, cost: 0 };
    buckets.set(at, { jobs: bucket.jobs + jobs, failed: bucket.failed + failed, cost: bucket.cost + cost });
  };
  const endedOf = (row: (typeof strip.counts)[number]): number =>
    row.succeeded + row.cached + row.failed + row.cancelled;
  for (const row of strip.counts) add(row.bucket, endedOf(row), row.failed, row.cost);
  for (const [key, jobs] of open) {
    const [agentId, at] = key.split(' ') as [string, string];
    if (query.agent_id === undefined || query.agent_id.includes(agentId)) add(Number(at), jobs, 0, 0);
  }
  const whole = (everything ?? strip).counts;
  const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
  // Without a period, the count of all jobs comes from the agents' job counts, as in the lists of agents.
  const count =
    counted ??
    sum(whole.map(endedOf)) + sum([...buckets.values()].map(({ jobs }) => jobs)) - sum(strip.counts.map(endedOf));
  return { count, cost: sum(whole.map(({ cost }) => cost)), searchedTo: null, buckets, times: timesOf(strip) };
}

function timesOf({ times }: Figures): Map<number, Histogram> {
  const byBucket = histograms(
    times.map((row) => ({ ...row, id: String(row.bucket) })),
    ({ kind, succeeded }) => kind === 'duration' && succeeded,
  );
  return new Map([...byBucket].map(([at, histogram]) => [Number(at), histogram]));
}

async function countStretches(db: Db, orgId: string, query: ListFilters, period: Period): Promise<Counted> {
  const counted: Counted = { count: 0, cost: 0, searchedTo: null, buckets: new Map(), times: new Map() };
  const endsAt = performance.now() + WORK_MS;
  let cursor: string | undefined;
  do {
    const stretch = await countStretch(db, orgId, { ...query, cursor }, period);
    for (const { at, jobs, failed, cost, places } of stretch.rows) {
      counted.count += jobs;
      counted.cost += cost;
      if (at === null) continue;
      const bucket = counted.buckets.get(at) ?? { jobs: 0, failed: 0, cost: 0 };
      const sum = { jobs: bucket.jobs + jobs, failed: bucket.failed + failed, cost: bucket.cost + cost };
      counted.buckets.set(at, sum);
      const known = counted.times.get(at) ?? new Map();
      counted.times.set(at, addHistograms([known, ...(places ?? []).map((place) => new Map([[place, 1]]))]));
    }
    cursor = stretch.edge;
    counted.searchedTo = cursor === undefined ? null : idTime(cursor);
  } while (cursor !== undefined && performance.now() < endsAt);
  counted.searchedTo = latest(counted.searchedTo, await findArchivedOf(db, orgId, query));
  return counted;
}

type StretchRow = Bucket & { at: number | null; places: number[] | null };

async function countStretch(
  db: Db,
  orgId: string,
  query: ListFilters,
  { from, seconds }: Period,
): Promise<{ rows: StretchRow[]; edge: string | undefined }> {
  const values: unknown[] = [orgId];
  const source = readSource(query, values);
  const max = searchedMax(query);
  const bucket = `floor(extract(epoch from j.created_at) / $${values.push(seconds)}::float8) * $${values.length}::float8`;
  const start = `to_timestamp($${values.push(from / 1_000)}::float8)`;
  const rows = await db.query<StretchRow & { seen: number; oldest: string | null }>(
    `${PLANNED_ANEW}with seen as materialized (
       select j.* from ${source.from} where j.org_id = $1${source.narrow} order by ${source.id} desc limit ${max}
     ),
     counted as (
       select case when j.created_at >= ${start} then ${bucket} end as at, count(*)::int as jobs,
         (count(*) filter (where r.status = ${jobStatus.failure}))::int as failed, coalesce(sum(r.cost), 0)::float8 as cost,
         array_agg(${DURATION_BUCKET}) filter (where r.status = ${jobStatus.success} and ${DURATION_BUCKET} is not null) as places
       from seen j ${JOINS_BY_JOB} where true${source.onAll} group by 1
     ),
     edge as (select count(*)::int as seen, min(id::text) as oldest from seen)
     select counted.at, coalesce(jobs, 0) as jobs, coalesce(failed, 0) as failed, coalesce(cost, 0) as cost, places,
       edge.seen, edge.oldest
     from edge left join counted on true`,
    values,
  );
  const { seen, oldest } = rows[0]!;
  return { rows, edge: seen < max || oldest === null ? undefined : oldest };
}
