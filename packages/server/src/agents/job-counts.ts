import type { Db } from '#platform/db.ts';

// Counts the jobs of each agent and keeps the time of the last one. Accepting jobs appends deltas without locks, and
// folding moves them into one row per agent. A fold is one statement, so the sum of both is always exact.

type JobCounts = { agentId: string; jobCount: number; mostRecentJob: Date | null };

/** Returns the stats of the given agents, or of all agents of the organization. Omits unknown ids. */
export async function findJobCounts(db: Db, orgId: string, agentIds: string[] | undefined): Promise<JobCounts[]> {
  const rows = await db.query<{ id: string; job_count: number; most_recent_job: Date | null }>(
    `select a.id, coalesce(c.job_count, 0) + coalesce(d.job_count, 0) as job_count,
       greatest(c.most_recent_job, d.most_recent_job) as most_recent_job
     from agents a
     left join agent_job_counts c on c.agent_id = a.id
     left join (
       select agent_id, sum(job_count) as job_count, max(most_recent_job) as most_recent_job
       from agent_job_deltas where org_id = $1 group by agent_id
     ) d on d.agent_id = a.id
     where a.org_id = $1 and a.deleted_at is null and ($2::uuid[] is null or a.id = any ($2::uuid[]))
     order by a.created_at desc, a.id desc`,
    [orgId, agentIds ?? null],
  );
  return rows.map((row) => ({ agentId: row.id, jobCount: row.job_count, mostRecentJob: row.most_recent_job }));
}

/** Counts the jobs of the given agents, or of all. Includes agents that are deleted, because their jobs stay. */
export async function countJobs(db: Db, orgId: string, agentIds?: string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select coalesce(sum(counted.jobs), 0)::bigint as count from (
       select (coalesce((select c.job_count from agent_job_counts c where c.agent_id = a.id), 0)
         + coalesce((select sum(d.job_count) from agent_job_deltas d where d.agent_id = a.id), 0)) as jobs
       from agents a where a.org_id = $1 and ($2::uuid[] is null or a.id = any ($2::uuid[]))) counted`,
    [orgId, agentIds ?? null],
  );
  return row!.count;
}

/** A part of a statement that accepts jobs: counts the rows of `source`, with agent_id, org_id and created_at. */
export const countAccepted = (source: string): string => `
  counted as (
    insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job)
    select agent_id, org_id, count(*), max(created_at) from ${source} group by agent_id, org_id
  )`;

/** Takes jobs out of the counts, in the transaction that deletes them. */
export async function uncountJobs(tx: Db, orgId: string, jobIds: string[]): Promise<undefined> {
  await tx.run(
    `insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job)
     select agent_id, org_id, -count(*), max(created_at) from jobs
     where org_id = $1::uuid and id = any ($2::uuid[]) group by agent_id, org_id`,
    [orgId, jobIds],
  );
}

/** Deltas per fold. They take some 20 ms, so that a backlog never causes a long transaction. */
const FOLD_ROWS_MAX = 5_000;

/**
 * Moves deltas of all organizations into the counts and returns how many it moved. Folds may run concurrently: each
 * takes rows that no other holds, and they write the counts in the same order.
 */
export async function foldJobCounts(system: Db): Promise<number> {
  const rows = await system.query<{ taken: number }>(
    `with taken as (
       delete from agent_job_deltas
       where ctid = any (array(select ctid from agent_job_deltas limit $1 for update skip locked))
       returning agent_id, org_id, job_count, most_recent_job
     ), folded as (
       insert into agent_job_counts as c (agent_id, org_id, job_count, most_recent_job)
       select t.agent_id, t.org_id, sum(t.job_count), max(t.most_recent_job)
       from taken t
       -- The stats of an agent whose row is deleted are dropped.
       where exists (select from agents a where a.id = t.agent_id)
       group by t.agent_id, t.org_id
       order by t.agent_id
       on conflict (agent_id) do update set job_count = c.job_count + excluded.job_count,
         most_recent_job = greatest(c.most_recent_job, excluded.most_recent_job)
     )
     select count(*)::int as taken from taken`,
    [FOLD_ROWS_MAX],
  );
  return rows[0]!.taken;
}
