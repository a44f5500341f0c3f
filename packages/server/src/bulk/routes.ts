import { Readable } from 'node:stream';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { awaitEnd, isFinished } from '#http/await-end.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { readOrigin } from '#jobs/start/run-headers.ts';
import type { Database } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Workspace } from '#workspace/runtime.ts';
import { canUndo, changeOperation, undoOperation } from './change.ts';
import { jobsAsCsv, jobsAsParquet } from './export.ts';
import { planOperation } from './plan.ts';
import { createBulkRuntime } from './runtime.ts';
import { type BulkRow, findOperation, type ItemRow, listItems, listOperations } from './store.ts';

type BulkDeps = {
  database: Database;
  archive: Archive;
  workspace: Pick<Workspace, 'storage' | 'engine' | 'slots' | 'settings'>;
};

export const service: Service<BulkDeps & Parameters<typeof createBulkRuntime>[0]> = (context) => ({
  routes: (app) => addBulkRoutes(app, context),
  work: [createBulkRuntime(context)],
});

function addBulkRoutes(app: FastifyInstance, { database, archive, workspace }: BulkDeps): void {
  async function get(orgId: string, id: string): Promise<BulkRow> {
    const row = await findOperation(database.tenant(orgId), orgId, id);
    if (row === undefined) throw notFound('bulk action');
    return row;
  }
  const load = ({ caller, params }: At<'operation_id'>) => get(caller.orgId, params.operation_id);
  const answer = async (orgId: string, id: string) => view(await get(orgId, id));

  endpoint(app, operations.bulk.plan, {
    handler: async ({ caller, body, request }) =>
      answer(caller.orgId, await planOperation({ database, archive }, caller, body, readOrigin(request))),
  });

  endpoint(app, operations.bulk.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listOperations(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(view));
    },
  });

  endpoint(app, operations.bulk.get, {
    load,
    handler: (at) => awaitEnd({ ...at, seconds: at.query.wait, hasEnded: isFinished, load: () => load(at), view }),
  });

  endpoint(app, operations.bulk.items, {
    load,
    async handler({ caller: { orgId }, query, request, resource }) {
      const paging = readPaging(request);
      const wanted = { id: resource.id, status: query.status, size: paging.size, offset: paging.offset };
      const { count, rows } = await listItems(database.tenant(orgId), orgId, wanted);
      return envelope(request, paging, count, rows.map(itemView));
    },
  });

  for (const verb of ['start', 'pause', 'resume', 'cancel'] as const) {
    endpoint(app, operations.bulk[verb], {
      load,
      async handler({ caller, resource }) {
        await changeOperation(database, caller, resource, verb);
        return answer(caller.orgId, resource.id);
      },
    });
  }

  endpoint(app, operations.bulk.undo, {
    load,
    handler: async ({ caller, request, resource }) =>
      answer(caller.orgId, await undoOperation(database, caller, resource, readOrigin(request))),
  });

  endpoint(app, operations.bulk.file, {
    load,
    async handler({ caller: { orgId }, query: { format = 'csv' }, reply, resource }) {
      const db = database.tenant(orgId);
      reply.header('content-disposition', `attachment; filename="jobs-${resource.id}.${format}"`);
      if (format === 'csv')
        return sent(reply.type('text/csv; charset=utf-8').send(Readable.from(jobsAsCsv(db, orgId, resource.id))));
      const { storage } = workspace;
      const key = await jobsAsParquet(workspace, db, orgId, resource.id);
      const content = await storage.get(key);
      if (content === undefined) throw new AppError('storage_failed');
      content.stream.once('close', () => void storage.delete(key).catch(() => undefined));
      return sent(
        reply.header('content-length', content.size).type('application/vnd.apache.parquet').send(content.stream),
      );
    },
  });
}

const view = (row: BulkRow) => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  filter: row.filter,
  total: row.total,
  left_out: row.left_out,
  searched_to: row.searched_to?.toISOString() ?? null,
  estimated_cost: row.estimated_cost,
  counts: row.counts,
  evaluation_set_id: row.evaluation_set_id,
  with_current_version: row.with_current_version,
  can_undo: canUndo(row),
  undoes: row.undoes,
  undone_by: row.undone_by,
  paused_because: row.paused_because,
  creator: row.email,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});

const itemView = ({ position, job_id, status, new_job_id, reason, at }: ItemRow) => ({
  position,
  job_id,
  status,
  // The new job does not exist before the item is done.
  new_job_id: status === 'done' ? new_job_id : null,
  reason,
  at: at?.toISOString() ?? null,
});
