import type { Db, Transactor } from '#platform/db.ts';
import { grouped } from './histograms-sql.ts';

// Sums up the hours of job_figures: by hour without agents, by hour and agent, by day, and by day, agent and version. A day of
// an organization is always summed up anew as a whole, from what is there, so a pass may be repeated at any time. Triggers
// note every hour that is written; until its day is summed up again, readers take that hour from job_figures.

export const ALL = `'00000000-0000-0000-0000-000000000000'::uuid`;

export const SUM_COLUMNS = `org_id, slice, starts_at, agent_id, version_id, status, jobs, cost, input_tokens, output_tokens,
  duration_buckets, duration_counts, waiting_buckets, waiting_counts`;

/** Days of organizations that one pass sums up: some seconds of work at most. */
const DAYS_AT_ONCE = 4;
/** Hours are written for as long as their jobs end; a day is not summed up for each of them. */
const SETTLED_AFTER = `interval '10 minutes'`;

type Day = { org_id: string; day: Date };

/** One pass. True: there is more to do. `atOnce`: also what was written a moment ago. */
export function sumUp(system: Transactor, { atOnce = false } = {}): Promise<boolean> {
  return system.tx(async (tx) => {
    // Whoever writes figures holds the mark.
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

/** Days with hours that were written, but for the hour that goes on. */
const WRITTEN = (settled?: string): string => `
  select org_id, date_bin('1 day', starts_at, 'epoch') as day from figure_changes
  ${settled === undefined ? '' : `where changed_at < clock_timestamp() - ${settled} and starts_at < clock_timestamp() - interval '1 hour'`}
  group by 1, 2 order by min(changed_at) limit $1::int`;

/** The newest day that was never summed up, for some organizations; null: there is none. */
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

// All slices by name: they come first in the index.
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

// What is noted of these days is forgotten by the statement that reads them, as it sees them: what is written meanwhile
// stays noted.
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
