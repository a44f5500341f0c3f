import type { ReviewStats } from '@errand/contract/review-desk.ts';
import type { Db } from '#platform/db.ts';
import { findKappas } from './pairs.ts';
import { IS_DISPUTED, IS_SAME } from './tasks-store.ts';

// Stats of reviews. A first decision that the second reviewer must not see yet counts as done, but in no other figure; a
// disputed one counts in no rate.

export type StatsFilter = { agentId?: string | undefined; from?: Date | undefined; to?: Date | undefined };

type Figures = { done: number; agreement: number | null; override_rate: number | null };
type Group = Figures & {
  version_id: string | null;
  reviewer: string | null;
  is_version: boolean;
  is_reviewer: boolean;
  shown: number;
  median_seconds: number | null;
  hurried: number;
  timed: number;
};

const IS_SHOWN = `not (t.round = 1 and exists (
  select from review_tasks s where s.job_id = t.job_id and s.first_id = t.id and s.status = 'open')) and not ${IS_DISPUTED}`;
const FIELDS_MAX = 200;
/** Fewer timed decisions say nothing about a reviewer. */
const TIMED_MIN = 5;

export async function findStats(db: Db, orgId: string, filter: StatsFilter): Promise<ReviewStats> {
  const values = [orgId, filter.agentId ?? null, filter.from ?? null, filter.to ?? null];
  const groups = await db.query<Group>(GROUPS, values);
  const [now] = await db.query<{ open: number; overdue: number; disputed: number }>(NOW, values.slice(0, 2));
  const fields = await db.query<{ field: string; corrected: number }>(FIELDS, values);
  const [second] = await db.query<ReviewStats['second']>(SECOND, values);
  const kappas = await findKappas(db, WHERE, values);
  const whole = groups.find((one) => !one.is_version && !one.is_reviewer);
  const reviewers = groups.filter((one) => one.is_reviewer);
  return {
    open: now!.open,
    overdue: now!.overdue,
    ...figuresOf(whole),
    median_seconds: whole?.median_seconds ?? null,
    by_version: Object.fromEntries(
      groups.filter((one) => one.is_version).map((one) => [one.version_id!, figuresOf(one)]),
    ),
    by_field: Object.fromEntries(
      fields.map(({ field, corrected }) => [field, { corrected, rate: corrected / whole!.shown }]),
    ),
    by_reviewer: Object.fromEntries(
      reviewers.map((one) => [
        one.reviewer!,
        { ...figuresOf(one), median_seconds: one.median_seconds, hurried: one.hurried },
      ]),
    ),
    second: second!,
    disputed: now!.disputed,
    ...kappas,
    warnings: reviewers.filter(isHurried).map(warn),
  };
}

const figuresOf = (group: Group | undefined): Figures => ({
  done: group?.done ?? 0,
  agreement: group?.agreement ?? null,
  override_rate: group?.override_rate ?? null,
});

const isHurried = ({ timed, hurried }: Group): boolean => timed >= TIMED_MIN && hurried * 2 >= timed;

const warn = ({ reviewer, timed, hurried }: Group): string =>
  `${reviewer} decided ${hurried} of ${timed} reviews faster than the result can be read.`;

const WHERE = `t.org_id = $1 and t.status = 'done' and ($2::uuid is null or t.agent_id = $2::uuid)
  and ($3::timestamptz is null or t.decided_at >= $3::timestamptz) and ($4::timestamptz is null or t.decided_at < $4::timestamptz)`;

const share = (condition: string): string => `(avg((${condition})::int) filter (where is_shown))::float8`;

const GROUPS = `
  select version_id, reviewer, grouping(version_id) = 0 as is_version, grouping(reviewer) = 0 as is_reviewer,
    count(*)::int as done, count(*) filter (where is_shown)::int as shown,
    ${share('agrees')} as agreement,
    ${share('corrected_verdict is not null or corrected_outputs is not null')} as override_rate,
    percentile_cont(0.5) within group (order by seconds_spent::float8) filter (where is_shown) as median_seconds,
    count(*) filter (where is_shown and seconds_spent < reading_seconds)::int as hurried,
    count(seconds_spent) filter (where is_shown)::int as timed
  from (select t.*, t.decided_by->>'name' as reviewer, ${IS_SHOWN} as is_shown from review_tasks t where ${WHERE}) d
  group by grouping sets ((), (version_id), (reviewer))`;

const NOW = `
  select count(*) filter (where t.status = 'open')::int as open,
    count(*) filter (where t.status = 'open' and t.due_at <= clock_timestamp())::int as overdue,
    count(distinct t.job_id) filter (where ${IS_DISPUTED})::int as disputed
  from review_tasks t where t.org_id = $1 and (t.status = 'open' or ${IS_DISPUTED}) and ($2::uuid is null or t.agent_id = $2::uuid)`;

const FIELDS = `
  select field, count(*)::int as corrected from review_tasks t
  cross join lateral (
    select jsonb_object_keys(t.corrected_outputs) as field
    union all select 'verdict' where t.corrected_verdict is not null
  ) f
  where ${WHERE} and ${IS_SHOWN} group by field order by count(*) desc, field limit ${FIELDS_MAX}`;

const SECOND = `
  select count(*)::int as compared, avg(${IS_SAME}::int)::float8 as agreement
  from review_tasks t join review_tasks f on f.id = t.first_id where ${WHERE} and t.round = 2 and t.reason <> 'feedback'`;
