import type { Agent, InputDefinition } from './agents.ts';
import type { Requester } from './request.ts';
import type { Creator, JsonObject, Page, PageOptions } from './values.ts';

export type AgentVersion = {
  id: string;
  name: string;
  version_name: string;
  creator: Creator | null;
  created_at: string;
  description: string;
  engine_class_id: string;
  engine_name: string;
  input_definitions: InputDefinition[];
  engine_config: JsonObject;
  organization_id: string;
  readonly: boolean;
  base_agent: Agent;
  supports_memory: boolean;
};

export type NewVersion = {
  version_name?: string | undefined;
  description?: string | null | undefined;
  input_definitions?: InputDefinition[] | undefined;
  engine_config?: JsonObject | undefined;
};

export function createVersions(request: Requester) {
  const path = (agentId: string) => `/v1/agents/${encodeURIComponent(agentId)}/versions/`;
  return {
    /** Newest first. */
    list: (agentId: string, paging: PageOptions = {}, signal?: AbortSignal) =>
      request<Page<AgentVersion>>('GET', path(agentId), { query: { page: 1, ...paging }, signal }),
    get: (agentId: string, id: string, signal?: AbortSignal) =>
      request<AgentVersion>('GET', `${path(agentId)}${encodeURIComponent(id)}/`, { signal }),
    current: (agentId: string, signal?: AbortSignal) =>
      request<AgentVersion>('GET', `${path(agentId)}current/`, { signal }),
    /** Becomes the current version at once. */
    create: (agentId: string, version: NewVersion) => request<AgentVersion>('POST', path(agentId), { body: version }),
    rename: (agentId: string, id: string, changes: { version_name?: string; description?: string }) =>
      request<{ message: string }>('PATCH', `${path(agentId)}${encodeURIComponent(id)}/`, { body: changes }),
    delete: (agentId: string, id: string) => request<void>('DELETE', `${path(agentId)}${encodeURIComponent(id)}/`),
    /** Promotes, or rolls back. */
    setCurrent: (agentId: string, id: string) =>
      request<Agent>(
        'PATCH',
        `/v1/agents/${encodeURIComponent(agentId)}/set-current-version/${encodeURIComponent(id)}/`,
      ),
  };
}
