import type { CostsQuery } from '@errand/contract/usage.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow, firstIdAt, idTime } from '#platform/ids.ts';
import { readFigures } from '../figures/figures.ts';

// What jobs cost by agent, version or key, from the figures; by model or by a key of the metadata, from the jobs
// themselves: newest first, until there are no more or the time is up.

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const WORK_MS = 3_000;
const STRETCH = 5_000;
const ROWS_MAX = 200;

type Row = { value: string; jobs: number; cost: number };
type Found = { rows: Row[]; searchedTo: Date | null };

export async function listCosts(db: Db, orgId: string, query: Static<typeof CostsQuery>) {
  const to = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow();
  const from = readMoment('created_from', query.created_from)?.getTime() ?? to - 30 * DAY_MS;
  if (to - from > DAYS_MAX * DAY_MS)
    throw invalidFields({ created_from: [`At most ${DAYS_MAX} days can be asked for.`] });
  const { by = 'agent' } = query;
  const path = /^metadata\.(.{1,200})$/s.exec(by)?.[1];
  if (path === undefined && !['agent', 'version', 'key', 'model'].includes(by))
    throw invalidFields({ by: ['Give agent, version, key, model or metadata.KEY.'] });
  const span = { from, to: to + 1 };
  const now = await read(db, orgId, by, path, span);
  const before = query.compare
    ? await read(db, orgId, by, path, { from: from - (to - from) - 1, to: from })
    : undefined;
  const labels = await findLabels(
    db,
    orgId,
    by,
    now.rows.map(({ value }) => value),
  );
  const costBefore = new Map(before?.rows.map(({ value, cost }) => [value, cost]));
  return {
    by,
    created_from: new Date(from).toISOString(),
    created_to: new Date(to).toISOString(),
    complete: now.searchedTo === null,
    searched_to: now.searchedTo?.toISOString() ?? null,
    results: now.rows
      .sort((one, other) => other.cost - one.cost || other.jobs - one.jobs)
      .slice(0, ROWS_MAX)
      .map(({ value, jobs, cost }) => ({
        value,
        label: labels.get(value) ?? value,
        jobs,
        cost: Number(cost.toFixed(8)),
        cost_before: before === undefined ? null : Number((costBefore.get(value) ?? 0).toFixed(8)),
      })),
  };
}

type Span = { from: number; to: number };

function read(db: Db, orgId: string, by: string, path: string | undefined, span: Span): Promise<Found> {
  if (by === 'agent' || by === 'version') return readStored(db, orgId, by, span);
  return by === 'key' ? readKeys(db, orgId, span) : walk(db, orgId, path, span);
}

async function readStored(db: Db, orgId: string, by: 'agent' | 'version', span: Span): Promise<Found> {
  const wanted = { span, bucketSeconds: 86_400, by: `${by}_id` } as const;
  const { counts } = await readFigures(db, orgId, wanted);
  const rows = new Map<string, Row>();
  for (const { id, succeeded, cached, failed, cancelled, cost } of counts)
    add(rows, { value: id, jobs: succeeded + cached + failed + cancelled, cost });
  return { rows: [...rows.values()], searchedTo: null };
}

/** By whole hours; what the roll-up has not reached yet is missing, at most half a minute. */
async function readKeys(db: Db, orgId: string, { from, to }: Span): Promise<Found> {
  const rows = await db.query<Row>(
    `select key_id::text as value, sum(jobs)::int as jobs, sum(cost)::float8 as cost from key_figures
      where org_id = $1::uuid and starts_at >= date_bin('1 hour', $2::timestamptz, 'epoch') and starts_at < $3::timestamptz
      group by 1`,
    [orgId, new Date(from), new Date(to)],
  );
  return { rows, searchedTo: null };
}

async function walk(db: Db, orgId: string, path: string | undefined, { from, to }: Span): Promise<Found> {
  const rows = new Map<string, Row>();
  const endsAt = performance.now() + WORK_MS;
  let before = firstIdAt(to);
  for (;;) {
    const stretch = await db.query<Row & { oldest: string; seen: number }>(
      path === undefined ? BY_MODEL : BY_METADATA,
      [orgId, firstIdAt(from), before, ...(path === undefined ? [] : [path])],
    );
    for (const row of stretch) if (row.value !== null) add(rows, row);
    const { seen = 0, oldest } = stretch[0] ?? {};
    if (seen < STRETCH || oldest === undefined) return { rows: [...rows.values()], searchedTo: null };
    before = oldest;
    if (performance.now() > endsAt) return { rows: [...rows.values()], searchedTo: idTime(oldest) };
  }
}

const seen = `seen as materialized (
    select j.id, j.metadata from jobs j where j.org_id = $1::uuid and j.id >= $2::uuid and j.id < $3::uuid
    order by j.id desc limit ${STRETCH}
  ),
  edge as (select count(*)::int as seen, min(id::text) as oldest from seen)`;

const BY_MODEL = `${PLANNED_ANEW}with ${seen},
  found as (
    select s.model as value, count(distinct s.job_id)::int as jobs, sum(s.cost)::float8 as cost
    from seen join job_steps s on s.job_id = seen.id where s.model is not null group by 1
  )
  select found.*, edge.* from edge left join found on true`;

const BY_METADATA = `${PLANNED_ANEW}with ${seen},
  found as (
    select left(seen.metadata ->> $4::text, 200) as value, count(*)::int as jobs, sum(r.cost)::float8 as cost
    from seen cross join lateral (select cost from job_results where job_id = seen.id limit 1) r
    where seen.metadata ->> $4::text is not null group by 1
  )
  select found.*, edge.* from edge left join found on true`;

function add(rows: Map<string, Row>, { value, jobs, cost }: Row): void {
  const known = rows.get(value);
  rows.set(value, { value, jobs: (known?.jobs ?? 0) + jobs, cost: (known?.cost ?? 0) + cost });
}

async function findLabels(db: Db, orgId: string, by: string, ids: string[]): Promise<Map<string, string>> {
  const table: Record<string, string> = {
    agent: 'select id, name from agents',
    version: `select v.id, a.name || ' · ' || v.version_name as name from agent_versions v join agents a on a.id = v.agent_id`,
    key: `select id, coalesce(nullif(name, ''), prefix) as name from api_keys`,
  };
  if (table[by] === undefined) return new Map();
  const alias = by === 'version' ? 'v.' : '';
  const rows = await db.query<{ id: string; name: string }>(
    `${table[by]} where ${alias}org_id = $1::uuid and ${alias}id = any ($2::uuid[])`,
    [orgId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
