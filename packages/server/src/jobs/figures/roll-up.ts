import type { Db, Transactor } from '#platform/db.ts';
import { COUNT_MODELS, MERGE_REMOVED_MODELS } from '../record/model-figures-sql.ts';
import { SETTLED_AT } from '../record/settled-sql.ts';
import { DURATION_BUCKET, FIGURE_COLUMNS, STARTS_AT, WAITING_BUCKET } from './columns.ts';
import { grouped } from './histograms-sql.ts';

// Adds ended jobs to the stats, exactly once. A pass counts the results between the mark and a time before which every
// transaction is over, and moves the mark in the same transaction. Any process may do it, one at a time.

/** The longest period of a pass, so that an old installation is counted in many short statements. */
const PASS = `interval '1 day'`;
/** An hour gets new rows for as long as its jobs run. Rows that come after this time are few and stay unmerged. */
const MERGED_AFTER = `interval '2 hours'`;

/** Runs one pass. Returns true if there is more to count now. */
export function rollUp(system: Transactor): Promise<boolean> {
  return system.tx(async (tx) => {
    const [mark] = await tx.query<{ through: Date | null }>(
      `select nullif(through, '-infinity') as through from job_figures_mark for update skip locked`,
    );
    if (!mark) return false;
    const [span] = await tx.query<Pass>(passFrom('through'));
    if (!span || span.to <= span.from) return false;
    await tx.run(COUNT, [span.from, span.to]);
    await tx.run(countKeys('key_figures', 'r.finished_at >= $1::timestamptz and r.finished_at < $2::timestamptz'), [
      span.from,
      span.to,
    ]);
    await tx.run('update job_figures_mark set through = $1', [span.to]);
    const models = await countModels(tx);
    return span.more || models;
  });
}

type Pass = { from: Date; to: Date; more: boolean };

async function countModels(tx: Db): Promise<boolean> {
  const [span] = await tx.query<Pass & { isFirst: boolean }>(passFrom('models_through'));
  if (!span || span.to <= span.from) return false;
  // Deleted steps may be older than the oldest remaining job.
  await tx.run(COUNT_MODELS, [span.from, span.to, span.isFirst ? '-infinity' : span.from]);
  await tx.run('update job_figures_mark set models_through = $1', [span.to]);
  return span.more;
}

const passFrom = (mark: 'through' | 'models_through'): string => `
  with settled as (select ${SETTLED_AT} as at),
  first as (
    select case when ${mark} > '-infinity' then ${mark}
      else coalesce((select created_at from jobs order by id limit 1), settled.at) - interval '1 hour' end as at,
      ${mark} = '-infinity' as is_first
    from job_figures_mark, settled
  )
  select first.at as "from", least(settled.at, first.at + ${PASS}) as "to", settled.at > first.at + ${PASS} as more,
    first.is_first as "isFirst"
  from first, settled`;

const GROUP = 'org_id, starts_at, agent_id, version_id, origin, status';

function count(table: string, which: string, sign: '' | '-' = ''): string {
  const { ctes, select } = grouped({
    group: GROUP,
    buckets: (kind) => `select *, ${kind} as bucket, ${sign}1 as count from ended where ${kind} is not null`,
    sums: `select ${GROUP}, ${sign}count(*)::int, ${sign}sum(cost), ${sign}coalesce(sum(input_tokens), 0)::bigint,
        ${sign}coalesce(sum(output_tokens), 0)::bigint
      from ended group by ${GROUP}`,
  });
  return `
  with ended as materialized (
    select r.org_id, ${STARTS_AT} as starts_at, j.agent_id, j.version_id, j.origin, r.status, r.cost, r.input_tokens, r.output_tokens,
      ${DURATION_BUCKET} as duration, ${WAITING_BUCKET} as waiting
    from job_results r join jobs j on j.id = r.job_id
    where ${which} and exists (select from organizations o where o.id = r.org_id)
  ),
  ${ctes}
  insert into ${table} (${FIGURE_COLUMNS}) ${select}`;
}

const COUNT = count('job_figures', 'r.finished_at >= $1::timestamptz and r.finished_at < $2::timestamptz');

/** Adds to the rows of an hour. There is no race, because a pass holds the lock of the mark. */
const countKeys = (table: string, which: string, sign: '' | '-' = ''): string => `
  insert into ${table} as k (key_id, starts_at, org_id, jobs, cost)
  select j.key_id, ${STARTS_AT}, r.org_id, ${sign}count(*)::int, ${sign}sum(r.cost) from job_results r join jobs j on j.id = r.job_id
  where ${which} and j.key_id is not null and exists (select from organizations o where o.id = r.org_id)
  group by 1, 2, 3
  on conflict (key_id, starts_at) do update set jobs = k.jobs + excluded.jobs, cost = k.cost + excluded.cost`;

/** Keeps the stats of these jobs before they are deleted, so that their hours stay right even after a recount. */
export async function keepFigures(
  tx: Db,
  jobIds: string[],
  into: 'job_figures_removed' | 'archive_figures' = 'job_figures_removed',
): Promise<void> {
  await tx.run(count(into, 'r.job_id = any($1::uuid[])'), [jobIds]);
  await tx.run(countKeys('key_figures_removed', 'r.job_id = any($1::uuid[])'), [jobIds]);
}

/** Takes back the stats that the archive keeps for these jobs, because they are in the tables again. */
export async function takeBackFigures(tx: Db, jobIds: string[]): Promise<void> {
  await tx.run(count('archive_figures', 'r.job_id = any($1::uuid[])', '-'), [jobIds]);
  await tx.run(countKeys('key_figures_removed', 'r.job_id = any($1::uuid[])', '-'), [jobIds]);
}

/** Merges the rows of past hours, at most a day of them. Returns the number of rows before the merge. */
export function mergeFigures(system: Transactor): Promise<number> {
  return system.tx(async (tx) => {
    const [mark] = await tx.query<{ from: Date; to: Date }>(
      `select first.at as "from",
        least(first.at + ${PASS}, date_bin('1 hour', least(through, clock_timestamp()) - ${MERGED_AFTER}, 'epoch')) as "to"
       from job_figures_mark,
         lateral (select coalesce(nullif(merged_to, '-infinity'), (select min(starts_at) from job_figures)) as at) first
       where through > '-infinity' for update of job_figures_mark skip locked`,
    );
    if (!mark?.from || mark.to <= mark.from) return 0;
    const [taken] = await tx.query<{ count: number }>(MERGE, [mark.from, mark.to]);
    await tx.run('update job_figures_mark set merged_to = $1', [mark.to]);
    await tx.run(MERGE_REMOVED_MODELS);
    return taken!.count;
  });
}

function merge(taken: string, having = ''): string {
  const { ctes, select } = grouped({
    group: GROUP,
    buckets: (kind) =>
      `select taken.*, u.bucket, u.count from taken, unnest(${kind}_buckets, ${kind}_counts) u (bucket, count)`,
    sums: `select ${GROUP}, sum(jobs)::int, sum(cost), sum(input_tokens)::bigint, sum(output_tokens)::bigint
      from taken group by ${GROUP}${having}`,
  });
  return `
  with taken as (${taken}),
  ${ctes},
  added as (insert into job_figures (${FIGURE_COLUMNS}) ${select})
  select count(*)::int as count from taken`;
}

const MERGE = merge(
  'delete from job_figures where starts_at >= $1::timestamptz and starts_at < $2::timestamptz returning *',
);

/** Adds the stats of archived jobs. Jobs that were brought back have taken theirs back. */
export const ADD_ARCHIVED = merge('select * from archive_figures', ' having sum(jobs) > 0').replace(/\s+/g, ' ').trim();
