import { Activity, ActivityQuery, VersionActivity, VersionActivityQuery } from '../activity.ts';
import { defineOperations } from '../operation.ts';

export const activity = defineOperations('Jobs', {
  get: {
    at: 'GET /v1/agents/activity/',
    summary: 'Jobs over time',
    description: 'Returns counts by outcome, cost and latency of the latest jobs, by agent and by time.',
    query: ActivityQuery,
    responses: { 200: Activity },
  },
  ofVersions: {
    at: 'GET /v1/agents/:agent_id/activity/',
    summary: 'Stats of versions',
    description: 'Returns counts by outcome, cost and latency of the latest jobs of the agent, by version.',
    query: VersionActivityQuery,
    responses: { 200: VersionActivity },
  },
});
