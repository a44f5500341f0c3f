import { errorCatalogue } from '@errand/contract/error-catalogue.ts';
import type { JobErrorsQuery } from '@errand/contract/job-errors.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import { findArchivedUntil } from '../record/archived-until.ts';
import { ERROR_CODES } from '../record/error-codes-sql.ts';

// Groups the failures of jobs accepted in a period by error code. The codes are found by walking the index from one to
// the next, and the newest failures of each code are counted from the index alone. So the cost depends on the number of
// codes, not on the number of failed jobs.

const DAY_MS = 86_400_000;
const COUNTED_MAX = 10_000;
/** Messages to read per code: enough to know which ones are frequent. */
const READ_MAX = 200;

type Group = {
  code: string;
  count: number;
  first_seen: Date;
  last_seen: Date;
  last_job_id: string;
  agents: { agent_id: string; agent_name: string; count: number }[];
  messages: { message: string; count: number }[];
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
    results: groups.map(({ code, count, first_seen, last_seen, ...group }) => {
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
      };
    }),
  };
}

const inPeriod = `r.org_id = $1::uuid and r.job_id >= $2::uuid and r.job_id < $3::uuid
  and ($4::uuid is null or r.agent_id = $4::uuid)`;

const GROUPS = `
  with ${ERROR_CODES}
  select c.error_code as code, counted.count, oldest.first_seen, newest.last_seen, newest.job_id as last_job_id,
    agents.list as agents, messages.list as messages
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
    select coalesce(json_agg(json_build_object('message', g.message, 'count', g.count) order by g.count desc), '[]') as list
    from (select left(f.error_message, 300) as message, count(*)::int as count from (select r.error_message from job_results r
        where ${inPeriod} and r.error_code = c.error_code and r.error_message is not null
        order by r.job_id desc limit ${READ_MAX}) f group by 1 order by 2 desc limit 3) g) messages
  where c.error_code is not null and counted.count > 0
  order by counted.count desc, newest.last_seen desc`;
