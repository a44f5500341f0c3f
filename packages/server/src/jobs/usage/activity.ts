import type { Db } from '#platform/db.ts';
import { firstIdAt } from '#platform/ids.ts';
import { finalStatuses, type JobStatus, jobStatus } from '../record/model.ts';

// How agents have been doing lately: counts, cost and latency by time. Read from the results themselves through the
// index by agent and status, newest first, with a limit on the rows: so the cost depends neither on the length of the
// history nor on other organizations, and what is counted is exact up to a hundred thousand jobs.

const ROWS_MAX = 100_000;
const AGENTS_MAX = 500;
const IN_FLIGHT_MAX = 10_000;

const VERSION_ROWS_MAX = 5_000;

type Window = { fromMs: number; toMs: number; bucketSeconds: number; agentIds: string[] | undefined };

export type ActivityRow = {
  agent_id: string;
  /** Beginning of the bucket, in seconds; null: the whole time. */
  bucket: number | null;
  succeeded: number;
  failed: number;
  cancelled: number;
  cost: number;
  p50_ms: number | null;
  p95_ms: number | null;
  rows: number;
  last_status: JobStatus;
};

const FIGURES = `
  count(*) filter (where status in (${jobStatus.success}, ${jobStatus.cached}))::int as succeeded,
  count(*) filter (where status = ${jobStatus.failure})::int as failed,
  count(*) filter (where status = ${jobStatus.cancelled})::int as cancelled,
  sum(cost)::float8 as cost,
  percentile_cont(0.5) within group (order by duration_ms) filter (where status = ${jobStatus.success}) as p50_ms,
  percentile_cont(0.95) within group (order by duration_ms) filter (where status = ${jobStatus.success}) as p95_ms`;

/** Rows by agent and bucket, and one by agent for all of it. `rowsPerList`: what each agent and status may give. */
export async function listActivity(
  db: Db,
  orgId: string,
  agentIds: string[],
  { fromMs, toMs, bucketSeconds }: Window,
): Promise<{ rows: ActivityRow[]; complete: boolean }> {
  if (agentIds.length === 0) return { rows: [], complete: true };
  const rowsPerList = Math.max(200, Math.floor(ROWS_MAX / (agentIds.length * 4)));
  const rows = await db.query<ActivityRow & { full: boolean }>(
    `with ended as (
       select a.id as agent_id, r.job_id, s.status, r.cost, r.duration_ms, r.finished_at,
         floor(extract(epoch from r.finished_at) / $4::int)::bigint * $4::int as bucket
       from unnest($2::uuid[]) as a (id)
       cross join unnest('{${finalStatuses}}'::smallint[]) as s (status)
       cross join lateral (
         select job_id, cost, duration_ms, finished_at from job_results
         where agent_id = a.id and status = s.status and org_id = $1 and job_id >= $3::uuid
           and job_id < $6::uuid
         order by job_id desc limit $5::int) r
     )
     select agent_id, bucket, ${FIGURES},
       count(*)::int as rows,
       (array_agg(status order by finished_at desc, job_id desc))[1] as last_status,
       greatest(count(*) filter (where status = ${jobStatus.success}), count(*) filter (where status = ${jobStatus.failure}),
         count(*) filter (where status = ${jobStatus.cancelled}), count(*) filter (where status = ${jobStatus.cached})) >= $5::int as full
     from ended
     group by grouping sets ((agent_id, bucket), (agent_id))`,
    [orgId, agentIds, firstIdAt(fromMs), bucketSeconds, rowsPerList, firstIdAt(toMs)],
  );
  return { rows, complete: !rows.some((row) => row.bucket === null && row.full) };
}

/** Agents of the organization that had a job since then, those with the newest jobs first. */
export async function listActiveAgents(db: Db, orgId: string, { fromMs, agentIds }: Window): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select a.id from agents a
     cross join lateral (select j.id from jobs j where j.agent_id = a.id order by j.id desc limit 1) last
     where a.org_id = $1 and a.deleted_at is null and last.id >= $2::uuid
       and ($3::uuid[] is null or a.id = any ($3::uuid[]))
     order by last.id desc limit ${AGENTS_MAX}`,
    [orgId, firstIdAt(fromMs), agentIds ?? null],
  );
  return rows.map((row) => row.id);
}

/** Jobs that are not final, by agent. */
export async function countInFlight(db: Db, orgId: string, agentIds: string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ agent_id: string; count: number }>(
    `select a.id as agent_id, q.count from unnest($2::uuid[]) as a (id)
     cross join lateral (select count(*)::int as count from
       (select from job_queue where agent_id = a.id and org_id = $1 limit ${IN_FLIGHT_MAX}) l) q
     where q.count > 0`,
    [orgId, agentIds],
  );
  return new Map(rows.map((row) => [row.agent_id, row.count]));
}

export type VersionRow = Pick<ActivityRow, 'succeeded' | 'failed' | 'cancelled' | 'cost' | 'p50_ms' | 'p95_ms'> & {
  agent_version_id: string;
};

/** How the versions of one agent have been doing, of its newest jobs by outcome. */
export async function listVersionActivity(
  db: Db,
  orgId: string,
  agentId: string,
  fromMs: number,
): Promise<{ rows: VersionRow[]; complete: boolean }> {
  const rows = await db.query<VersionRow & { full: boolean }>(
    `with ended as (
       select r.job_id, s.status, r.cost, r.duration_ms, r.place
       from unnest('{${finalStatuses}}'::smallint[]) as s (status)
       cross join lateral (
         select job_id, cost, duration_ms, row_number() over (order by job_id desc) as place from job_results
         where agent_id = $2::uuid and status = s.status and org_id = $1 and job_id >= $3::uuid
         order by job_id desc limit ${VERSION_ROWS_MAX}) r
     )
     select j.version_id as agent_version_id, ${FIGURES}, bool_or(place = ${VERSION_ROWS_MAX}) as full
     from ended join jobs j on j.id = ended.job_id and j.org_id = $1
     group by j.version_id order by j.version_id desc`,
    [orgId, agentId, firstIdAt(fromMs)],
  );
  return { rows: rows.map(({ full: _, ...row }) => row), complete: !rows.some((row) => row.full) };
}
