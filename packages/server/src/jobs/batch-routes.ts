import { Readable } from 'node:stream';
import { Batch, BatchBody, BatchPage } from '@errand/contract/batches.ts';
import { JsonStream } from '@errand/contract/content.ts';
import { BatchResultLine } from '@errand/contract/job-streams.ts';
import { PageQuery } from '@errand/contract/values.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { check } from '#http/validate.ts';
import type { Database, Db } from '#platform/db.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { type BatchRow, findBatch, listBatches, listBatchJobs, startBatch, viewBatches } from './batches/batches.ts';
import { retryFailed } from './batches/retry-batch.ts';
import type { Canceller } from './queue/cancel-job.ts';
import { isFinal } from './record/model.ts';
import { RunHeaders, readIdempotency, readItems, readRunObject } from './run-routes.ts';
import { readOrigin, skipsCache } from './start/run-headers.ts';
import { readMaxCost, readMetadata } from './start/run-request.ts';
import type { Starter } from './start/start-job.ts';

/** The items have messages of their own. */
const BatchOptionsBody = Type.Omit(BatchBody, ['inputs']);
const RESULTS_PAGE = 500;

export function addBatchRoutes(
  app: FastifyInstance,
  deps: { database: Database; starter: Starter; canceller: Canceller },
): void {
  const { database, starter, canceller } = deps;
  const tag = 'Batches';
  const base = '/v1/agents/batches/:batch_id/';

  async function loadBatch(request: FastifyRequest): Promise<BatchRow> {
    const { batch_id: batchId } = request.params as { batch_id: string };
    const batch = await findBatch(database.tenant(request.caller.orgId), request.caller.orgId, batchId);
    if (batch === undefined) throw notFound('batch');
    return batch;
  }

  async function view(request: FastifyRequest, batchId: string) {
    const db = database.tenant(request.caller.orgId);
    const batch = (await findBatch(db, request.caller.orgId, batchId))!;
    return (await viewBatches(db, request.caller.orgId, [batch]))[0];
  }

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/run/:agent_id/batches/',
    tag,
    summary: 'Run an agent over a list of inputs',
    description:
      'Like run-many, as one object with progress, cost limit, results and retry. Item metadata is laid over the batch’s.',
    body: BatchBody,
    headers: RunHeaders,
    responses: { 201: Batch },
    errors: ['invalid_inputs', 'invalid_request', 'idempotency_conflict', 'insufficient_credits'],
    load: (request) => getAgent(database, request.caller.orgId, (request.params as { agent_id: string }).agent_id),
    async handler(request, reply, agent) {
      const raw = readRunObject(request);
      const body = check(BatchOptionsBody, raw);
      if (!Array.isArray(raw.inputs)) throw invalidFields({ inputs: ['A list of input objects is needed.'] });
      const target = { agentId: agent.id, versionId: body.agent_version_id?.toLowerCase() };
      const snapshot = await starter.load(request.caller, target, { fresh: true });
      const items = readItems(raw.inputs, limits.batchItems, snapshot, { withMetadata: true });
      const batchId = await startBatch(starter, request.caller, target, items, {
        name: body.name ?? '',
        metadata: readMetadata(body.metadata),
        maxCost: readMaxCost(body.max_cost) ?? null,
        origin: readOrigin(request),
        skipCache: skipsCache(request),
        idempotency: readIdempotency(request, { top: raw, files: [] }),
      });
      return reply.code(201).send(await view(request, batchId));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/batches/',
    tag,
    summary: 'Batches of the organization, newest first',
    description: 'Every batch with its progress and cost, one page at a time.',
    query: PageQuery,
    responses: { 200: BatchPage },
    async handler(request) {
      const { orgId } = request.caller;
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const { count, rows } = await listBatches(db, orgId, paging);
      return envelope(request, paging, count, await viewBatches(db, orgId, rows));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: base,
    tag,
    summary: 'One batch with its progress',
    description: 'How many rows are in which state, what they cost so far, and when the rest may be done.',
    responses: { 200: Batch },
    load: loadBatch,
    handler: (request, _reply, batch) => view(request, batch.id),
  });

  endpoint(app, {
    method: 'GET',
    path: `${base}results/`,
    tag,
    summary: 'Results of a batch as JSON lines',
    description: 'One line per row: index, job_id, status, outputs, error_message.',
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', BatchResultLine) },
    load: loadBatch,
    async handler(request, reply, batch) {
      const { orgId } = request.caller;
      const lines = resultLines(database.tenant(orgId), orgId, batch.id);
      return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: `${base}cancel/`,
    tag,
    summary: 'Cancel what is not final in a batch',
    description: 'Rows that wait are cancelled at once, those that run are stopped; finished ones stay as they are.',
    responses: { 200: Batch },
    load: loadBatch,
    async handler(request, _reply, batch) {
      await canceller.cancelBatchJobs(request.caller, batch.id);
      return view(request, batch.id);
    },
  });

  endpoint(app, {
    method: 'POST',
    path: `${base}retry-failed/`,
    tag,
    summary: 'Run the failed rows of a batch again',
    description: 'A new job for every row that failed, in the same batch; the other rows stay as they are.',
    responses: { 200: Batch },
    errors: ['invalid_inputs', 'insufficient_credits'],
    load: loadBatch,
    async handler(request, _reply, batch) {
      await retryFailed(database.tenant(request.caller.orgId), starter, request.caller, batch, readOrigin(request));
      return view(request, batch.id);
    },
  });
}

async function* resultLines(db: Db, orgId: string, batchId: string): AsyncGenerator<string> {
  for (let after = -1; ; ) {
    const jobs = await listBatchJobs(db, orgId, batchId, after, RESULTS_PAGE);
    let text = '';
    for (const job of jobs) {
      const outputs = isFinal(job.status) ? job.outputs : null;
      text += `${JSON.stringify({ index: job.index, job_id: job.id, status: job.status, outputs, error_message: job.error_message })}\n`;
    }
    if (text !== '') yield text;
    if (jobs.length < RESULTS_PAGE) return;
    after = jobs.at(-1)!.index;
  }
}
