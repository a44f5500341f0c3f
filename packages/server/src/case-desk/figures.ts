import type { CaseFigures } from '@errand/contract/case-records.ts';
import type { Db } from '#platform/db.ts';
import { isVisible } from './rules/model.ts';

// The figures of a desk for those who run it. Restricted cases count for the people who see them, and for nobody else.

type Asked = { viewer: number | null; queueId: string | null; from: Date; to: Date };

const SEEN = `c.org_id = $1 and ${isVisible('c', '$2')} and ($3::uuid is null or c.queue_id = $3::uuid)`;

export async function readFigures(db: Db, orgId: string, { viewer, queueId, from, to }: Asked): Promise<CaseFigures> {
  const who = [orgId, viewer, queueId];
  const all = [...who, from, to];
  const [sums] = await db.query<Sums>(SUMS, all);
  const { opened, closed, median_hours, auto_closed, auto_checked: checked, auto_wrong: wrong } = sums!;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    opened,
    closed,
    median_hours,
    auto_closed,
    auto_closed_share: closed === 0 ? null : auto_closed / closed,
    auto_closed_error: {
      checked,
      wrong,
      rate: checked === 0 ? null : wrong / checked,
      interval: wilson(wrong, checked),
    },
    ageing: await db.query(AGEING, who),
    load: await db.query(LOAD, all),
    by_analyst: (await db.query<Agreed & { user_id: number | null; name: string }>(BY_ANALYST, all)).map(withShare),
    by_agent: (await db.query<Agreed & { agent_id: string; name: string }>(BY_AGENT, all)).map(withShare),
    by_rule: (await db.query<Agreed & { rule: string }>(BY_RULE, all)).map(withShare),
  };
}

type Agreed = { checked: number; agreed: number };

const withShare = <T extends Agreed>(row: T): T & { agreement: number | null } => ({
  ...row,
  agreement: row.checked === 0 ? null : row.agreed / row.checked,
});

/** The interval that holds a share with 95 %, also for few cases and shares near 0. */
export function wilson(hits: number, total: number): { low: number; high: number } | null {
  if (total === 0) return null;
  const z = 1.959964;
  const share = hits / total;
  const middle = share + (z * z) / (2 * total);
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  const scale = 1 + (z * z) / total;
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}

type Sums = {
  opened: number;
  closed: number;
  median_hours: number | null;
  auto_closed: number;
  auto_checked: number;
  auto_wrong: number;
};

const SUMS = `
  with seen as (select c.id, c.created_at from cases c where ${SEEN}),
  decided as (
    select d.*, s.created_at from case_decisions d join seen s on s.id = d.case_id
    where d.decided_at >= $4::timestamptz and d.decided_at < $5::timestamptz)
  select (select count(*) from seen where created_at >= $4::timestamptz and created_at < $5::timestamptz)::int as opened,
    count(*)::int as closed, count(*) filter (where d.automatic is not null)::int as auto_closed,
    (percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - d.created_at)) / 3600)::float8
      as median_hours,
    count(k.agrees) filter (where d.automatic is not null)::int as auto_checked,
    count(*) filter (where d.automatic is not null and not k.agrees)::int as auto_wrong
  from decided d left join case_checks k on k.decision_id = d.id and k.agrees is not null`;

const AGEING = `
  select a.days, count(c.id)::int as cases, count(c.id) filter (where c.next_due_at < now())::int as overdue
  from (values ('0 to 1', 0, 2), ('2 to 7', 2, 8), ('8 to 30', 8, 31), ('over 30', 31, 100000)) a (days, low, high)
  left join cases c on ${SEEN} and c.closed_at is null
    and now() - c.created_at >= make_interval(days => a.low) and now() - c.created_at < make_interval(days => a.high)
  group by a.days, a.low order by a.low`;

const LOAD = `
  with open as (
    select c.assignee_id as user_id, count(*)::int as open, count(*) filter (where c.next_due_at < now())::int as overdue
    from cases c where ${SEEN} and c.closed_at is null group by 1),
  decided as (
    select (d.decided_by ->> 'user_id')::int as user_id, count(*)::int as decided
    from case_decisions d join cases c on c.id = d.case_id
    where ${SEEN} and d.decided_at >= $4::timestamptz and d.decided_at < $5::timestamptz
      and d.decided_by ->> 'kind' = 'person' group by 1)
  select user_id, u.email, coalesce(o.open, 0) as open, coalesce(o.overdue, 0) as overdue, coalesce(d.decided, 0) as decided
  from open o full join decided d using (user_id) left join users u on u.id = user_id
  order by open desc, user_id nulls last limit 500`;

const CHECKED = `case_checks k join case_decisions d on d.id = k.decision_id join cases c on c.id = k.case_id`;
const IN_TIME = `${SEEN} and k.agrees is not null and d.decided_at >= $4::timestamptz and d.decided_at < $5::timestamptz`;
const AGREED = 'count(*)::int as checked, count(*) filter (where k.agrees)::int as agreed';

const BY_ANALYST = `
  select (d.proposed_by ->> 'user_id')::int as user_id, d.proposed_by ->> 'name' as name, ${AGREED}
  from ${CHECKED} where ${IN_TIME} and d.automatic is null group by 1, 2 order by checked desc limit 200`;

/** Agents of jobs whose verdict closed a case. Read from the step, because archive and retention take jobs away. */
const BY_AGENT = `
  select a.id as agent_id, a.name, ${AGREED}
  from ${CHECKED} cross join lateral (select s.agent_version_id from playbook_steps s
    where s.job_id = (d.automatic ->> 'job_id')::uuid and s.agent_version_id is not null limit 1) s
    join agent_versions v on v.id = s.agent_version_id join agents a on a.id = v.agent_id
  where ${IN_TIME} and d.automatic is not null group by 1, 2 order by checked desc limit 200`;

const BY_RULE = `
  select x.rule, ${AGREED}
  from ${CHECKED} cross join lateral (select distinct a.rule from case_alerts a where a.case_id = c.id) x
  where ${IN_TIME} group by 1 order by checked desc limit 200`;
