import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Snapshot } from '#agents/snapshot.ts';
import { discardStaged } from '#files/keep-content.ts';
import { baseUrl } from '#http/base-url.ts';
import { bodyKind } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { listBatchJobIds, tieToQuery } from './batches/sql-batches.ts';
import { type EventDeps, streamEvents } from './read/event-stream.ts';
import { publishReferences } from './read/public-references.ts';
import { outputViews } from './read/views.ts';
import { jobStatus, priority } from './record/model.ts';
import { findRecord } from './record/store.ts';
import { estimateRun } from './start/estimate-run.ts';
import { readRunBody } from './start/read-run-body.ts';
import { readOrigin, skipsCache } from './start/run-headers.ts';
import { readIdempotency, readItems, readRunObject } from './start/run-items.ts';
import { itemName, type RunRequest, refuseOrganization } from './start/run-request.ts';
import { runSync, type SyncDeps, startSync } from './start/run-sync.ts';
import type { Target } from './start/snapshots.ts';
import type { StartOptions } from './start/start-options.ts';

/** Has a version only if the path names one. */
type RunAt = At<'agent_id'> & { params: { agent_version_id?: string } };
type Loaded = RunAt & { resource: Snapshot };

export function addRunRoutes(app: FastifyInstance, deps: SyncDeps & EventDeps & { storage: Storage }): void {
  const { starter, storage } = deps;

  // A multipart body can be read only once, so it needs the current input definitions.
  const load = (at: RunAt): Snapshot | Promise<Snapshot> =>
    starter.load(at.caller, targetOf(at), { fresh: bodyKind(at.request) === 'multipart' });

  /** Reads the body again with a fresh agent before it is refused, because the cached one may be stale or deleted. */
  function readWith<T>(at: Loaded, read: (snapshot: Snapshot) => T | Promise<T>): T | Promise<T> {
    try {
      return read(at.resource);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Promise.resolve(starter.load(at.caller, targetOf(at), { fresh: true })).then(read);
    }
  }
  const readBody = (at: Loaded): RunRequest | Promise<RunRequest> =>
    readWith(at, (snapshot) => readRunBody(at.request, snapshot, storage));

  /** Answers with the events of the job instead of its outputs. */
  async function runAsEvents(at: Loaded & { body: RunRequest }) {
    const options = { ...startOptions(at, at.body, priority.waiting), snapshot: at.resource };
    const { jobId } = await startSync(deps, at.body, options, () => discardStaged(storage, at.body.files));
    const { orgId } = at.caller;
    const db = deps.database.tenant(orgId);
    at.reply.header('x-agent-job-id', jobId);
    return sent(
      await streamEvents(deps, at.request, at.reply, {
        id: jobId,
        db,
        async addToEnd() {
          const job = await findRecord(db, orgId, jobId);
          return { outputs: job ? publishReferences(outputViews(job), baseUrl(at.request)) : [] };
        },
      }),
    );
  }

  async function run(at: Loaded & { body: RunRequest }) {
    if (at.body.isLow) throw invalidFields({ priority: ['Only for asynchronous runs, since here somebody waits.'] });
    if (wantsEvents(at.request)) return runAsEvents(at);
    const options = { ...startOptions(at, at.body, priority.waiting), snapshot: at.resource };
    const job = await runSync(deps, at.body, options, (jobId) => {
      at.reply.header('x-agent-job-id', jobId);
    }).finally(() => discardStaged(storage, at.body.files));
    if (job.status === jobStatus.cancelled)
      throw new AppError('job_failed', { detail: job.errorMessage ?? 'The job was cancelled.' });
    if (job.status === jobStatus.failure)
      throw new AppError('job_failed', {
        detail: job.errorMessage ?? 'The job failed.',
        ...(job.errorCode !== null && { extra: { failure_code: job.errorCode } }),
      });
    return publishReferences(outputViews(job), baseUrl(at.request));
  }

  async function start(at: Loaded & { body: RunRequest }): Promise<string> {
    const urgency = at.body.isLow ? priority.bulk : priority.normal;
    const options = { ...startOptions(at, at.body, urgency), snapshot: at.resource };
    try {
      const outcome = await starter.start([at.body], options);
      return 'repeatedJobIds' in outcome ? outcome.repeatedJobIds[0]! : outcome[0]!.job.id;
    } finally {
      if (at.body.files.length > 0) await discardStaged(storage, at.body.files);
    }
  }

  endpoint(app, operations.runs.run, { load, readBody, handler: run });
  endpoint(app, operations.runs.start, { load, readBody, handler: start });
  endpoint(app, operations.runs.runVersion, { load, readBody, handler: run });
  endpoint(app, operations.runs.startVersion, { load, readBody, handler: start });

  endpoint(app, operations.runs.estimate, {
    load,
    readBody: ({ request }) => readRunObject(request),
    handler: ({ caller: { orgId }, resource }) => estimateRun(deps.database.tenant(orgId), orgId, resource.agentId),
  });

  endpoint(app, operations.runs.startMany, {
    load,
    readBody: (at) => readWith(at, (snapshot) => readMany(at.request, snapshot)),
    async handler(at) {
      const { top, runs } = at.body;
      const tie = await tieToQuery(deps.database, at.caller, top.worksheet_query_id, runs.length);
      const options = { ...startOptions(at, { top, files: [] }, priority.bulk), ...tie, itemName };
      const outcome = await starter.start(runs, options);
      if (!('repeatedJobIds' in outcome)) return outcome.map(({ job }) => job.id);
      // For jobs tied to a query, the idempotency key stores the batch.
      return tie.batchId === undefined ? outcome.repeatedJobIds : listBatchJobIds(deps.database, at.caller, outcome);
    },
  });
}

const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.split(',').some((one) => one.split(';')[0]!.trim().toLowerCase() === 'text/event-stream') === true;

const targetOf = ({ params: { agent_id: agentId, agent_version_id: versionId } }: RunAt): Target => ({
  agentId,
  versionId,
});

const startOptions = (at: RunAt, run: Pick<RunRequest, 'top' | 'files'>, urgency: number): StartOptions => ({
  caller: at.caller,
  target: targetOf(at),
  origin: readOrigin(at.request),
  priority: urgency,
  skipCache: skipsCache(at.request),
  idempotency: readIdempotency(at.request, run),
});

function readMany(request: FastifyRequest, snapshot: Snapshot) {
  const top = readRunObject(request);
  refuseOrganization(top.organization_id);
  if (!Array.isArray(top.inputs)) throw invalidFields({ inputs: ['A list of input objects is needed.'] });
  return { top, runs: readItems(top.inputs, limits.bulkItems, snapshot, { withMetadata: false }) };
}
