import { errorCatalogue } from '@errand/contract/error-catalogue.ts';
import type { JobErrorsQuery } from '@errand/contract/job-errors.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import { findArchivedUntil } from '../record/archived-until.ts';
import { ERROR_CODES } from '../record/error-codes-sql.ts';
import { type Failure, groupCauses } from './error-causes.ts';

// Groups the failures of jobs accepted in a period by error code. The codes are found by walking the index from one to
// the next, and the newest failures of each code are counted from the index alone. So the cost depends on the number of
// codes, not on the number of failed jobs.

const DAY_MS = 86_400_000;
const COUNTED_MAX = 10_000;
/** Failures to read per code: enough to know which causes are frequent. */
const READ_MAX = 200;

type Group = {
  code: string;
  count: number;
  first_seen: Date;
  last_seen: Date;
  last_job_id: string;
  agents: { agent_id: string; agent_name: string; count: number }[];
  failures: Failure[];
};

export async function listErrorGroups(db: Db, orgId: string, query: Static<typeof JobErrorsQuery>) {
  const to = readMoment('created_to', query.created_to) ?? new Date(databaseNow());
  const from = readMoment('created_from', query.created_from) ?? new Date(to.getTime() - 7 * DAY_MS);
  const ids = [firstIdAt(from.getTime()), firstIdAt(to.getTime() + 1)];
  const groups = await db.query<Group>(PLANNED_ANEW + GROUPS, [orgId, ...ids, query.agent_id ?? null]);
  const searchedTo = await findArchivedUntil(db, orgId, {
    from: from.getTime(),
    to: to.getTime(),
    agentIds: query.agent_id === undefined ? undefined : [query.agent_id],
  });
  return {
    searched_to: searchedTo?.toISOString() ?? null,
    created_from: from.toISOString(),
    created_to: to.toISOString(),
    results: groups.map(({ code, count, first_seen, last_seen, failures, ...group }) => {
      const entry = errorCatalogue.get(code) ?? errorCatalogue.get('errand.engines.failed')!;
      return {
        code,
        count,
        complete: count < COUNTED_MAX && searchedTo === null,
        first_seen: first_seen.toISOString(),
        last_seen: last_seen.toISOString(),
        cause: entry.cause,
        remedy: entry.remedy,
        ...group,
        messages: countMessages(failures),
        causes: groupCauses(failures, { code, remedy: entry.remedy }),
      };
    }),
  };
}

const MESSAGES_MAX = 3;

function countMessages(failures: Failure[]): { message: string; count: number }[] {
  return [...Map.groupBy(failures, ({ message }) => message)]
    .map(([message, { length: count }]) => ({ message, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MESSAGES_MAX);
}

const inPeriod = `r.org_id = $1::uuid and r.job_id >= $2::uuid and r.job_id < $3::uuid
  and ($4::uuid is null or r.agent_id = $4::uuid)`;

const GROUPS = `
  with ${ERROR_CODES}
  select c.error_code as code, counted.count, oldest.first_seen, newest.last_seen, newest.job_id as last_job_id,
    agents.list as agents, failures.list as failures
  from codes c
  cross join lateral (
    select count(*)::int as count from (select from job_results r where ${inPeriod} and r.error_code = c.error_code
      limit ${COUNTED_MAX}) all_of) counted
  cross join lateral (
    select r.job_id, r.finished_at as last_seen from job_results r where ${inPeriod} and r.error_code = c.error_code
    order by r.job_id desc limit 1) newest
  cross join lateral (
    select r.finished_at as first_seen from job_results r where ${inPeriod} and r.error_code = c.error_code
    order by r.job_id limit 1) oldest
  cross join lateral (
    select json_agg(json_build_object('agent_id', a.id, 'agent_name', a.name, 'count', g.count) order by g.count desc) as list
    from (select f.agent_id, count(*)::int as count from (select r.agent_id from job_results r
        where ${inPeriod} and r.error_code = c.error_code order by r.job_id desc limit ${COUNTED_MAX}) f
      group by 1 order by 2 desc limit 5) g join agents a on a.id = g.agent_id) agents
  cross join lateral (
    select coalesce(json_agg(json_build_object('message', left(f.error_message, 300), 'job_id', f.job_id, 'step', s.name,
        'model', s.model) order by f.job_id desc), '[]') as list
    from (select r.job_id, r.error_message from job_results r
        where ${inPeriod} and r.error_code = c.error_code and r.error_message is not null
        order by r.job_id desc limit ${READ_MAX}) f
    left join lateral (select name, model from job_steps where job_id = f.job_id and org_id = $1::uuid
      order by seq desc limit 1) s on true) failures
  where c.error_code is not null and counted.count > 0
  order by counted.count desc, newest.last_seen desc`;
