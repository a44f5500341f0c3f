import type { Db } from '#platform/db.ts';
import { firstIdAt, idMs } from '#platform/ids.ts';
import { PART_BYTES_MAX, PART_ROWS_MAX, type PartKind } from './model.ts';

// Chooses the rows of the next part: the oldest ended ones that nothing needs in the tables.

export type Stock = { orgId: string; kind: PartKind; month: string };

/** Returns the ids of a month: the first one, and the first one after it. */
export function monthSpan(month: string): [from: string, to: string] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return [firstIdAt(Date.UTC(year, number - 1, 1)), firstIdAt(Date.UTC(year, number, 1))];
}

/**
 * A condition on jobs that have ended, are counted by the stats, are not held, and have nothing that retention must
 * delete first. Retention of steps and evidence reads the tables, so such jobs stay until it has passed them.
 */
const DONE = `not exists (select from job_queue q where q.job_id = j.id)
  and not exists (select from held_jobs h where h.job_id = j.id)
  and not exists (select from archive_skipped s where s.job_id = j.id)
  and not exists (select from job_waits w where w.job_id = j.id and w.status = 'open')
  and r.finished_at < (select least(through, models_through) from job_figures_mark)
  and not exists (select from retention_settings s where s.org_id = j.org_id
    and (r.finished_at < now() - make_interval(days => s.jobs_days)
      or s.evidence_days is not null and r.finished_at >= coalesce(s.evidence_mark, '-infinity') - interval '1 day'
        and exists (select from (select job_id from job_artifacts union all select job_id from job_references union all
          select job_id from job_files) x where x.job_id = j.id)
      or s.steps_days is not null and r.finished_at >= coalesce(s.steps_mark, '-infinity') - interval '1 day'
        and exists (select from job_steps x where x.job_id = j.id)))`;

const CHOOSE: Record<PartKind, string> = {
  jobs: `select j.id from jobs j join job_results r on r.job_id = j.id
    where j.org_id = $1::uuid and j.id >= $2::uuid and j.id < $3::uuid and r.job_id >= $2::uuid and r.job_id < $3::uuid and ${DONE}
    order by j.id limit ${PART_ROWS_MAX}`,
  deliveries: `select id from webhook_deliveries d
    where org_id = $1::uuid and id >= $2::uuid and id < $3::uuid and status <> 'pending'
      and not exists (select from webhook_queue q where q.delivery_id = d.id)
      and not exists (select from archive_skipped s where s.job_id = d.id)
    order by id limit ${PART_ROWS_MAX}`,
};

/** Selects sizes as stored in the tables, compressed: a little less than the file before its own compression. */
const SIZES: Record<PartKind, string> = {
  jobs: `select wanted.id, (select coalesce(pg_column_size(j.inputs), 0) + coalesce(pg_column_size(r.outputs), 0)
        + coalesce(pg_column_size(r.ui_fields), 0) from jobs j join job_results r on r.job_id = j.id where j.id = wanted.id)
      + (select coalesce(sum(500 + coalesce(pg_column_size(t.result), 0) + coalesce(pg_column_size(t.request), 0)), 0)
        from job_steps t where t.job_id = wanted.id) as bytes
    from unnest($1::uuid[]) with ordinality as wanted (id, ordinal) order by wanted.ordinal`,
  deliveries: `select wanted.id, (select coalesce(sum(coalesce(pg_column_size(a.body), 0) + coalesce(pg_column_size(a.response_body), 0)), 0)
        from webhook_attempts a where a.delivery_id = wanted.id) as bytes
    from unnest($1::uuid[]) with ordinality as wanted (id, ordinal) order by wanted.ordinal`,
};

/** Returns ids in order, as many as fit into one part. */
export async function chooseIds(
  db: Db,
  { orgId, kind, month }: Stock,
  { after, rowsMax = PART_ROWS_MAX }: { after?: string | undefined; rowsMax?: number | undefined } = {},
): Promise<string[]> {
  // Starts after the part before, so that index entries of deleted rows are not read again.
  const [from, to] = monthSpan(month);
  const found = await db.query<{ id: string }>(CHOOSE[kind], [orgId, after ?? from, to]);
  const ids = found.map(({ id }) => id).slice(0, rowsMax);
  const sizes = await db.query<{ id: string; bytes: number }>(SIZES[kind], [ids]);
  let bytes = 0;
  const end = sizes.findIndex((row) => {
    bytes += row.bytes;
    return bytes > PART_BYTES_MAX;
  });
  return end < 0 ? ids : ids.slice(0, Math.max(1, end));
}

/** Lists months before these times that may have something to archive, oldest first. */
export async function listStocks(system: Db, before: { jobs: Date; deliveries: Date }): Promise<Stock[]> {
  const stocks: Stock[] = [];
  // Usually there is nothing old, so organizations are not queried one by one.
  const old = await system.query('select 1 from jobs where id < $1::uuid limit 1', [firstIdAt(before.jobs.getTime())]);
  for (const orgId of old.length === 0 ? [] : await listOrganizations(system))
    for (const month of await listMonths(system, orgId, before.jobs)) stocks.push({ orgId, kind: 'jobs', month });
  return [...stocks, ...(await listDeliveryMonths(system, before.deliveries))];
}

async function listOrganizations(system: Db): Promise<string[]> {
  const rows = await system.query<{ id: string }>('select id from organizations order by id');
  return rows.map(({ id }) => id);
}

/** Lists months with jobs, with one lookup per month. */
async function listMonths(system: Db, orgId: string, before: Date): Promise<string[]> {
  const months: string[] = [];
  for (let from = firstIdAt(0); ; ) {
    const [row] = await system.query<{ id: string }>(
      'select id from jobs where org_id = $1::uuid and id >= $2::uuid and id < $3::uuid order by id limit 1',
      [orgId, from, firstIdAt(before.getTime())],
    );
    if (row === undefined) return months;
    const month = new Date(idMs(row.id)).toISOString().slice(0, 7);
    months.push(month);
    from = monthSpan(month)[1];
  }
}

/** Lists months with deliveries. Their history is short, at most two months. */
async function listDeliveryMonths(system: Db, before: Date): Promise<Stock[]> {
  const rows = await system.query<{ org_id: string; month: string }>(
    `select distinct d.org_id, to_char(d.created_at at time zone 'utc', 'YYYY-MM') as month
     from webhook_deliveries d join organizations o on o.id = d.org_id where d.id < $1::uuid order by month, d.org_id`,
    [firstIdAt(before.getTime())],
  );
  return rows.map(({ org_id: orgId, month }) => ({ orgId, kind: 'deliveries', month }));
}
