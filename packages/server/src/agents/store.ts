import type { InputDefinition } from '@errand/contract/agents.ts';
import { jobStatus } from '@errand/contract/job-status.ts';
import { type OwnProvider, ownProviders } from '#connections/own-providers.ts';
import type { Db } from '#platform/db.ts';

// The agents table. An agent is always read with its creator, tags and job stats, as responses show it.

export type CreatorRow = {
  creator_id: number | null;
  creator_email: string;
  creator_first_name: string;
  creator_last_name: string;
};

type TagJson = {
  id: string;
  name: string;
  color: string;
  created_at: string;
  creator: number | null;
  usage_count: number;
};

export type AgentRow = CreatorRow & {
  id: string;
  org_id: string;
  name: string;
  engine_class_id: string;
  current_version_id: string;
  disable_cache: boolean;
  cache_failed_jobs: boolean;
  cache_max_age_seconds: number | null;
  created_at: Date;
  updated_at: Date;
  job_count: number | null;
  most_recent_job: Date | null;
  tags: TagJson[];
  /** Configuration of the current version. Null if it is long: a page shows many agents, and only looks for mistakes. */
  engine_config: Record<string, unknown> | null;
  input_definitions: InputDefinition[];
  /** State of the generation of the current version's skill set. */
  skill_generation_state: 'generating' | 'failed' | null;
  /** The providers of models that the organization has its own connections to. */
  own_providers: OwnProvider[];
  allows_house_keys: boolean;
};

/** The agent as read under its lock, before a change. */
type LockedAgent = {
  name: string;
  description: string;
  engine_class_id: string;
  current_version_id: string;
  disable_cache: boolean;
  cache_failed_jobs: boolean;
  cache_max_age_seconds: number | null;
};

export const creatorColumns = `u.id as creator_id, u.email as creator_email,
  u.first_name as creator_first_name, u.last_name as creator_last_name`;

/** Parsing and checking a megabyte for each agent of a page held up everybody for seconds. */
const CHECKED_BYTES_MAX = 65_536;

const generationState = `case when v.skill_set_id is not null then (
        select case when q.job_id is not null then 'generating' when r.status in (${jobStatus.failure}, ${jobStatus.cancelled}) then 'failed' end
        from skill_generations g left join job_queue q on q.job_id = g.job_id left join job_results r on r.job_id = g.job_id
        where g.skill_set_id = v.skill_set_id) end`;

/**
 * Reads the agents of `page`, a query that returns their ids as `id` and their order as `position`. All look-ups per
 * agent happen here, after paging.
 */
export function selectAgents(page: string, options: { withStats: boolean }): string {
  const stats = options.withStats
    ? {
        columns: `coalesce(c.job_count, 0) + coalesce(d.job_count, 0) as job_count,
          greatest(c.most_recent_job, d.most_recent_job) as most_recent_job`,
        joins: `left join agent_job_counts c on c.agent_id = a.id
          left join lateral (
            select sum(delta.job_count) as job_count, max(delta.most_recent_job) as most_recent_job
            from agent_job_deltas delta where delta.agent_id = a.id
          ) d on true`,
      }
    : { columns: 'null::bigint as job_count, null::timestamptz as most_recent_job', joins: '' };
  return `
    with page as (${page}),
    -- Each tag is counted once, however many agents of the page carry it.
    used as (
      select tag_id, count(*)::int as usage_count from agent_tags
      where tag_id in (select on_page.tag_id from agent_tags on_page where on_page.agent_id in (select id from page))
      group by tag_id
    )
    select a.id, a.org_id, a.name, a.engine_class_id, a.current_version_id, a.disable_cache, a.cache_failed_jobs,
      a.cache_max_age_seconds, a.created_at, a.updated_at,
      case when octet_length(v.engine_config::text) <= ${CHECKED_BYTES_MAX} then v.engine_config end as engine_config,
      v.input_definitions, ${generationState} as skill_generation_state, ${ownProviders('a.org_id')} as own_providers,
      coalesce((select m.allow_house_keys from model_settings m where m.org_id = a.org_id), true) as allows_house_keys, ${creatorColumns}, ${stats.columns},
      coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color, 'created_at', t.created_at,
          'creator', t.creator_id, 'usage_count', used.usage_count) order by lower(t.name))
        from agent_tags g join tags t on t.id = g.tag_id join used on used.tag_id = g.tag_id
        where g.agent_id = a.id
      ), '[]'::json) as tags
    from page join agents a on a.id = page.id
    join agent_versions v on v.id = a.current_version_id
    left join users u on u.id = a.creator_id
    ${stats.joins}
    order by page.position`;
}

const selectOne = selectAgents(
  'select id, 1 as position from agents where org_id = $1 and id = $2 and deleted_at is null',
  { withStats: true },
);

export async function findAgent(db: Db, orgId: string, id: string): Promise<AgentRow | undefined> {
  return (await db.query<AgentRow>(selectOne, [orgId, id]))[0];
}

/** Whether any organization has this agent, to distinguish "forbidden" from "not found". */
export async function agentExists(system: Db, id: string): Promise<boolean> {
  const rows = await system.query<object>('select 1 from agents where id = $1 and deleted_at is null', [id]);
  return rows.length > 0;
}

/** Serializes changes of one agent. The lock does not cover the key, so that stats can be folded meanwhile. */
export async function lockAgent(tx: Db, orgId: string, id: string): Promise<LockedAgent | undefined> {
  const rows = await tx.query<LockedAgent>(
    `select name, description, engine_class_id, current_version_id, disable_cache, cache_failed_jobs, cache_max_age_seconds
     from agents where org_id = $1 and id = $2 and deleted_at is null
     for no key update`,
    [orgId, id],
  );
  return rows[0];
}

type NewAgent = {
  id: string;
  name: string;
  description: string;
  engineClassId: string;
  currentVersionId: string;
  disableCache: boolean;
  cacheFailedJobs: boolean;
  cacheMaxAgeSeconds: number | null;
  creatorId: number | null;
  now: Date;
};

/** The version it names may be inserted later in the same transaction. */
export async function insertAgent(tx: Db, orgId: string, agent: NewAgent): Promise<void> {
  await tx.run(
    `insert into agents (id, org_id, name, description, engine_class_id, current_version_id, disable_cache,
       cache_failed_jobs, cache_max_age_seconds, creator_id, created_at, updated_at)
     select a.id, $1::uuid, a.name, a.description, a."engineClassId", a."currentVersionId", a."disableCache",
       a."cacheFailedJobs", a."cacheMaxAgeSeconds", a."creatorId", a.now, a.now
     from json_to_record($2::json) as a (id uuid, name text, description text, "engineClassId" text,
       "currentVersionId" uuid, "disableCache" boolean, "cacheFailedJobs" boolean, "cacheMaxAgeSeconds" int,
       "creatorId" int, now timestamptz)`,
    [orgId, JSON.stringify(agent)],
  );
}

export type AgentSettings = Pick<
  LockedAgent,
  'name' | 'description' | 'disable_cache' | 'cache_failed_jobs' | 'cache_max_age_seconds'
>;

export async function updateAgentSettings(
  tx: Db,
  orgId: string,
  id: string,
  settings: AgentSettings,
  now: Date,
): Promise<void> {
  await tx.run(
    `update agents set name = $3, description = $4, disable_cache = $5, cache_failed_jobs = $6,
       cache_max_age_seconds = $7, updated_at = $8
     where org_id = $1 and id = $2 and deleted_at is null`,
    [
      orgId,
      id,
      settings.name,
      settings.description,
      settings.disable_cache,
      settings.cache_failed_jobs,
      settings.cache_max_age_seconds,
      now,
    ],
  );
}

export async function updateCurrentVersion(
  tx: Db,
  orgId: string,
  id: string,
  versionId: string,
  now: Date,
): Promise<void> {
  await tx.run(
    `update agents set current_version_id = $3, updated_at = $4
     where org_id = $1 and id = $2 and deleted_at is null`,
    [orgId, id, versionId, now],
  );
  await tx.run(
    'update agent_versions set was_current = true, is_draft = false where org_id = $1 and id = $2 and not was_current',
    [orgId, versionId],
  );
}

/** Hides the agent and its versions. The rows stay for jobs that refer to them. Returns the ids of the versions. */
export async function deleteAgentRows(tx: Db, orgId: string, id: string, now: Date): Promise<string[] | undefined> {
  const changed = await tx.run(
    'update agents set deleted_at = $3 where org_id = $1 and id = $2 and deleted_at is null',
    [orgId, id, now],
  );
  if (changed === 0) return undefined;
  const versions = await tx.query<{ id: string }>(
    `update agent_versions set deleted_at = $3 where org_id = $1 and agent_id = $2 and deleted_at is null returning id`,
    [orgId, id, now],
  );
  await tx.run('delete from agent_tags where org_id = $1 and agent_id = $2', [orgId, id]);
  return versions.map((version) => version.id);
}
