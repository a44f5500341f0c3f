import { jobStatus } from '../record/model.ts';
import { DURATION_BUCKET, STARTS_AT, WAITING_BUCKET } from './columns.ts';

// The one statement that reads figures, so that it sees one moment. Parameters: the organization, agents or null, seconds of a
// bucket, ids of the first job at the begin, of the whole hours' begin and end and of the end, and the times of the whole
// hours' begin and end, the whole days' begin and end, and the end.

export type Shape = {
  by: 'agent_id' | 'version_id' | 'org_id';
  /** Times by bucket or of the whole span: most readers need fewer rows than there are counts, or none. */
  times: 'none' | 'whole' | 'buckets';
  /** Only these agents. */
  agentIds?: string[] | undefined;
};

/** Beyond this the roll-up is behind, and what is missing is not counted while somebody waits. */
export const BEHIND = `interval '2 hours'`;

const [HOURS_FROM, HOURS_TO, DAYS_FROM, DAYS_TO, END] = [1, 2, 3, 4, 5].map((place) => `($5::timestamptz[])[${place}]`);
const id = (place: number): string => `($4::uuid[])[${place}]`;

const FIGURES = `status, jobs, cost, input_tokens, output_tokens, duration_buckets, duration_counts, waiting_buckets, waiting_counts`;

/**
 * `hours_to`: nothing that ended before the mark was accepted after it, so the hour that holds the end is a whole one when
 * the end is later. A second is for clocks that differ.
 */
const BOUNDS = `
  mark as materialized (
    select greatest(through, clock_timestamp() - ${BEHIND}) as through, through > clock_timestamp() - ${BEHIND} as complete,
      case when ${HOURS_FROM} < ${HOURS_TO} and ${END} > through + interval '1 second'
        then ${HOURS_TO} + interval '1 hour' else ${HOURS_TO} end as hours_to,
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

/** Hours that no sum of a whole day has. */
const HOURS_APART = `
  select ${HOURS_FROM} as since, ${DAYS_FROM} as until
  union all select ${DAYS_TO}, hours_to from mark
  union all select day, day + interval '1 day' from written_days`;

/** Those among them that sums of hours have not, and everything from before the sums begin. */
const NOT_SUMMED = (byVersion: boolean): string => `
  select ${HOURS_FROM} as since, least(summed_from, hours_to) as until from mark
  union all ${
    byVersion
      ? `select greatest(since, summed_from), until from (${HOURS_APART}) apart, mark`
      : `select starts_at, starts_at + interval '1 hour' from written`
  }`;

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
  )${wanted.times === 'none' ? '' : `, times as (${['duration', 'waiting'].map((kind) => timesBy(kind, by, wanted)).join(' union all ')})`}
  select (select complete from mark) as complete, coalesce((select json_agg(c) from counts c), '[]') as counts,
    ${wanted.times === 'none' ? `'[]'::json` : `coalesce((select json_agg(t) from times t), '[]')`} as times`;
}

function sources({ by, agentIds }: Shape): string[] {
  const ofAgents = by !== 'org_id' || agentIds !== undefined;
  const days = `
    select starts_at as at, agent_id, version_id, ${FIGURES} from figure_sums
    where org_id = $1::uuid and slice = '${ofAgents ? 'version day' : 'day'}' and starts_at < ${DAYS_TO}
      and starts_at >= greatest(${DAYS_FROM}, (select summed_from from mark))
      and starts_at not in (select day from written_days) and ${OF_AGENTS}`;
  const hours = `
    select starts_at as at, agent_id, version_id, ${FIGURES} from (${HOURS_APART}) apart, mark,
    lateral (select * from figure_sums s where s.org_id = $1::uuid and s.slice = '${ofAgents ? 'agent hour' : 'hour'}'
      and s.starts_at >= greatest(apart.since, mark.summed_from) and s.starts_at < apart.until and ${OF_AGENTS}) s
    where starts_at not in (select starts_at from written)`;
  const apart = `
    select starts_at as at, agent_id, version_id, ${FIGURES} from (${NOT_SUMMED(by === 'version_id')}) apart,
    lateral (select * from job_figures f where f.org_id = $1::uuid and f.starts_at >= apart.since and f.starts_at < apart.until
      and ${OF_AGENTS}) f`;
  return [days, ...(by === 'version_id' ? [] : [hours]), apart, NOT_COUNTED, PARTS];
}

const OF_AGENTS = `($2::uuid[] is null or agent_id = any ($2::uuid[]))`;

const single = (at: string): string => `
    select ${at} as at, j.agent_id, j.version_id, r.status, 1 as jobs, r.cost,
      coalesce(r.input_tokens, 0) as input_tokens, coalesce(r.output_tokens, 0) as output_tokens,
      array[${DURATION_BUCKET}] as duration_buckets, array[1] as duration_counts,
      array[${WAITING_BUCKET}] as waiting_buckets, array[1] as waiting_counts`;

/** Behind the mark, up to the end or that of the whole hours. */
const NOT_COUNTED = `${single(STARTS_AT)}
    from job_results r join jobs j on j.id = r.job_id and j.org_id = $1::uuid
    where r.org_id = $1::uuid and r.finished_at >= (select through from mark)
      and r.job_id >= ${id(2)} and r.job_id < (select case when hours_to > ${HOURS_TO} then ${id(4)} else ${id(3)} end from mark)
      and ($2::uuid[] is null or r.agent_id = any ($2::uuid[]))`;

const PARTS = `${single('j.created_at')}
    from (select 1 as first union all select 3 from mark where hours_to = ${HOURS_TO}) part
    join jobs j on j.org_id = $1::uuid and j.id >= ($4::uuid[])[part.first] and j.id < ($4::uuid[])[part.first + 1]
    join job_results r on r.job_id = j.id
    where $2::uuid[] is null or j.agent_id = any ($2::uuid[])`;

const BUCKET = `floor(extract(epoch from at) / $3::int)::float8 * $3::int`;

const timesBy = (kind: string, by: string, { times }: Shape): string => `
    select '${kind}' as kind, ${by} as id, ${times === 'buckets' ? BUCKET : '0'}::float8 as bucket,
      status = ${jobStatus.success} as succeeded, u.place, sum(u.count) as count
    from figures, unnest(${kind}_buckets, ${kind}_counts) u (place, count) where u.place is not null group by 2, 3, 4, 5`;
