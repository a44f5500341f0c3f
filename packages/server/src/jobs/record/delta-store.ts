import type { Db } from '#platform/db.ts';

// The words of running jobs (decision 0102). A job has one generation of deltas at a time: who begins the value of an
// output anew removes what was there. Offsets count UTF-16 code units, as strings of JavaScript do.

export type Delta = {
  jobId: string;
  generation: number;
  startsAt: number;
  endsAt: number;
  attempt: number;
  key: string;
  body: string;
};

/** Without a generation it begins the next one. */
export type NewDelta = Omit<Delta, 'generation'> & { claim: number; generation: number | null };

/**
 * Appends one delta per job. Returns the generation of each kept one: a job that has another owner keeps nothing, nor
 * one whose last delta is not the one before, because PostgreSQL lost it in a crash.
 */
export async function appendDeltas(db: Db, items: NewDelta[]): Promise<Map<string, number>> {
  const rows = await db.query<{ job_id: string; generation: number }>(APPEND, [
    JSON.stringify(
      items.map((item) => ({
        job_id: item.jobId,
        claim: item.claim,
        generation: item.generation,
        starts_at: item.startsAt,
        ends_at: item.endsAt,
        attempt: item.attempt,
        key: item.key,
        body: item.body,
      })),
    ),
  ]);
  return new Map(rows.map((row) => [row.job_id, row.generation]));
}

const APPEND = `
  with item as materialized (
    select * from json_to_recordset($1::json) as i (job_id uuid, claim bigint, generation int, starts_at int, ends_at int,
      attempt smallint, key text, body text)
  ),
  owned as materialized (
    select i.*, q.org_id from item i join job_queue q on q.job_id = any (array[i.job_id]) and q.claim = i.claim
  ),
  old as (
    delete from job_deltas d using owned o where d.job_id = any (array[o.job_id]) and o.generation is null
    returning d.job_id, d.generation
  )
  insert into job_deltas (job_id, org_id, generation, starts_at, ends_at, attempt, key, body)
  select o.job_id, o.org_id, coalesce(o.generation, (select max(old.generation) from old where old.job_id = o.job_id) + 1, 1),
    o.starts_at, o.ends_at, o.attempt, o.key, o.body
  from owned o
  where o.generation is null or o.starts_at = (
    select max(d.ends_at) from job_deltas d where d.job_id = o.job_id and d.generation = o.generation)
  returning job_id, generation`;

/** What a reader has: everything of `generation` before `offset`. */
export type DeltaPosition = { generation: number; offset: number };

/** Lists what the jobs have beyond the given positions, in order. */
export async function listDeltas(db: Db, after: Map<string, DeltaPosition>): Promise<Delta[]> {
  const positions = [...after.values()];
  const rows = await db.query<{
    job_id: string;
    generation: number;
    starts_at: number;
    ends_at: number;
    attempt: number;
    key: string;
    body: string;
  }>(
    `select d.job_id, d.generation, d.starts_at, d.ends_at, d.attempt, d.key, d.body
      from unnest($1::uuid[], $2::int[], $3::int[]) as p (job_id, generation, at_offset)
      join job_deltas d on d.job_id = p.job_id
        and (d.generation > p.generation or (d.generation = p.generation and d.ends_at > p.at_offset))
      order by d.job_id, d.generation, d.starts_at`,
    [[...after.keys()], positions.map((one) => one.generation), positions.map((one) => one.offset)],
  );
  return rows.map((row) => ({
    jobId: row.job_id,
    generation: row.generation,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    attempt: row.attempt,
    key: row.key,
    body: row.body,
  }));
}

/**
 * Common table expressions for the statement that ends jobs: `erased` removes the deltas of `done`, and `streamed` says
 * which generation the stored value continues. A value that does not begin with what was shown is a new generation.
 */
export const eraseDeltas = (done: string): string => `
  erased as (
    delete from job_deltas d using ${done} where d.job_id = any (array[${done}.job_id])
    returning d.job_id, d.generation, d.starts_at, d.key, d.attempt, d.body, ${done}.outputs
  ),
  streamed as (
    select job_id, json_build_object('key', key, 'attempt', attempt, 'generation', generation
      + case when starts_with(value, shown) then 0 else 1 end) as streamed
    from (
      select e.job_id, e.generation, e.key, max(e.attempt) as attempt, string_agg(e.body, '' order by e.starts_at) as shown,
        (select o.value->>'value' from json_array_elements((array_agg(e.outputs))[1]) o (value)
          where o.value->>'key' = e.key limit 1) as value
      from erased e where e.generation = (select max(n.generation) from erased n where n.job_id = e.job_id)
      group by e.job_id, e.generation, e.key
    ) shown
    where value is not null
  )`;

/** Removes what jobs left that ended without the worker that streamed them. */
export const deleteLeftDeltas = (db: Db, jobId?: string): Promise<number> =>
  db.run(
    `delete from job_deltas d where ($1::uuid is null or d.job_id = $1::uuid)
      and not exists (select from job_queue q where q.job_id = any (array[d.job_id]))`,
    [jobId ?? null],
  );
