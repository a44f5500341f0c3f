import type { Agent, AgentVersion } from '@errand/contract/agents.ts';
import type { Tag } from '@errand/contract/tags.ts';
import { displayName } from '#orgs/users.ts';
import type { AgentEngines } from './model.ts';
import { maskConfig } from './secret-config.ts';
import type { AgentRow, CreatorRow } from './store.ts';
import type { TagRow } from './tags-store.ts';
import type { VersionRow } from './versions-store.ts';

// Converts database rows to API responses.

export function agentAnswer(row: AgentRow, engines: AgentEngines): Agent {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    name: row.name,
    disable_cache: row.disable_cache,
    cache_failed_jobs: row.cache_failed_jobs,
    cache_max_age_seconds: row.cache_max_age_seconds,
    organization_id: row.org_id,
    engine_class_id: row.engine_class_id,
    current_version_id: row.current_version_id,
    job_count: row.job_count,
    most_recent_job: row.most_recent_job?.toISOString() ?? null,
    engine_name: engineName(row, engines),
    tags: row.tags.map((tag) => tagAnswer({ ...tag, created_at: new Date(tag.created_at) })),
    skill_generation_state: row.skill_generation_state,
    creator: creatorAnswer(row),
    config_warnings: configWarnings(row, row, engines),
  };
}

export function versionAnswer(
  row: VersionRow,
  agent: AgentRow,
  engines: AgentEngines,
  options: { withEval?: boolean } = {},
): AgentVersion {
  return {
    id: row.id,
    name: agent.name,
    version_name: row.version_name,
    creator: creatorAnswer(row),
    created_at: row.created_at.toISOString(),
    description: row.description,
    engine_class_id: agent.engine_class_id,
    engine_name: engineName(agent, engines),
    input_definitions: row.input_definitions,
    engine_config: maskConfig(engines.find(agent.engine_class_id), row.engine_config),
    organization_id: agent.org_id,
    readonly: false,
    base_agent: agentAnswer(agent, engines),
    supports_memory: engines.find(agent.engine_class_id)?.supportsMemory ?? false,
    post_actions: row.post_actions,
    approval: row.approval,
    is_draft: row.is_draft,
    config_warnings: configWarnings(agent, row, engines),
    ...(options.withEval === true && { supports_eval: false }),
  };
}

export function tagAnswer(row: TagRow): Tag {
  return {
    id: row.id,
    name: row.name,
    color: row.color as Tag['color'],
    created_at: row.created_at.toISOString(),
    creator: row.creator,
    usage_count: row.usage_count,
  };
}

function creatorAnswer(row: CreatorRow): Agent['creator'] {
  if (row.creator_id === null) return null;
  const names = {
    email: row.creator_email,
    first_name: row.creator_first_name,
    last_name: row.creator_last_name,
  };
  return { id: row.creator_id, display_name: displayName(names), ...names };
}

function configWarnings(
  agent: AgentRow,
  version: Pick<AgentRow, 'engine_config' | 'input_definitions'>,
  engines: AgentEngines,
): string[] {
  const engine = engines.find(agent.engine_class_id);
  if (engine === undefined) return [`The engine ${agent.engine_class_id} is not installed on this server.`];
  if (version.engine_config === null)
    return ['The configuration is longer than 64 KiB, so it is checked only where its version is shown.'];
  const { own_providers: own, allows_house_keys: allows } = agent;
  return engine.configWarnings(version.engine_config, version.input_definitions, own, allows);
}

/** Shows an engine that is no longer installed by its id. */
const engineName = (agent: AgentRow, engines: AgentEngines): string =>
  engines.find(agent.engine_class_id)?.name ?? agent.engine_class_id;
