import type { AgentListQuery } from '@errand/contract/agents.ts';
import { readMoment } from '#orgs/moment.ts';
import { invalidFields } from '#platform/errors.ts';
import { containing } from '#platform/list-page.ts';
import type { AgentEngines } from './model.ts';

export type AgentFilter = Omit<AgentListQuery, 'creator_id' | DateBound> & {
  creator_id?: number[];
  /** Ids of the engines whose display name matches `search`. */
  engines_found: string[];
} & Partial<Record<DateBound, Date>>;

const dateBounds = [
  'created_from',
  'created_to',
  'updated_from',
  'updated_to',
  'most_recent_job_from',
  'most_recent_job_to',
] as const;
type DateBound = (typeof dateBounds)[number];

/** Parses the filters of the query. */
export function readAgentFilter(query: AgentListQuery, engines: AgentEngines): AgentFilter {
  const filter: AgentFilter = { ...(query as Omit<AgentListQuery, 'creator_id' | DateBound>), engines_found: [] };
  for (const name of dateBounds) {
    const moment = readMoment(name, query[name]);
    if (moment !== undefined) filter[name] = moment;
  }
  if (query.creator_id !== undefined) {
    if (!query.creator_id.every((text) => /^\d{1,15}$/.test(text))) {
      throw invalidFields({ creator_id: ['Must be a user id, which is a whole number.'] });
    }
    filter.creator_id = query.creator_id.map(Number);
  }
  const search = query.search?.trim().toLowerCase() ?? '';
  if (search !== '') {
    const found = engines.list().filter((engine) => engine.name.toLowerCase().includes(search));
    filter.engines_found = found.map((engine) => engine.id);
  }
  return filter;
}

/** Builds one SQL condition on `a`; `$1` is the organization. Stats are `c` and `d`, see list-agents.ts. */
export function agentConditions(
  orgId: string,
  filter: AgentFilter,
): { conditions: string; values: unknown[]; needsStats: boolean } {
  const values: unknown[] = [orgId];
  const conditions = ['a.org_id = $1', 'a.deleted_at is null'];
  let needsStats = false;
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const when = <T>(value: T | undefined, condition: (value: T) => string): void => {
    if (value !== undefined) conditions.push(condition(value));
  };
  const whenStats = <T>(value: T | undefined, condition: (value: T) => string): void => {
    when(value, condition);
    needsStats ||= value !== undefined;
  };

  when(filter.name, (text) => `a.name ilike ${bind(containing(text))}`);
  when(filter.search?.trim() || undefined, (text) => searchCondition(text, filter.engines_found, bind));
  when(some(filter.engine_class_id), (ids) => `a.engine_class_id = any (${bind(ids)}::text[])`);
  when(some(filter.exclude_engine_class_id), (ids) => `a.engine_class_id <> all (${bind(ids)}::text[])`);
  when(some(filter.creator_id), (ids) => `a.creator_id = any (${bind(ids)}::bigint[])`);
  when(some(filter.tags), (ids) => tagCondition(ids, filter.include_untagged === true, bind));
  when(filter.created_from, (date) => `a.created_at >= ${bind(date)}`);
  when(filter.created_to, (date) => `a.created_at <= ${bind(date)}`);
  when(filter.updated_from, (date) => `a.updated_at >= ${bind(date)}`);
  when(filter.updated_to, (date) => `a.updated_at <= ${bind(date)}`);
  whenStats(filter.most_recent_job_from, (date) => `${MOST_RECENT_JOB} >= ${bind(date)}`);
  whenStats(filter.most_recent_job_to, (date) => `${MOST_RECENT_JOB} <= ${bind(date)}`);
  whenStats(filter.job_count_min, (count) => `${JOB_COUNT} >= ${bind(count)}`);
  whenStats(filter.job_count_max, (count) => `${JOB_COUNT} <= ${bind(count)}`);
  return { conditions: conditions.join(' and '), values, needsStats };
}

/** An empty parameter filters nothing. */
const some = <T>(values: T[] | undefined): T[] | undefined => (values?.length ? values : undefined);

const JOB_COUNT = 'coalesce(c.job_count, 0) + coalesce(d.job_count, 0)';
const MOST_RECENT_JOB = 'greatest(c.most_recent_job, d.most_recent_job)';

function searchCondition(text: string, enginesFound: string[], bind: (value: unknown) => string): string {
  const like = bind(containing(text));
  const places = [
    `a.name ilike ${like}`,
    `a.engine_class_id ilike ${like}`,
    `a.engine_class_id = any (${bind(enginesFound)}::text[])`,
    `exists (select from users s where s.id = a.creator_id
       and (s.email ilike ${like} or s.first_name || ' ' || s.last_name ilike ${like}))`,
    `exists (select from agent_tags g join tags t on t.id = g.tag_id where g.agent_id = a.id and t.name ilike ${like})`,
  ];
  // Shorter texts are part of nearly every id. They would match everything and scan every version.
  if (/^[0-9a-f-]{4,36}$/i.test(text)) {
    const idLike = bind(containing(text.toLowerCase()));
    places.push(
      `a.id::text like ${idLike}`,
      `exists (select from agent_versions v
         where v.agent_id = a.id and v.deleted_at is null and v.id::text like ${idLike})`,
    );
  }
  return `(${places.join(' or ')})`;
}

function tagCondition(ids: string[], includeUntagged: boolean, bind: (value: unknown) => string): string {
  const tagged = `exists (select from agent_tags g where g.agent_id = a.id and g.tag_id = any (${bind(ids)}::uuid[]))`;
  return includeUntagged ? `(${tagged} or not exists (select from agent_tags g where g.agent_id = a.id))` : tagged;
}

/** Matches the text anywhere. Escapes the wildcards of `like`. */
