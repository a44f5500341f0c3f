import { jobStatus } from '../record/model.ts';
import { DURATION_BUCKET, STARTS_AT, WAITING_BUCKET } from './columns.ts';

// One statement reads the stats, so that it sees one snapshot. Parameters: $1 the organization. $2 agents or null. $3
// the seconds of a bucket. $4 the first ids at the start of the span, at the start and end of its whole hours, and at
// its end. $5 the times of the start and end of the whole hours, the start and end of the whole days, and the end of
// the span. $6 the earliest time at which the mark can be.

const KINDS = ['duration', 'waiting'] as const;
export type TimeKind = (typeof KINDS)[number];

export type Shape = {
  by: 'agent_id' | 'version_id' | 'org_id';
  /** Whether to read times by bucket, for the whole span, or not at all. Most readers need few of them, or none. */
  times: 'none' | 'whole' | 'buckets';
  /** The kinds of times. The default is both. */
  kinds?: readonly TimeKind[];
  /** Only these agents. */
  agentIds?: string[] | undefined;
};

/** If the roll-up is further behind, the missing jobs are not counted while a caller waits. */
const BEHIND_MS = 7_200_000;
export const BEHIND = `interval '${BEHIND_MS} milliseconds'`;

/** Returns a time before which results are counted by the roll-up or missing. Allows a minute for clock differences. */
export const earliestNotCounted = (now: number): Date => new Date(now - BEHIND_MS - 60_000);

const time = (position: number): string => `($5::timestamptz[])[${position}]`;
const [HOURS_FROM, HOURS_TO, DAYS_FROM, DAYS_TO, END] = [time(1), time(2), time(3), time(4), time(5)] as const;
/** The end of the hour that contains the end of the span. */
const LAST_HOUR_TO = `${HOURS_TO} + interval '1 hour'`;
const id = (position: number): string => `($4::uuid[])[${position}]`;

const FIGURES = `status, jobs, cost, input_tokens, output_tokens, duration_buckets, duration_counts, waiting_buckets, waiting_counts`;

/**
 * `hours_to`: no job that ended before the mark was accepted after it. So if the span ends after the mark, the hour
 * that contains its end counts as a whole one. Allows a second for clock differences.
 */
const BOUNDS = `
  mark as materialized (
    select greatest(through, clock_timestamp() - ${BEHIND}) as through, through > clock_timestamp() - ${BEHIND} as complete,
      case when ${HOURS_FROM} < ${HOURS_TO} and ${END} > through + interval '1 second'
        then ${LAST_HOUR_TO} else ${HOURS_TO} end as hours_to,
      coalesce((select summed_from from figure_coverage where org_id = $1::uuid), 'infinity') as summed_from
    from job_figures_mark
  ),
  written as materialized (
    select distinct c.starts_at from figure_changes c, mark
    where c.org_id = $1::uuid and c.starts_at >= greatest(${HOURS_FROM}, mark.summed_from) and c.starts_at < mark.hours_to
  ),
  written_days as materialized (
    select distinct date_bin('1 day', starts_at, 'epoch') as day from written where starts_at >= ${DAYS_FROM} and starts_at < ${DAYS_TO}
  )`;

export function readSql(wanted: Shape): string {
  const by = wanted.by === 'org_id' ? '$1::uuid' : wanted.by;
  return `
  with ${BOUNDS},
  figures as materialized (
    ${sources(wanted).join('\n    union all ')}
  ),
  counts as (
    select ${by} as id, ${BUCKET} as bucket,
      coalesce(sum(jobs) filter (where status = ${jobStatus.success}), 0) as succeeded,
      coalesce(sum(jobs) filter (where status = ${jobStatus.cached}), 0) as cached,
      coalesce(sum(jobs) filter (where status = ${jobStatus.failure}), 0) as failed,
      coalesce(sum(jobs) filter (where status = ${jobStatus.cancelled}), 0) as cancelled,
      sum(cost)::float8 as cost, sum(input_tokens)::float8 as input_tokens, sum(output_tokens)::float8 as output_tokens
    from figures group by 1, 2
  )${wanted.times === 'none' ? '' : `, times as (${(wanted.kinds ?? KINDS).map((kind) => timesBy(kind, by, wanted)).join(' union all ')})`}
  select (select complete from mark) as complete, coalesce((select json_agg(c) from counts c), '[]') as counts,
    ${wanted.times === 'none' ? `'[]'::json` : `coalesce((select json_agg(t) from times t), '[]')`} as times`;
}

// Bounds of ranges are parameters where possible, not subqueries, because the planner has to see how few rows they
// leave. Subqueries only narrow them further.

/** Returns the sources: summed days that have not changed since, then hours before, after and between those days. */
function sources({ by, agentIds }: Shape): string[] {
  const ofAgents = by !== 'org_id' || agentIds !== undefined;
  const summed = (slice: string, from: string, to: string): string => `
    select starts_at as at, agent_id, version_id, ${FIGURES} from figure_sums
    where org_id = $1::uuid and slice = '${slice}' and starts_at >= ${from} and starts_at < ${to}
      and starts_at >= (select summed_from from mark) and ${OF_AGENTS}`;
  const days = `${summed(ofAgents ? 'version day' : 'day', DAYS_FROM, DAYS_TO)} and starts_at not in (select day from written_days)`;
  // Sums of hours are not by version.
  const hours = (from: string, to: string): string =>
    by === 'version_id'
      ? unsummed(from, to)
      : `${summed(ofAgents ? 'agent hour' : 'hour', from, to)} and starts_at not in (select starts_at from written)`;
  const inWrittenDays = `
    select hour.* from written_days, lateral (${hours('written_days.day', `written_days.day + interval '1 day'`)}) hour`;
  const written = `select figure.* from written, lateral (${unsummed('written.starts_at', `written.starts_at + interval '1 hour'`)}) figure`;
  return [
    days,
    hours(HOURS_FROM, DAYS_FROM),
    `${hours(DAYS_TO, LAST_HOUR_TO)} and starts_at < (select hours_to from mark)`,
    inWrittenDays,
    ...(by === 'version_id' ? [] : [written]),
    BEFORE_SUMS,
    NOT_COUNTED,
    ...PARTS,
  ];
}

const OF_AGENTS = `($2::uuid[] is null or agent_id = any ($2::uuid[]))`;
const OF_FIGURES = `select starts_at as at, agent_id, version_id, ${FIGURES} from job_figures where org_id = $1::uuid`;

/** Reads hours without sums: those that have changed since they were summed, or that are wanted by version. */
const unsummed = (from: string, to: string): string => `
    ${OF_FIGURES} and starts_at >= ${from} and starts_at < ${to} and starts_at >= (select summed_from from mark) and ${OF_AGENTS}`;

const BEFORE_SUMS = `
    ${OF_FIGURES} and starts_at >= ${HOURS_FROM} and starts_at < (select least(summed_from, hours_to) from mark) and ${OF_AGENTS}`;

const single = (at: string): string => `
    select ${at} as at, j.agent_id, j.version_id, r.status, 1 as jobs, r.cost,
      coalesce(r.input_tokens, 0) as input_tokens, coalesce(r.output_tokens, 0) as output_tokens,
      array[${DURATION_BUCKET}] as duration_buckets, array[1] as duration_counts,
      array[${WAITING_BUCKET}] as waiting_buckets, array[1] as waiting_counts`;

/** Reads results after the mark, which is not before $6, up to the end of the span or of its whole hours. */
const NOT_COUNTED = `${single(STARTS_AT)}
    from job_results r join jobs j on j.id = r.job_id and j.org_id = $1::uuid
    where r.org_id = $1::uuid and r.finished_at >= $6::timestamptz and r.finished_at >= (select through from mark)
      and r.job_id >= ${id(2)} and r.job_id < ${id(4)} and (r.job_id < ${id(3)} or (select hours_to > ${HOURS_TO} from mark))
      and ($2::uuid[] is null or r.agent_id = any ($2::uuid[]))`;

// Looks up each result by the key of its job. With ranges of both tables, the planner would compare them row by row
// where it expects few rows.
const part = (from: number): string => `${single('j.created_at')}
    from jobs j cross join lateral (select * from job_results where job_id = j.id limit 1) r
    where j.org_id = $1::uuid and j.id >= ${id(from)} and j.id < ${id(from + 1)}
      and ($2::uuid[] is null or j.agent_id = any ($2::uuid[]))`;

const PARTS = [part(1), `${part(3)} and (select hours_to = ${HOURS_TO} from mark)`];

const BUCKET = `floor(extract(epoch from at) / $3::int)::float8 * $3::int`;

const timesBy = (kind: string, by: string, { times }: Shape): string => `
    select kind, id, bucket, succeeded, array_agg(slot) as slots, array_agg(count) as counts from (
      select '${kind}' as kind, ${by} as id, ${times === 'buckets' ? BUCKET : '0'}::float8 as bucket,
        status = ${jobStatus.success} as succeeded, u.slot, sum(u.count) as count
      from figures, unnest(${kind}_buckets, ${kind}_counts) u (slot, count) where u.slot is not null group by 2, 3, 4, 5
    ) placed group by 1, 2, 3, 4`;
