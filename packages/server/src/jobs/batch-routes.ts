import { Readable } from 'node:stream';
import { BatchBody } from '@errand/contract/batches.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { untilLeft } from '#http/until-left.ts';
import { check } from '#http/validate.ts';
import type { Database, Db } from '#platform/db.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Archive } from './archive/archive.ts';
import { type BatchRow, findBatch, listBatches, listBatchJobs, startBatch, viewBatches } from './batches/batches.ts';
import { retryFailed } from './batches/retry-batch.ts';
import { untilBatchEnds } from './batches/wait-for-batch.ts';
import type { Canceller } from './queue/cancel-job.ts';
import { isFinal } from './record/model.ts';
import type { Watcher } from './record/watch.ts';
import { readOrigin, skipsCache } from './start/run-headers.ts';
import { readIdempotency, readItems, readRunObject } from './start/run-items.ts';
import { readMaxCost, readMetadata } from './start/run-request.ts';
import type { Starter } from './start/start-job.ts';

/** Without the items, which have messages of their own. */
const BatchOptionsBody = Type.Omit(BatchBody, ['inputs']);
const RESULTS_PAGE = 500;

type Deps = {
  database: Database;
  archive: Archive;
  starter: Starter;
  canceller: Canceller;
  watcher: Watcher;
  stopping: AbortSignal;
};

/** Reads batches, of which the jobs may be archived, and waits for their end. */
function createBatchReader({ database, archive, watcher, stopping }: Deps) {
  async function load({ caller: { orgId }, params }: At<'batch_id'>): Promise<BatchRow> {
    const batch = await findBatch(database.tenant(orgId), orgId, params.batch_id);
    if (batch === undefined) throw notFound('batch');
    return batch;
  }

  async function view(orgId: string, batchId: string) {
    const db = database.tenant(orgId);
    const batch = (await findBatch(db, orgId, batchId))!;
    const [live] = await viewBatches(db, orgId, [batch]);
    if (live!.left_out === undefined) return live!;
    const archived = await archive.openBatch(orgId, batchId);
    return archived ? (await viewBatches(archived.db, orgId, [batch]))[0]! : live!;
  }

  async function untilEnd(orgId: string, batchId: string, wait: number, reply: FastifyReply): Promise<void> {
    if (wait === 0) return;
    using left = untilLeft(reply, stopping);
    const { signal } = left;
    await untilBatchEnds(database.tenant(orgId), watcher, { orgId, batchId, signal, limitMs: wait * 1_000 });
  }

  return { load, view, untilEnd };
}

export function addBatchRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, archive, starter, canceller } = deps;
  const { load, view, untilEnd } = createBatchReader(deps);

  endpoint(app, operations.batches.create, {
    load: ({ caller, params }) => getAgent(database, caller.orgId, params.agent_id),
    readBody({ request }) {
      const top = readRunObject(request);
      const options = check(BatchOptionsBody, top);
      if (!Array.isArray(top.inputs)) throw invalidFields({ inputs: ['A list of input objects is needed.'] });
      return { top, inputs: top.inputs, options };
    },
    async handler({ caller, body: { top, inputs, options }, request, resource: agent }) {
      const target = { agentId: agent.id, versionId: options.agent_version_id?.toLowerCase() };
      const snapshot = await starter.load(caller, target, { fresh: true });
      const items = readItems(inputs, limits.batchItems, snapshot, { withMetadata: true });
      const batchId = await startBatch(starter, caller, target, items, {
        name: options.name ?? '',
        metadata: readMetadata(options.metadata),
        maxCost: readMaxCost(options.max_cost) ?? null,
        origin: readOrigin(request),
        skipCache: skipsCache(request),
        idempotency: readIdempotency(request, { top, files: [] }),
      });
      return view(caller.orgId, batchId);
    },
  });

  endpoint(app, operations.batches.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const { count, rows } = await listBatches(db, orgId, paging);
      return envelope(request, paging, count, await viewBatches(db, orgId, rows));
    },
  });

  endpoint(app, operations.batches.get, {
    load,
    async handler({ caller: { orgId }, query: { wait = 0 }, reply, resource: { id } }) {
      await untilEnd(orgId, id, wait, reply);
      return view(orgId, id);
    },
  });

  endpoint(app, operations.batches.results, {
    load,
    async handler({ caller: { orgId }, query: { wait = 0 }, reply, resource }) {
      const { id } = resource;
      await untilEnd(orgId, id, wait, reply);
      const live = database.tenant(orgId);
      const isWhole = (await viewBatches(live, orgId, [resource]))[0]!.left_out === undefined;
      const archived = isWhole ? undefined : await archive.openBatch(orgId, id);
      const lines = resultLines(archived?.db ?? live, orgId, id);
      return sent(reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines)));
    },
  });

  endpoint(app, operations.batches.cancel, {
    load,
    async handler({ caller, resource: batch }) {
      await canceller.cancelBatchJobs(caller, batch.id);
      return view(caller.orgId, batch.id);
    },
  });

  endpoint(app, operations.batches.retryFailed, {
    load,
    async handler({ caller, request, resource: batch }) {
      // Archived jobs are brought back, so that they can run again.
      const archived = await archive.openBatch(caller.orgId, batch.id);
      if (archived !== undefined) await archive.bringBack(caller.orgId, archived.ids);
      await retryFailed(database.tenant(caller.orgId), starter, caller, batch, readOrigin(request));
      return view(caller.orgId, batch.id);
    },
  });
}

async function* resultLines(db: Db, orgId: string, batchId: string): AsyncGenerator<string> {
  for (let after = -1; ; ) {
    const jobs = await listBatchJobs(db, orgId, batchId, after, RESULTS_PAGE);
    let text = '';
    for (const job of jobs) {
      const outputs = isFinal(job.status) ? job.outputs : null;
      const { index, id, status, error_message, metadata } = job;
      text += `${JSON.stringify({ index, job_id: id, status, outputs, error_message, metadata })}\n`;
    }
    if (text !== '') yield text;
    if (jobs.length < RESULTS_PAGE) return;
    after = jobs.at(-1)!.index;
  }
}
