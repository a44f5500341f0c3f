import { Activity, ActivityQuery, VersionActivity, VersionActivityQuery } from '../activity.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Jobs';

export const activity = defineOperations({
  get: {
    method: 'GET',
    path: '/v1/agents/activity/',
    tag,
    summary: 'Jobs over time',
    description: 'Returns counts by outcome, cost and latency of the latest jobs, by agent and by time.',
    query: ActivityQuery,
    responses: { 200: Activity },
  },
  ofVersions: {
    method: 'GET',
    path: '/v1/agents/:agent_id/activity/',
    tag,
    summary: 'Stats of versions',
    description: 'Returns counts by outcome, cost and latency of the latest jobs of the agent, by version.',
    query: VersionActivityQuery,
    responses: { 200: VersionActivity },
  },
});
