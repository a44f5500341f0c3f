import type { Db } from '#platform/db.ts';
import { ADD_ARCHIVED } from './roll-up.ts';

export type WrongHour = { startsAt: Date; figures: number; jobs: number };

/** Compares hours of the roll-up, some of the latest week at random, with a count of their jobs. */
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

/** Has everything counted again, by the next passes, beside what deleted and archived jobs have left. */
export const RECOUNT = [
  'delete from job_figures',
  'insert into job_figures select * from job_figures_removed',
  ADD_ARCHIVED,
  'delete from key_figures',
  'insert into key_figures select * from key_figures_removed',
  'delete from model_figures',
  `update job_figures_mark set through = '-infinity', merged_to = '-infinity', models_through = '-infinity'`,
];
