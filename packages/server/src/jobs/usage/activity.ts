import type { Db } from '#platform/db.ts';
import { readCostFigures } from '../figures/cost-figures.ts';
import { type Count, histograms, readFigures, type Span } from '../figures/figures.ts';
import { addHistograms, type Histogram, percentile } from '../figures/histogram.ts';
import { IS_WAITING } from '../record/display-sql.ts';
import { finalStatuses, type JobStatus, jobStatus } from '../record/model.ts';

// Stats of agents and their versions: counts, cost and durations of jobs accepted in a period.

const OPEN_MAX = 10_000;

export type Groups = { succeeded: number; failed: number; cancelled: number; cost: number };
export type Times = { p50_ms: number | null; p95_ms: number | null };
type Waiting = { waiting_p50_ms: number | null; waiting_p95_ms: number | null };

export type ActivityView = {
  complete: boolean;
  totals: Groups & Times & Waiting;
  agents: Map<string, Groups & Times>;
  buckets: ({ agent_id: string; at: string } & Groups)[];
};

export async function countActivity(
  db: Db,
  orgId: string,
  wanted: { span: Span; bucketSeconds: number; agentIds: string[] | undefined },
): Promise<ActivityView> {
  const { counts, times, complete } = await readFigures(db, orgId, { ...wanted, by: 'agent_id', times: 'whole' });
  const durations = histograms(times, ({ kind, succeeded }) => kind === 'duration' && succeeded);
  const waiting = histograms(times, ({ kind }) => kind === 'waiting');
  const byAgent = Map.groupBy(counts, ({ id }) => id);
  const all = addHistograms(waiting.values());
  return {
    complete,
    totals: {
      ...addUp(counts),
      ...readTimes(addHistograms(durations.values())),
      waiting_p50_ms: percentile(all, 0.5),
      waiting_p95_ms: percentile(all, 0.95),
    },
    agents: new Map([...byAgent].map(([id, rows]) => [id, { ...addUp(rows), ...readTimes(durations.get(id)) }])),
    buckets: counts.map((row) => ({
      agent_id: row.id,
      at: new Date(row.bucket * 1_000).toISOString(),
      ...addUp([row]),
    })),
  };
}

/** Returns the stats of one agent's versions, newest version first. */
export async function countVersionActivity(db: Db, orgId: string, agentId: string, span: Span) {
  const wanted = { span, bucketSeconds: 86_400, by: 'version_id', times: 'whole' } as const;
  const [{ counts, times, complete }, worked] = await Promise.all([
    readFigures(db, orgId, { ...wanted, agentIds: [agentId] }),
    readWorked(db, orgId, agentId),
  ]);
  const durations = histograms(times, ({ kind, succeeded }) => kind === 'duration' && succeeded);
  const versions = [...Map.groupBy(counts, ({ id }) => id)]
    .map(([id, rows]) => ({
      agent_version_id: id,
      ...addUp(rows),
      ...readTimes(durations.get(id)),
      ...(worked.get(id) ?? { worked_p50_ms: null, worked_p95_ms: null }),
    }))
    .sort((a, b) => (a.agent_version_id < b.agent_version_id ? 1 : -1));
  const { rows } = await readCostFigures(db, orgId, 'model', span, agentId);
  const models = rows
    .map(({ value, jobs, cost, ownCost = 0, escalated = 0 }) => ({
      model: value,
      jobs,
      escalated_jobs: escalated,
      cost: Number(cost.toFixed(8)),
      own_key_cost: Number(ownCost.toFixed(8)),
    }))
    .sort((one, other) => other.jobs - one.jobs);
  return { complete, versions, models };
}

const NEWEST_JOBS = 1_000;
type Worked = { worked_p50_ms: number | null; worked_p95_ms: number | null };

/** Working times by version: the duration of a job has its time in the queue, which says nothing about the agent. */
async function readWorked(db: Db, orgId: string, agentId: string): Promise<Map<string, Worked>> {
  const rows = await db.query<Worked & { version_id: string }>(
    `select version_id, percentile_disc(0.5) within group (order by worked)::float8 as worked_p50_ms,
        percentile_disc(0.95) within group (order by worked)::float8 as worked_p95_ms
      from (
        select j.version_id, round(greatest(0, r.duration_ms - (select min((e->>'at')::float8)
            - extract(epoch from j.created_at) * 1000 from json_array_elements(r.events) e
            where (e->>'status')::int = ${jobStatus.started}))) as worked
        from (select id, version_id, created_at from jobs where org_id = $1 and agent_id = $2
          order by id desc limit ${NEWEST_JOBS}) j
        join job_results r on r.job_id = j.id
        where r.status = ${jobStatus.success} and r.source_job_id is null and r.duration_ms is not null) ran
      where worked is not null group by 1`,
    [orgId, agentId],
  );
  return new Map(rows.map(({ version_id: id, ...worked }) => [id, worked]));
}

function addUp(rows: Count[]): Groups {
  const sum = (read: (row: Count) => number): number => rows.reduce((total, row) => total + read(row), 0);
  return {
    succeeded: sum(({ succeeded, cached }) => succeeded + cached),
    failed: sum(({ failed }) => failed),
    cancelled: sum(({ cancelled }) => cancelled),
    // Rounds away the errors of adding binary fractions.
    cost: Number(sum(({ cost }) => cost).toFixed(8)),
  };
}

function readTimes(histogram: Histogram = new Map()): Times {
  return { p50_ms: percentile(histogram, 0.5), p95_ms: percentile(histogram, 0.95) };
}

/** Lists those of the agents that are not deleted, by their newest job, with the status of the job that ended last. */
export async function describeAgents(
  db: Db,
  orgId: string,
  agentIds: string[],
): Promise<{ id: string; last_status: JobStatus | null }[]> {
  return db.query(
    `select a.id, ended.status as last_status from agents a
     left join lateral (select j.id from jobs j where j.agent_id = a.id order by j.id desc limit 1) newest on true
     left join lateral (
       select last.status from unnest('{${finalStatuses}}'::smallint[]) as s (status)
       cross join lateral (select r.status, r.finished_at, r.job_id from job_results r
         where r.agent_id = a.id and r.status = s.status and r.org_id = $1 order by r.job_id desc limit 1) last
       order by last.finished_at desc, last.job_id desc limit 1) ended on true
     where a.org_id = $1 and a.deleted_at is null and a.id = any ($2::uuid[])
     order by newest.id desc nulls last`,
    [orgId, agentIds],
  );
}

export type Open = { in_flight: number; waiting: number };

/** Counts jobs that have not ended, by agent: in flight, and waiting. */
export async function countOpenByAgent(
  db: Db,
  orgId: string,
  agentIds: string[] | undefined,
): Promise<Map<string, Open>> {
  const rows = await db.query<Open & { agent_id: string }>(
    `select a.id as agent_id, open.* from agents a
     cross join lateral (select (count(*) filter (where not ${IS_WAITING}))::int as in_flight,
       (count(*) filter (where ${IS_WAITING}))::int as waiting from
       (select status, worker_id, run_at from job_queue where agent_id = a.id and org_id = $1 limit ${OPEN_MAX}) q) open
     where a.org_id = $1 and a.deleted_at is null and ($2::uuid[] is null or a.id = any ($2::uuid[]))
       and open.in_flight + open.waiting > 0`,
    [orgId, agentIds ?? null],
  );
  return new Map(rows.map(({ agent_id: id, ...open }) => [id, open]));
}
