import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { invalidFields, refuseBlank } from '#platform/errors.ts';
import type { Archive } from './archive/archive.ts';
import { listJobsAndArchive } from './archive/list-archived.ts';
import { readColumns } from './query/columns.ts';
import { readJobQuery } from './query/read-query.ts';
import { suggest } from './query/suggest.ts';
import { deleteView, getView, listViews, saveView } from './query/views-store.ts';
import { listErrorGroups } from './read/error-groups.ts';
import { listFacets } from './read/facets.ts';
import { summarizeJobs } from './read/summary.ts';
import { listCosts } from './usage/costs.ts';
import { listUsage } from './usage/usage.ts';

const SEARCH_CHARACTERS_MAX = 10_000;

export function addJobListRoutes(app: FastifyInstance, deps: { database: Database; archive: Archive }): void {
  const { database } = deps;
  endpoint(app, operations.jobs.list, {
    async handler({ caller: { orgId }, query, request }) {
      const db = database.tenant(orgId);
      const { columns, ...filters } = query;
      const wanted = { size: readPaging(request).size, columns: readColumns(columns) };
      return listJobsAndArchive(deps, orgId, await readJobQuery(db, orgId, filters), wanted);
    },
  });

  endpoint(app, operations.jobs.facets, {
    async handler({ caller: { orgId }, query }) {
      const db = database.tenant(orgId);
      return listFacets(db, orgId, await readJobQuery(db, orgId, query));
    },
  });

  endpoint(app, operations.jobs.summary, {
    async handler({ caller: { orgId }, query }) {
      const db = database.tenant(orgId);
      return summarizeJobs(db, orgId, await readJobQuery(db, orgId, query));
    },
  });

  endpoint(app, operations.jobs.errors, {
    handler: ({ caller: { orgId }, query }) => listErrorGroups(database.tenant(orgId), orgId, query),
  });

  endpoint(app, operations.jobs.suggestions, {
    handler: ({ caller: { orgId }, query }) => suggest(database.tenant(orgId), orgId, query.q ?? '', query.at),
  });

  endpoint(app, operations.organizations.usage, {
    handler: ({ caller: { orgId }, query }) => listUsage(database.tenant(orgId), orgId, query),
  });

  endpoint(app, operations.organizations.costs, {
    handler: ({ caller: { orgId }, query }) => listCosts(database.tenant(orgId), orgId, query),
  });

  addViewRoutes(app, database);
}

function addViewRoutes(app: FastifyInstance, database: Database): void {
  endpoint(app, operations.jobViews.list, {
    handler: ({ caller }) => listViews(database.tenant(caller.orgId), caller),
  });

  endpoint(app, operations.jobViews.create, {
    handler({ caller, body }) {
      refuseBlank({ name: body.name });
      if (JSON.stringify(body.search).length > SEARCH_CHARACTERS_MAX)
        throw invalidFields({ search: [`May have at most ${SEARCH_CHARACTERS_MAX} characters as JSON.`] });
      const view = { name: body.name.trim(), search: body.search, shared: body.shared ?? false };
      return saveView(database.tenant(caller.orgId), caller, view);
    },
  });

  endpoint(app, operations.jobViews.delete, {
    load: ({ caller, params }: At<'view_id'>) => getView(database.tenant(caller.orgId), caller, params.view_id),
    handler: ({ caller, resource }) => deleteView(database.tenant(caller.orgId), caller, resource),
  });
}
