import type { CaseFacets } from '@errand/contract/case-search.ts';
import type { Db } from '#platform/db.ts';
import { type AlertFilter, alertWhere } from './store/alerts.ts';
import { type CaseFilter, caseWhere } from './store/cases.ts';

// Counts what a list has by its most important members. Looks at no more rows than people have to wait for, and says so.

const ROWS_MAX = 200_000;
const VALUES_MAX = 20;

type Row = { kind: string; value: string; label: string | null; count: number };
type Facet = { value: string; label: string; count: number }[];

export async function countCases(db: Db, orgId: string, filter: CaseFilter): Promise<CaseFacets> {
  const { where, values } = caseWhere(orgId, filter);
  const rows = await count(db, values, {
    kinds: ['state', 'queue', 'priority', 'assignee', 'outcome', 'due'],
    select: `c.state, c.queue_id as queue, c.priority, coalesce(c.assignee_id, 0) as assignee, c.outcome,
      case when c.next_due_at < now() then 'overdue' when c.next_due_at < now() + interval '24 hours' then '24h'
        when c.next_due_at is not null then 'later' end as due`,
    from: `cases c where ${where}`,
  });
  return { ...totals(rows), ...facetsOf(rows, ['state', 'queue', 'priority', 'assignee', 'outcome', 'due']) };
}

export async function countAlerts(db: Db, orgId: string, filter: AlertFilter) {
  const { where, values } = alertWhere(orgId, filter);
  const rows = await count(db, values, {
    kinds: ['queue', 'rule', 'priority', 'currency'],
    select: 'a.queue_id as queue, a.rule, a.priority, a.currency',
    from: `case_alerts a where ${where} order by a.id desc`,
  });
  return { ...totals(rows), ...facetsOf(rows, ['queue', 'rule', 'priority', 'currency']) };
}

function count(
  db: Db,
  values: unknown[],
  { kinds, select, from }: { kinds: string[]; select: string; from: string },
): Promise<Row[]> {
  const all = kinds.join(', ');
  const kind = kinds.map((one, at) => `when ${2 ** kinds.length - 1 - 2 ** (kinds.length - 1 - at)} then '${one}'`);
  // Rows that have the same values are added up first: millions of rows have few different ones. What has a name is
  // made text afterwards.
  return db.query<Row>(
    `with different as materialized (
       select ${all}, count(*)::int as n from (select ${select} from ${from} limit ${ROWS_MAX}) fits group by ${all}),
     counted as (
       select case grouping(${all}) ${kind.join(' ')} else 'all' end as kind,
         coalesce(${kinds.map((one) => `${one}::text`).join(', ')}, '') as value, sum(n)::int as count
       from different group by grouping sets ((), ${kinds.map((one) => `(${one})`).join(', ')})),
     named as (
       select c.kind, case when c.kind = 'assignee' and c.value = '0' then 'none' else c.value end as value,
         coalesce(q.name, u.email) as label, coalesce(c.count, 0) as count from counted c
       left join case_queues q on c.kind = 'queue' and q.org_id = $1 and q.id::text = c.value
       left join users u on c.kind = 'assignee' and u.id::text = c.value)
     select kind, value, label, count from named where value <> '' or kind = 'all'
     order by count desc, value`,
    values,
  );
}

function totals(rows: Row[]): { counted: number; is_complete: boolean } {
  const counted = rows.find(({ kind }) => kind === 'all')!.count;
  return { counted, is_complete: counted < ROWS_MAX };
}

const facetsOf = <Kind extends string>(rows: Row[], kinds: Kind[]): Record<Kind, Facet> =>
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      rows
        .filter((row) => row.kind === kind)
        .slice(0, VALUES_MAX)
        .map(({ value, label, count }) => ({ value, label: label ?? value, count })),
    ]),
  ) as Record<Kind, Facet>;
