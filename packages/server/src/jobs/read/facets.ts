import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { idTime } from '#platform/ids.ts';
import { latest } from '../record/archived-until.ts';
import { DISPLAY_STATUS } from '../record/display-sql.ts';
import { findArchivedOf } from './archived-of.ts';
import { type ListFilters, readSource, searchedMax } from './job-source.ts';
import { JOINS_BY_JOB } from './list-jobs.ts';

// Counts the jobs of a list by status, state, agent, version, verdict and review. Looks at as many jobs as one page of the
// list does, in one statement.

const VALUES_MAX = 20;
const kinds = ['status', 'display_status', 'agent', 'version', 'verdict', 'review'] as const;
const COLUMNS = kinds.join(', ');
/** The kind of a group: its own column is the only one whose bit is not set. */
const KIND = kinds.map((kind, at) => `when ${63 - 2 ** (kinds.length - 1 - at)} then '${kind}'`).join(' ');

type Row = { kind: (typeof kinds)[number]; value: string; label: string; count: number };

export async function listFacets(db: Db, orgId: string, query: ListFilters) {
  const max = searchedMax(query);
  const values: unknown[] = [orgId];
  const source = readSource(query, values);
  const rows = await db.query<Row & { seen: number; oldest: string | null }>(
    `${PLANNED_ANEW}with seen as materialized (
       select j.id, j.agent_id, j.version_id, j.policy_version_id, j.metadata, j.inputs, j.creator_id,
         j.origin, j.batch_id, j.key_id
       from ${source.from} where j.org_id = $1${source.narrow} order by ${source.id} desc limit ${max}
     ),
     fits as (
       select coalesce(r.status, q.status)::text as status, ${DISPLAY_STATUS} as display_status, j.agent_id::text as agent, v.version_name as version,
         r.ui_fields->>'verdict' as verdict,
         coalesce(review.status, case when r.ui_fields->>'verdict' is not null then 'pending' end) as review
       from seen j ${JOINS_BY_JOB} where true${source.onAll}
     ),
     counted as (
       select case grouping(${COLUMNS}) ${KIND} end as kind, coalesce(${COLUMNS}) as value, count(*) as count
       from fits group by grouping sets (${kinds.map((kind) => `(${kind})`).join(', ')})
     )
     select c.kind, c.value, coalesce(a.name, c.value) as label, c.count,
       (select count(*) from seen) as seen, (select id from seen order by id limit 1) as oldest
     from counted c left join agents a on c.kind = 'agent' and a.org_id = $1 and a.id::text = c.value
     where c.value is not null order by c.count desc, c.value`,
    values,
  );
  const of = (kind: Row['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, VALUES_MAX)
      .map(({ value, label, count }) => ({ value, label, count }));
  const { seen = 0, oldest = null } = rows[0] ?? {};
  const edge = seen < max || oldest === null ? null : idTime(oldest);
  const searchedTo = latest(edge, await findArchivedOf(db, orgId, query));
  return {
    counted: rows.filter(({ kind }) => kind === 'status').reduce((sum, { count }) => sum + count, 0),
    searched_to: searchedTo?.toISOString() ?? null,
    ...(Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Row['kind'], ReturnType<typeof of>>),
  };
}
