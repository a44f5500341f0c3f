import { AllJobsPage, AllJobsQuery } from '@errand/contract/jobs.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { readPaging } from '#http/paging.ts';
import { readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { listAllJobs } from './list-all-jobs.ts';

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
}
