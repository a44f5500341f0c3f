import type { UsageQuery } from '@errand/contract/jobs.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow, firstIdAt, idTime } from '#platform/ids.ts';

// What was done and what it cost, by agent and day or hour of acceptance (UTC). Counted from the jobs themselves, so it
// is always right; bounded to a million jobs, which takes some seconds.

type Query = Static<typeof UsageQuery>;

const DAY_MS = 86_400_000;
const JOBS_MAX = 1_000_000;
const limits = { hour: { days: 7, default: 1 }, day: { days: 366, default: 30 } };

type UsageRow = {
  starts_at: Date;
  agent_id: string;
  agent_name: string;
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

export async function listUsage(db: Db, orgId: string, query: Query) {
  const bucket = query.bucket ?? 'day';
  const to = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow();
  const from = readMoment('created_from', query.created_from)?.getTime() ?? to - limits[bucket].default * DAY_MS;
  if (to - from > limits[bucket].days * DAY_MS) {
    throw invalidFields({ created_from: [`At most ${limits[bucket].days} days can be asked for by ${bucket}.`] });
  }
  const bounds = [orgId, firstIdAt(from), firstIdAt(to + 1)];
  const counted = `from jobs where org_id = $1::uuid and id >= $2::uuid and id < $3::uuid order by id desc`;
  const [edge] = await db.query<{ id: string }>(`select id ${counted} offset ${JOBS_MAX} limit 1`, bounds);
  const rows = await db.query<UsageRow>(
    `${PLANNED_ANEW}select u.*, a.name as agent_name from (
       select date_trunc('${bucket}', j.created_at at time zone 'utc') at time zone 'utc' as starts_at, j.agent_id,
         count(*) as jobs, count(*) filter (where r.status = 3) as succeeded, count(*) filter (where r.status = 6) as cached,
         count(*) filter (where r.status = 4) as failed, count(*) filter (where r.status = 5) as cancelled,
         coalesce(sum(r.cost), 0) as cost, coalesce(sum(r.input_tokens), 0)::float8 as input_tokens,
         coalesce(sum(r.output_tokens), 0)::float8 as output_tokens,
         percentile_disc(0.5) within group (order by r.duration_ms) filter (where r.status in (3, 4)) as duration_p50_ms,
         percentile_disc(0.95) within group (order by r.duration_ms) filter (where r.status in (3, 4)) as duration_p95_ms
       from (select id, agent_id, created_at ${counted} limit ${JOBS_MAX}) j
       left join job_results r on r.job_id = j.id group by 1, 2) u
     join agents a on a.id = u.agent_id order by u.starts_at, a.name, u.agent_id limit 50000`,
    bounds,
  );
  return {
    bucket,
    created_from: new Date(from).toISOString(),
    created_to: new Date(to).toISOString(),
    counted_from: edge === undefined ? null : idTime(edge.id).toISOString(),
    results: rows.map((row) => ({ ...row, starts_at: row.starts_at.toISOString() })),
  };
}
