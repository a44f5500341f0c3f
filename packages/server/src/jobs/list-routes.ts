import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { listFacets } from './read/facets.ts';
import { listAllJobs } from './read/list-all-jobs.ts';
import { listUsage } from './usage/usage.ts';

export function addJobListRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  endpoint(app, operations.jobs.list, {
    handler: ({ caller: { orgId }, query, request }) =>
      listAllJobs(database.tenant(orgId), orgId, query, readPaging(request).size),
  });

  endpoint(app, operations.jobs.facets, {
    handler: ({ caller: { orgId }, query }) => listFacets(database.tenant(orgId), orgId, query),
  });

  endpoint(app, operations.organizations.usage, {
    handler: ({ caller: { orgId }, query }) => listUsage(database.tenant(orgId), orgId, query),
  });
}
