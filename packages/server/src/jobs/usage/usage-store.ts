import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { firstIdAt } from '#platform/ids.ts';
import { jobStatus } from '../record/model.ts';

// What jobs used, by agent and stretch of time: counted from the jobs, or as it was kept for days that are over.

const HOUR_MS = 3_600_000;

export type AgentUsage = {
  agent_id: string;
  jobs: number;
  succeeded: number;
  cached: number;
  failed: number;
  cancelled: number;
  cost: number;
  input_tokens: number;
  output_tokens: number;
  duration_p50_ms: number | null;
  duration_p95_ms: number | null;
};

export type Bucket = 'hour' | 'day';
/** `open`: so many of its jobs are not final yet. */
export type CountedUsage = AgentUsage & { starts_at: Date; open: number };
/** In milliseconds; the end is not part of it. */
export type Span = { from: number; to: number };

/** The newest job that is one too many; undefined: there are at most `jobsMax`. */
export async function findUsageEdge(db: Db, orgId: string, span: Span, jobsMax: number): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    `select id from jobs where org_id = $1::uuid and id >= $2::uuid and id < $3::uuid
      order by id desc offset $4::bigint limit 1`,
    [orgId, firstIdAt(span.from), firstIdAt(span.to), jobsMax],
  );
  return rows[0]?.id;
}

const hasRun = `r.status in (${jobStatus.success}, ${jobStatus.failure})`;

export function countUsage(db: Db, orgId: string, bucket: Bucket, span: Span): Promise<CountedUsage[]> {
  const starts = listStarts(bucket, span);
  return db.query<CountedUsage>(
    `${PLANNED_ANEW}select ($4::timestamptz[])[width_bucket(j.id, $5::uuid[])] as starts_at, j.agent_id,
       count(*) as jobs, count(*) filter (where r.status is null) as open,
       count(*) filter (where r.status = ${jobStatus.success}) as succeeded,
       count(*) filter (where r.status = ${jobStatus.cached}) as cached,
       count(*) filter (where r.status = ${jobStatus.failure}) as failed,
       count(*) filter (where r.status = ${jobStatus.cancelled}) as cancelled,
       coalesce(sum(r.cost), 0) as cost, coalesce(sum(r.input_tokens), 0)::float8 as input_tokens,
       coalesce(sum(r.output_tokens), 0)::float8 as output_tokens,
       percentile_disc(0.5) within group (order by r.duration_ms) filter (where ${hasRun}) as duration_p50_ms,
       percentile_disc(0.95) within group (order by r.duration_ms) filter (where ${hasRun}) as duration_p95_ms
     from jobs j left join job_results r on r.job_id = j.id and r.job_id >= $2::uuid and r.job_id < $3::uuid
     where j.org_id = $1::uuid and j.id >= $2::uuid and j.id < $3::uuid
     group by 1, 2`,
    [orgId, firstIdAt(span.from), firstIdAt(span.to), starts.map((ms) => new Date(ms)), starts.map(firstIdAt)],
  );
}

/**
 * The hours or days that a span touches. An id begins with its time, so it lies between the first ids of two of them; no
 * id is older than 1970.
 */
function listStarts(bucket: Bucket, { from, to }: Span): number[] {
  const stepMs = bucket === 'hour' ? HOUR_MS : 24 * HOUR_MS;
  const first = Math.max(0, Math.floor(from / stepMs));
  return Array.from({ length: Math.max(0, Math.ceil(to / stepMs) - first) }, (_, index) => (first + index) * stepMs);
}

export type UsageDay = { day: string; agents: AgentUsage[] };

/** Days as text, `2026-01-31`. */
export function listUsageDays(db: Db, orgId: string, from: string, to: string): Promise<UsageDay[]> {
  return db.query<UsageDay>(
    `select day::text as day, agents from usage_days
      where org_id = $1::uuid and day >= $2::date and day < $3::date order by day`,
    [orgId, from, to],
  );
}

/** Two requests may have counted the same day: both counted the same. */
export async function insertUsageDays(db: Db, orgId: string, days: UsageDay[]): Promise<void> {
  await db.run(
    `insert into usage_days (org_id, day, agents)
      select $1::uuid, day, agents::json from unnest($2::date[], $3::text[]) as d (day, agents)
      on conflict (org_id, day) do nothing`,
    [orgId, days.map(({ day }) => day), days.map(({ agents }) => JSON.stringify(agents))],
  );
}

export async function findAgentNames(db: Db, orgId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    'select id, name from agents where org_id = $1::uuid and id = any ($2::uuid[])',
    [orgId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findFirstJob(db: Db, orgId: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>('select id from jobs where org_id = $1 order by id limit 1', [orgId]);
  return rows[0]?.id;
}
