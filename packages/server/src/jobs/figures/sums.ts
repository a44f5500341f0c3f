import type { Db, Transactor } from '#platform/db.ts';
import { grouped } from './histograms-sql.ts';

// Sums up job_figures: by hour, by hour and agent, by day, and by day, agent and version. A day of an organization is
// always summed up as a whole, so a pass can be repeated at any time. Database triggers note every hour that changes;
// until its day is summed up again, readers take that hour from job_figures.

export const ALL = `'00000000-0000-0000-0000-000000000000'::uuid`;

export const SUM_COLUMNS = `org_id, slice, starts_at, agent_id, version_id, status, jobs, cost, input_tokens, output_tokens,
  duration_buckets, duration_counts, waiting_buckets, waiting_counts`;

/** How many days of organizations one pass sums up, which takes some seconds at most. */
const DAYS_AT_ONCE = 4;
/** Waits before a changed hour is summed up again, because it changes for as long as its jobs end. */
const SETTLED_AFTER = `interval '10 minutes'`;

type Day = { org_id: string; day: Date };

/** Runs one pass. Returns true if there is more to do. `atOnce` includes hours that changed a moment ago. */
export function sumUp(system: Transactor, { atOnce = false } = {}): Promise<boolean> {
  return system.tx(async (tx) => {
    // All writers of stats lock the mark.
    const mine = await tx.query('select from job_figures_mark for update skip locked');
    if (mine.length === 0) return false;
    const written = await tx.query<Day>(atOnce ? WRITTEN() : WRITTEN(SETTLED_AFTER), [DAYS_AT_ONCE]);
    const next = await tx.query<Day | (Day & { day: null })>(NEXT, [DAYS_AT_ONCE]);
    const days = new Map([...written, ...next.filter(hasDay)].map((day) => [`${day.org_id} ${+day.day}`, day]));
    if (days.size > 0) await sumUpDays(tx, [...days.values()]);
    if (next.length > 0) await tx.run(COVER, [JSON.stringify(next)]);
    return next.length > 0 || written.length === DAYS_AT_ONCE;
  });
}

const hasDay = (next: Day | (Day & { day: null })): next is Day => next.day !== null;

/** Finds days with changed hours. With `settled`, leaves out recent changes and the current hour. */
const WRITTEN = (settled?: string): string => `
  select org_id, date_bin('1 day', starts_at, 'epoch') as day from figure_changes
  ${settled === undefined ? '' : `where changed_at < clock_timestamp() - ${settled} and starts_at < clock_timestamp() - interval '1 hour'`}
  group by 1, 2 order by min(changed_at) limit $1::int`;

/** Finds the newest day that was never summed up, for some organizations. The day is null if there is none. */
const NEXT = `
  select o.id as org_id, date_bin('1 day', newest.starts_at, 'epoch') as day
  from organizations o left join figure_coverage c on c.org_id = o.id
  left join lateral (select f.starts_at from job_figures f
    where f.org_id = o.id and f.starts_at < coalesce(c.summed_from, 'infinity') order by f.starts_at desc limit 1) newest on true
  where c.org_id is null or c.summed_from > '-infinity' order by o.id limit $1::int`;

const COVER = `
  insert into figure_coverage (org_id, summed_from)
  select org_id, coalesce(day, '-infinity') from json_to_recordset($1::json) as n (org_id uuid, day timestamptz)
  on conflict (org_id) do update set summed_from = excluded.summed_from`;

async function sumUpDays(tx: Db, days: Day[]): Promise<void> {
  const given = [JSON.stringify(days)];
  await tx.run(FORGET, given);
  await tx.run(FROM_FIGURES, given);
  await tx.run(FROM_SUMS, given);
}

const DAYS = `days as materialized (select * from json_to_recordset($1::json) as d (org_id uuid, day timestamptz))`;
const ofDay = (table: string): string =>
  `${table}.org_id = days.org_id and ${table}.starts_at >= days.day and ${table}.starts_at < days.day + interval '1 day'`;

// Names all slices, because the slice comes before the time in the index.
const FORGET = `with ${DAYS} delete from figure_sums s using days
  where ${ofDay('s')} and s.slice in ('hour', 'agent hour', 'day', 'version day')`;

const GROUP = 'org_id, slice, starts_at, agent_id, version_id, status';
const { ctes, select } = grouped({
  group: GROUP,
  buckets: (kind) =>
    `select taken.*, u.bucket, u.count from taken, unnest(${kind}_buckets, ${kind}_counts) u (bucket, count)`,
  sums: `select ${GROUP}, sum(jobs)::int, sum(cost), sum(input_tokens)::bigint, sum(output_tokens)::bigint
    from taken group by ${GROUP}`,
});
const figures = (table: string): string =>
  ['status', 'jobs', 'cost', 'input_tokens', 'output_tokens']
    .concat(['duration', 'waiting'].flatMap((kind) => [`${kind}_buckets`, `${kind}_counts`]))
    .map((column) => `${table}.${column}`)
    .join(', ');

// The statement that reads these days also deletes their noted changes, with the same snapshot. Changes that come
// meanwhile stay noted.
const FROM_FIGURES = `
  with ${DAYS},
  known as (delete from figure_changes c using days where ${ofDay('c')}),
  taken as materialized (
    select f.org_id, s.slice, s.starts_at, f.agent_id, s.version_id, ${figures('f')}
    from days join job_figures f on ${ofDay('f')},
    lateral (values ('agent hour', f.starts_at, ${ALL}), ('version day', days.day, f.version_id)) s (slice, starts_at, version_id)
  ),
  ${ctes}
  insert into figure_sums (${SUM_COLUMNS}) ${select}`;

const FROM_SUMS = `
  with ${DAYS},
  taken as materialized (
    select f.org_id, case f.slice when 'agent hour' then 'hour' else 'day' end as slice, f.starts_at, ${ALL} as agent_id,
      ${ALL} as version_id, ${figures('f')}
    from days join figure_sums f on ${ofDay('f')} and f.slice in ('agent hour', 'version day')
  ),
  ${ctes}
  insert into figure_sums (${SUM_COLUMNS}) ${select}`;
