import type { Db } from '#platform/db.ts';
import { ADD_ARCHIVED } from './roll-up.ts';

type WrongHour = { startsAt: Date; figures: number; jobs: number };

/** Compares some random hours of the last week in the roll-up with a count of their jobs. */
export async function findWrongHours(system: Db, hours = 3): Promise<WrongHour[]> {
  const rows = await system.query<WrongHour>(
    `with hour as (
       select starts_at from (select distinct starts_at from job_figures where starts_at > now() - interval '7 days') h
       order by random() limit $1
     )
     select hour.starts_at as "startsAt",
       (select sum(f.jobs)::int from job_figures f where f.starts_at = hour.starts_at) as figures,
       coalesce((select sum(f.jobs)::int from job_figures_removed f where f.starts_at = hour.starts_at), 0) +
       coalesce((select sum(f.jobs)::int from archive_figures f where f.starts_at = hour.starts_at), 0) +
       (select count(*)::int from jobs j join job_results r on r.job_id = j.id
         where j.id >= errand_first_id(hour.starts_at) and j.id < errand_first_id(hour.starts_at + interval '1 hour')
           and r.finished_at < (select through from job_figures_mark)
           and exists (select from organizations o where o.id = j.org_id)) as jobs
     from hour`,
    [hours],
  );
  return rows.filter(({ figures, jobs }) => figures !== jobs);
}

type WrongSum = { startsAt: Date; slice: string; sum: number; figures: number };

/**
 * Compares the sums of some random days with their hours: jobs, cost, tokens and times. Days that have changed since
 * they were summed are left out, as readers do.
 */
export async function findWrongSums(system: Db, days = 3): Promise<WrongSum[]> {
  return system.query<WrongSum>(
    `with known as materialized (
       select s.org_id, s.starts_at as day from figure_coverage c
       join figure_sums s on s.org_id = c.org_id and s.slice = 'day' and s.starts_at >= c.summed_from
       union
       select f.org_id, date_bin('1 day', f.starts_at, 'epoch') from figure_coverage c
       join job_figures f on f.org_id = c.org_id and f.starts_at >= greatest(c.summed_from, now() - interval '7 days')
     ),
     day as (
       select * from known where not exists (select from figure_changes c where c.org_id = known.org_id
         and c.starts_at >= known.day and c.starts_at < known.day + interval '1 day')
       order by random() limit $1
     ),
     figures as (
       select day.org_id, day.day, true as is_sum, s.slice, ${ADDED('s')} from day
       join figure_sums s on s.org_id = day.org_id and s.starts_at >= day.day and s.starts_at < day.day + interval '1 day'
       group by 1, 2, 4
       union all
       select day.org_id, day.day, false, slice, ${ADDED('f')} from day
       join job_figures f on f.org_id = day.org_id and f.starts_at >= day.day and f.starts_at < day.day + interval '1 day',
       unnest(array['hour', 'agent hour', 'day', 'version day']) slice group by 1, 2, 4
     )
     select coalesce(s.day, f.day) as "startsAt", coalesce(s.slice, f.slice) as slice,
       coalesce(s.jobs, 0) as sum, coalesce(f.jobs, 0) as figures
     from (select * from figures where is_sum) s full join (select * from figures where not is_sum) f
       on f.org_id = s.org_id and f.day = s.day and f.slice = s.slice
     where (s.jobs, s.cost, s.tokens, s.times) is distinct from (f.jobs, f.cost, f.tokens, f.times)`,
    [days],
  );
}

/** Adds up the bucket numbers of all times, so that a time counted in the wrong bucket is noticed too. */
const ADDED = (table: string): string => `sum(${table}.jobs)::int as jobs, sum(${table}.cost) as cost,
  sum(${table}.input_tokens + ${table}.output_tokens) as tokens,
  sum((select coalesce(sum(u.slot::bigint * u.count), 0) from unnest(${table}.duration_buckets || ${table}.waiting_buckets,
    ${table}.duration_counts || ${table}.waiting_counts) u (slot, count))) as times`;

/** Resets the stats so that the next passes count everything again. Keeps those of deleted and archived jobs. */
export const RECOUNT = [
  // First, because its lock keeps passes from running.
  `update job_figures_mark set through = '-infinity', merged_to = '-infinity', models_through = '-infinity'`,
  'delete from job_figures',
  'insert into job_figures select * from job_figures_removed',
  ADD_ARCHIVED,
  'delete from key_figures',
  'insert into key_figures select * from key_figures_removed',
  'delete from model_figures',
  'delete from figure_sums',
  'delete from figure_coverage',
];
