import type { AgentFilter } from '@errand/sdk/agents.ts';
import type { JobFilter } from '@errand/sdk/jobs.ts';
import type { PageOptions } from '@errand/sdk/values.ts';

/**
 * Every key under which data is remembered. A shorter key stands for all that begin with it, so invalidating
 * `keys.agents()` reloads lists and single agents alike.
 */
export const keys = {
  organizations: () => ['organizations'] as const,
  user: () => ['user'] as const,

  agents: () => ['agents'] as const,
  agentList: (filter: AgentFilter) => ['agents', 'list', filter] as const,
  agent: (id: string) => ['agents', id] as const,
  versions: (agentId: string, paging?: PageOptions) => ['agents', agentId, 'versions', paging ?? {}] as const,
  version: (agentId: string, id: string) => ['agents', agentId, 'version', id] as const,
  agentWebhooks: (agentId: string) => ['agents', agentId, 'webhooks'] as const,
  tags: () => ['tags'] as const,
  engines: () => ['engines'] as const,
  models: () => ['models'] as const,
  activity: (range: string) => ['activity', range] as const,

  jobs: () => ['jobs'] as const,
  jobList: (agentId: string, filter: JobFilter) => ['jobs', 'list', agentId, filter] as const,
  job: (id: string) => ['jobs', id] as const,

  batches: () => ['batches'] as const,
  batchList: (paging: PageOptions) => ['batches', 'list', paging] as const,
  batch: (id: string) => ['batches', id] as const,
  batchResults: (id: string) => ['batches', id, 'results'] as const,

  webhooks: () => ['webhooks'] as const,
};
