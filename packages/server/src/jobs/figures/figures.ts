import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { firstIdAt } from '#platform/ids.ts';
import { jobStatus } from '../record/model.ts';
import { DURATION_BUCKET, STARTS_AT, WAITING_BUCKET } from './columns.ts';
import type { Histogram } from './histogram.ts';

// What every figure is read from: final jobs by time of acceptance, agent and version. Whole hours come from the
// roll-up and, for what it has not reached, from the results themselves; parts of hours are counted from the jobs.

const HOUR_MS = 3_600_000;

/** In milliseconds; the end is not part of it. */
export type Span = { from: number; to: number };

type Wanted = {
  span: Span;
  /** Rows are by this length of time. */
  bucketSeconds: number;
  by: 'agent_id' | 'version_id' | 'org_id';
  /** Times by bucket or of the whole span: most readers need fewer rows than there are counts, or none. */
  times: 'none' | 'whole' | 'buckets';
  /** Only these agents. */
  agentIds?: string[] | undefined;
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

type Times = {
  kind: 'duration' | 'waiting';
  id: string;
  bucket: number;
  succeeded: boolean;
  place: number;
  count: number;
};

export type Figures = {
  counts: Count[];
  times: Times[];
  /** False: the roll-up is behind, as in the first minutes after an upgrade, and jobs are missing. */
  complete: boolean;
};

/** Beyond this the roll-up is behind, and what is missing is not counted while somebody waits. */
export const BEHIND = `interval '2 hours'`;

export async function readFigures(db: Db, orgId: string, wanted: Wanted): Promise<Figures> {
  const { span, bucketSeconds, agentIds } = wanted;
  const hours = wholeHours(span, bucketSeconds);
  const [row] = await db.query<Figures>(`${PLANNED_ANEW}${READ(wanted)}`, [
    orgId,
    agentIds ?? null,
    bucketSeconds,
    [span.from, hours.from, hours.to, span.to].map(firstIdAt),
    new Date(hours.from),
    new Date(hours.to),
  ]);
  return row!;
}

/** The hours inside the span; none when buckets are finer, so that everything is counted from the jobs. */
export function wholeHours({ from, to }: Span, bucketSeconds: number): Span {
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS;
  const last = Math.floor(to / HOUR_MS) * HOUR_MS;
  return bucketSeconds % 3_600 === 0 && first < last ? { from: first, to: last } : { from: to, to };
}

/** The times of some rows, as one histogram for each id. */
export function histograms(times: Times[], isMeant: (row: Times) => boolean): Map<string, Histogram> {
  const byId = new Map<string, Map<number, number>>();
  for (const row of times) {
    if (!isMeant(row)) continue;
    const known = byId.get(row.id) ?? new Map<number, number>();
    byId.set(row.id, known.set(row.place, (known.get(row.place) ?? 0) + row.count));
  }
  return byId;
}

const single = (at: string): string => `
  select ${at} as at, j.agent_id, j.version_id, r.status, 1 as jobs, r.cost,
    coalesce(r.input_tokens, 0) as input_tokens, coalesce(r.output_tokens, 0) as output_tokens,
    array[${DURATION_BUCKET}] as duration_buckets, array[1] as duration_counts,
    array[${WAITING_BUCKET}] as waiting_buckets, array[1] as waiting_counts`;

const BUCKET = `floor(extract(epoch from at) / $3::int)::float8 * $3::int`;

const timesBy = (kind: string, by: string, { times }: Wanted): string => `
    select '${kind}' as kind, ${by} as id, ${times === 'buckets' ? BUCKET : '0'}::float8 as bucket,
      status = ${jobStatus.success} as succeeded, u.place, sum(u.count) as count
    from figures, unnest(${kind}_buckets, ${kind}_counts) u (place, count) where u.place is not null group by 2, 3, 4, 5`;

const READ = (wanted: Wanted): string => {
  const by = wanted.by === 'org_id' ? '$1::uuid' : wanted.by;
  return `
  with mark as materialized (
    select greatest(through, clock_timestamp() - ${BEHIND}) as through, through > clock_timestamp() - ${BEHIND} as complete
    from job_figures_mark
  ),
  figures as materialized (
    select starts_at as at, agent_id, version_id, status, jobs, cost, input_tokens, output_tokens,
      duration_buckets, duration_counts, waiting_buckets, waiting_counts
    from job_figures where org_id = $1::uuid and starts_at >= $5::timestamptz and starts_at < $6::timestamptz
      and ($2::uuid[] is null or agent_id = any ($2::uuid[]))
    union all
    ${single(STARTS_AT)}
    from job_results r join jobs j on j.id = r.job_id and j.org_id = $1::uuid
    where r.org_id = $1::uuid and r.finished_at >= (select through from mark)
      and r.job_id >= ($4::uuid[])[2] and r.job_id < ($4::uuid[])[3]
      and ($2::uuid[] is null or r.agent_id = any ($2::uuid[]))
    union all
    ${single('j.created_at')}
    from unnest(array[1, 3]) part (first)
    join jobs j on j.org_id = $1::uuid and j.id >= ($4::uuid[])[part.first] and j.id < ($4::uuid[])[part.first + 1]
    join job_results r on r.job_id = j.id
    where $2::uuid[] is null or j.agent_id = any ($2::uuid[])
  ),
  counts as (
    select ${by} as id, ${BUCKET} as bucket,
      coalesce(sum(jobs) filter (where status = ${jobStatus.success}), 0) as succeeded,
      coalesce(sum(jobs) filter (where status = ${jobStatus.cached}), 0) as cached,
      coalesce(sum(jobs) filter (where status = ${jobStatus.failure}), 0) as failed,
      coalesce(sum(jobs) filter (where status = ${jobStatus.cancelled}), 0) as cancelled,
      sum(cost)::float8 as cost, sum(input_tokens)::float8 as input_tokens, sum(output_tokens)::float8 as output_tokens
    from figures group by 1, 2
  )${wanted.times === 'none' ? '' : `, times as (${['duration', 'waiting'].map((kind) => timesBy(kind, by, wanted)).join(' union all ')})`}
  select (select complete from mark) as complete, coalesce((select json_agg(c) from counts c), '[]') as counts,
    ${wanted.times === 'none' ? `'[]'::json` : `coalesce((select json_agg(t) from times t), '[]')`} as times`;
};
