import { AllJobsPage, AllJobsQuery, JobFacets, JobFacetsQuery } from '@errand/contract/job-lists.ts';
import { Usage, UsageQuery } from '@errand/contract/usage.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { readPaging } from '#http/paging.ts';
import { readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { listFacets } from './read/facets.ts';
import { listAllJobs } from './read/list-all-jobs.ts';
import { listUsage } from './usage/usage.ts';

export function addJobListRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/jobs/',
    tag: 'Jobs',
    summary: 'Jobs of all agents',
    description:
      'Newest first, by cursor. With filters a page looks at 20,000 jobs at most: it may be short, and goes on with `next_cursor`.',
    query: AllJobsQuery,
    responses: { 200: AllJobsPage },
    async handler(request) {
      const query = readQuery(request, AllJobsQuery);
      const { orgId } = request.caller;
      return listAllJobs(database.tenant(orgId), orgId, query, readPaging(request).size);
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/jobs/facets/',
    tag: 'Jobs',
    summary: 'How jobs are spread',
    description:
      'Counts by status, agent, version, verdict and review of the newest 20,000 jobs, with the same filters.',
    query: JobFacetsQuery,
    responses: { 200: JobFacets },
    async handler(request) {
      const { orgId } = request.caller;
      return listFacets(database.tenant(orgId), orgId, readQuery(request, JobFacetsQuery));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/organizations/:organization_id/usage/',
    tag: 'Jobs',
    summary: 'Jobs and cost by agent and day',
    description: 'Or by hour, for up to seven days. Days and hours are those of acceptance, in UTC.',
    query: UsageQuery,
    responses: { 200: Usage },
    async handler(request) {
      const { orgId } = request.caller;
      return listUsage(database.tenant(orgId), orgId, readQuery(request, UsageQuery));
    },
  });
}
