import type { Requester } from './request.ts';
import type { Creator, JsonObject, Page, PageOptions } from './values.ts';

export type Tag = {
  id: string;
  name: string;
  color: 'blue' | 'green' | 'purple' | 'orange' | 'red' | 'yellow' | 'gray' | 'pink';
  created_at: string;
  creator: number | null;
  usage_count: number;
};

export type Agent = {
  id: string;
  created_at: string;
  updated_at: string;
  name: string;
  disable_cache: boolean;
  cache_failed_jobs: boolean;
  organization_id: string;
  engine_class_id: string;
  current_version_id: string;
  job_count: number | null;
  most_recent_job: string | null;
  engine_name: string;
  tags: Tag[];
  skill_generation_state: 'generating' | 'failed' | null;
  creator: Creator | null;
};

export type InputDefinition = {
  key: string;
  data_type: string;
  description: string;
  example?: string;
  accepts_multiple_files?: boolean | null;
  required?: boolean;
};

export type NewAgent = {
  name: string;
  engine_class_id: string;
  version_name?: string | undefined;
  description?: string | undefined;
  input_definitions?: InputDefinition[] | undefined;
  engine_config?: JsonObject | undefined;
};

export type AgentChanges = {
  name?: string;
  description?: string;
  disable_cache?: boolean;
  cache_failed_jobs?: boolean;
};

export type AgentFilter = PageOptions & {
  name?: string | undefined;
  search?: string | undefined;
  engine_class_id?: string[] | undefined;
  tags?: string[] | undefined;
  ordering?: string | undefined;
  include_job_stats?: boolean | undefined;
};

export function createAgents(request: Requester) {
  const path = (id: string) => `/v1/agents/${encodeURIComponent(id)}/`;
  return {
    list: (filter: AgentFilter = {}, signal?: AbortSignal) =>
      request<Page<Agent>>('GET', '/v1/agents/', { query: filter, signal }),
    get: (id: string, signal?: AbortSignal) => request<Agent>('GET', path(id), { signal }),
    create: (agent: NewAgent) => request<Agent>('POST', '/v1/agents/', { body: agent }),
    update: (id: string, changes: AgentChanges) => request<Agent>('PATCH', path(id), { body: changes }),
    delete: (id: string) => request<void>('DELETE', path(id)),
    /** The copy: a new agent with the current version's settings. */
    async duplicate(id: string): Promise<Agent> {
      const version = await request<{ base_agent: Agent }>('POST', `${path(id)}duplicate/`);
      return version.base_agent;
    },
    setTags: (id: string, tagIds: string[]) => request<Agent>('PUT', `${path(id)}tags/`, { body: { tag_ids: tagIds } }),
    tags: (signal?: AbortSignal) => request<Tag[]>('GET', '/v1/agents/tags/', { signal }),
    createTag: (tag: { name: string; color?: Tag['color'] }) => request<Tag>('POST', '/v1/agents/tags/', { body: tag }),
  };
}
