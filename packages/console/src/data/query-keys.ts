import type { ActivityQuery, AgentListQuery, JobListQuery, PageQuery, QueryOf } from '@errand/sdk';

/**
 * Every key under which data is remembered. A shorter key stands for all that begin with it, so invalidating
 * `keys.agents()` reloads lists and single agents alike.
 */
export const keys = {
  organizations: () => ['organizations'] as const,
  user: () => ['user'] as const,
  sessions: () => ['sessions'] as const,
  secrets: () => ['secrets'] as const,
  secretList: (page: number) => ['secrets', page] as const,

  connectors: () => ['connectors'] as const,
  connections: () => ['connections'] as const,
  connectionList: (page: number) => ['connections', 'list', page] as const,
  connectionUses: (id: string) => ['connections', id, 'uses'] as const,

  agents: () => ['agents'] as const,
  agentList: (filter: QueryOf<AgentListQuery>) => ['agents', 'list', filter] as const,
  agent: (id: string) => ['agents', id] as const,
  versions: (agentId: string, paging?: QueryOf<PageQuery>) => ['agents', agentId, 'versions', paging ?? {}] as const,
  version: (agentId: string, id: string) => ['agents', agentId, 'version', id] as const,
  agentWebhooks: (agentId: string) => ['agents', agentId, 'webhooks'] as const,
  versionActivity: (agentId: string) => ['agents', agentId, 'activity'] as const,
  tags: () => ['tags'] as const,
  engines: () => ['engines'] as const,
  models: () => ['models'] as const,
  activity: (filter: QueryOf<ActivityQuery>) => ['activity', filter] as const,

  jobs: () => ['jobs'] as const,
  jobList: (agentId: string, filter: QueryOf<JobListQuery>) => ['jobs', 'list', agentId, filter] as const,
  job: (id: string) => ['jobs', id] as const,
  jobProgress: (id: string) => ['progress', id] as const,
  allJobs: (search?: object) => (search ? (['jobs', 'all', search] as const) : (['jobs', 'all'] as const)),
  jobFacets: (search: object) => ['jobs', 'facets', search] as const,
  jobDeliveries: (id: string) => ['jobs', id, 'deliveries'] as const,
  artifact: (jobId: string, key: string) => ['artifacts', jobId, key] as const,
  reference: (jobId: string, id: string) => ['references', jobId, id] as const,
  feedback: (jobId: string) => ['feedback', jobId] as const,

  batches: () => ['batches'] as const,
  batchList: (paging: QueryOf<PageQuery>) => ['batches', 'list', paging] as const,
  batch: (id: string) => ['batches', id] as const,
  batchResults: (id: string) => ['batches', id, 'results'] as const,

  webhooks: () => ['webhooks'] as const,
  webhook: (id: string) => ['webhooks', id] as const,
  webhookAgents: (id: string) => ['webhooks', id, 'agents'] as const,
  deliveries: (id: string, filter?: object) => ['webhooks', id, 'deliveries', filter ?? {}] as const,
  delivery: (id: string, deliveryId: string) => ['webhooks', id, 'delivery', deliveryId] as const,

  schedules: () => ['schedules'] as const,
  scheduleLists: () => ['schedules', 'list'] as const,
  scheduleList: (filter: object) => ['schedules', 'list', filter] as const,
  schedule: (id: string) => ['schedules', id] as const,
  scheduleRuns: (id: string, page: number) => ['schedules', id, 'runs', page] as const,
  scheduleTimes: (id: string, from: string) => ['schedules', id, 'times', from] as const,
  triggers: () => ['triggers'] as const,
  triggerLists: () => ['triggers', 'list'] as const,
  triggerList: (filter: object) => ['triggers', 'list', filter] as const,
  trigger: (id: string) => ['triggers', id] as const,
  triggerRuns: (id: string, page: number) => ['triggers', id, 'runs', page] as const,

  apiKeys: (page?: number) => ['api-keys', page ?? 1] as const,
  members: (page?: number) => ['members', page ?? 1] as const,
  audit: (filter: object) => ['audit', filter] as const,
  credits: (page: number) => ['credits', page] as const,
  usage: (days: number) => ['usage', days] as const,
  health: () => ['health'] as const,
  readiness: () => ['readiness'] as const,
  liveJobs: (what: string, of: unknown) => ['live', what, of] as const,

  policies: () => ['policies'] as const,
  policyList: (filter: object) => ['policies', 'list', filter] as const,
  policy: (id: string) => ['policies', id] as const,
  policyVersions: (id: string, page: number) => ['policies', id, 'versions', page] as const,
  policyVersion: (id: string) => ['policies', 'version', id] as const,
  policyDiff: (id: string, from: string, to: string) => ['policies', id, 'diff', from, to] as const,
  policyHistory: (id: string, currentId: string | null) => ['policies', id, 'history', currentId] as const,
  policyAgents: (id: string) => ['policies', id, 'agents'] as const,

  tables: () => ['tables'] as const,
  table: (name: string) => ['tables', name] as const,
  sqlQuery: (id: string) => ['sql', id] as const,
  sqlResult: (id: string) => ['sql', id, 'result'] as const,
  sqlHistory: (page: number) => ['sql', 'history', page] as const,
  worksheets: () => ['worksheets'] as const,
};
