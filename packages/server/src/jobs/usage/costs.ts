import type { CostsQuery } from '@errand/contract/usage.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow, firstIdAt, idTime } from '#platform/ids.ts';
import { type CostFigure, readCostFigures } from '../figures/cost-figures.ts';
import { readFigures, type Span } from '../figures/figures.ts';
import { findArchivedUntil, latest } from '../record/archived-until.ts';

// The cost of jobs by agent, version, key or model comes from the stats. By a key of the metadata it is added up from
// the jobs, newest first, until all are read or the time is up. Archived jobs are not read.

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const WORK_MS = 3_000;
const STRETCH = 5_000;
const ROWS_MAX = 200;

type Row = CostFigure;
/** `complete` is false if jobs are missing. */
type Found = { rows: Row[]; complete: boolean; searchedTo: Date | null };

export async function listCosts(db: Db, orgId: string, query: Static<typeof CostsQuery>) {
  const to = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow();
  const from = readMoment('created_from', query.created_from)?.getTime() ?? to - 30 * DAY_MS;
  if (to - from > DAYS_MAX * DAY_MS)
    throw invalidFields({ created_from: [`The period must be at most ${DAYS_MAX} days.`] });
  const { by = 'agent' } = query;
  const path = /^metadata\.(.{1,200})$/s.exec(by)?.[1];
  if (path === undefined && !['agent', 'version', 'key', 'model'].includes(by))
    throw invalidFields({ by: ['Must be agent, version, key, model or metadata.KEY.'] });
  const span = { from, to: to + 1 };
  const now = await read(db, orgId, by, path, span);
  const before = query.compare
    ? await read(db, orgId, by, path, { from: from - (to - from) - 1, to: from })
    : undefined;
  const rows = withBefore(now.rows, before?.rows);
  const labels = await findLabels(
    db,
    orgId,
    by,
    rows.map(({ value }) => value),
  );
  return {
    by,
    created_from: new Date(from).toISOString(),
    created_to: new Date(to).toISOString(),
    complete: now.complete && before?.complete !== false,
    searched_to: now.searchedTo?.toISOString() ?? null,
    left_out: Math.max(0, rows.length - ROWS_MAX),
    results: rows.slice(0, ROWS_MAX).map(({ ownCost, escalated, ...row }) => ({
      ...row,
      label: labels.get(row.value) ?? row.value,
      own_key_cost: by === 'model' ? Number((ownCost ?? 0).toFixed(8)) : null,
      escalated_jobs: by === 'model' ? (escalated ?? 0) : null,
    })),
  };
}

/** Adds the cost of the period before, and rows that only that period has. Sorts the most expensive first. */
function withBefore(now: Row[], before: Row[] | undefined): (Row & { cost_before: number | null })[] {
  const costBefore = new Map(before?.map(({ value, cost }) => [value, cost]));
  const known = new Set(now.map(({ value }) => value));
  const gone = (before ?? [])
    .filter(({ value }) => !known.has(value))
    .map(({ value }) => ({ value, jobs: 0, cost: 0 }));
  return [...now, ...gone]
    .map((row) => ({
      ...row,
      cost: Number(row.cost.toFixed(8)),
      cost_before: before === undefined ? null : Number((costBefore.get(row.value) ?? 0).toFixed(8)),
    }))
    .sort(
      (one, other) =>
        other.cost - one.cost || (other.cost_before ?? 0) - (one.cost_before ?? 0) || other.jobs - one.jobs,
    );
}

function read(db: Db, orgId: string, by: string, path: string | undefined, span: Span): Promise<Found> {
  if (by === 'agent' || by === 'version') return readStored(db, orgId, by, span);
  return by === 'key' || by === 'model' ? readCosts(db, orgId, by, span) : walk(db, orgId, path!, span);
}

const readCosts = async (db: Db, orgId: string, by: 'key' | 'model', span: Span): Promise<Found> => ({
  ...(await readCostFigures(db, orgId, by, span)),
  searchedTo: null,
});

async function readStored(db: Db, orgId: string, by: 'agent' | 'version', span: Span): Promise<Found> {
  const wanted = { span, bucketSeconds: 86_400, by: `${by}_id`, times: 'none' } as const;
  const { counts, complete } = await readFigures(db, orgId, wanted);
  const rows = new Map<string, Row>();
  for (const { id, succeeded, cached, failed, cancelled, cost } of counts)
    add(rows, { value: id, jobs: succeeded + cached + failed + cancelled, cost });
  return { rows: [...rows.values()], complete, searchedTo: null };
}

async function walk(db: Db, orgId: string, path: string, span: Span): Promise<Found> {
  const { rows, edge } = await addUp(db, orgId, path, span);
  const archived = await findArchivedUntil(db, orgId, { from: span.from, to: span.to - 1 });
  const searchedTo = latest(edge, archived);
  return { rows, complete: searchedTo === null, searchedTo };
}

/** Adds up the jobs. `edge` is where the time was up, or null. */
async function addUp(
  db: Db,
  orgId: string,
  path: string,
  { from, to }: Span,
): Promise<{ rows: Row[]; edge: Date | null }> {
  const rows = new Map<string, Row>();
  const endsAt = performance.now() + WORK_MS;
  let before = firstIdAt(to);
  for (;;) {
    const stretch = await db.query<Row & { oldest: string; seen: number }>(BY_METADATA, [
      orgId,
      firstIdAt(from),
      before,
      path,
    ]);
    for (const row of stretch) if (row.value !== null) add(rows, row);
    const { seen = 0, oldest } = stretch[0] ?? {};
    if (seen < STRETCH || oldest === undefined) return { rows: [...rows.values()], edge: null };
    before = oldest;
    if (performance.now() > endsAt) return { rows: [...rows.values()], edge: idTime(oldest) };
  }
}

const BY_METADATA = `${PLANNED_ANEW}with seen as materialized (
    select j.id, j.metadata from jobs j where j.org_id = $1::uuid and j.id >= $2::uuid and j.id < $3::uuid
    order by j.id desc limit ${STRETCH}
  ),
  edge as (select count(*)::int as seen, min(id::text) as oldest from seen),
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
