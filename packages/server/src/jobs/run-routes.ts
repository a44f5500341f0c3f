import { OutputItem, RunBody, RunManyBody } from '@errand/contract/jobs.ts';
import { RunForm, RunMultipart } from '@errand/contract/run-forms.ts';
import { Uuid } from '@errand/contract/values.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Snapshot } from '#agents/snapshot.ts';
import { discardStaged } from '#files/keep-content.ts';
import { bodyKind, jsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import type { EndpointOptions } from '#http/endpoint-options.ts';
import { AppError, invalidFields, invalidInputs } from '#platform/errors.ts';
import { isJsonObject, JsonError } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { listBatchJobIds, tieToQuery } from './batches/sql-batches.ts';
import { outputViews } from './read/views.ts';
import { jobStatus, priority } from './record/model.ts';
import { hashBody, readIdempotencyKey } from './start/idempotency.ts';
import { readRunBody } from './start/read-run-body.ts';
import { readOrigin, skipsCache } from './start/run-headers.ts';
import { itemName, type RunRequest, readRunRequest, refuseOrganization, unreadableBody } from './start/run-request.ts';
import { runSync, type SyncDeps } from './start/run-sync.ts';
import type { Target } from './start/snapshots.ts';
import type { StartOptions } from './start/start-options.ts';

export const RunHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({ description: 'The same key, path and body within 24 hours give what the first call gave.' }),
  ),
  'X-Skip-Cache': Type.Optional(
    Type.String({ description: '`true`: do not read the cache; the fresh result replaces the entry.' }),
  ),
});

const JobHeader = Type.Object({
  'X-Agent-Job-Id': Type.String({ format: 'uuid', description: 'The job behind this answer, once there is one.' }),
});

export function addRunRoutes(app: FastifyInstance, deps: SyncDeps & { storage: Storage }): void {
  const { starter } = deps;
  const target = (request: FastifyRequest): Target => {
    const { agent_id: agentId, agent_version_id: versionId } = request.params as Record<string, string>;
    return { agentId: agentId!, versionId };
  };
  const shared = {
    method: 'POST',
    tag: 'Runs',
    // A multipart body is read once, by the definitions of the moment; what it holds for others is gone then.
    load: (request: FastifyRequest) =>
      starter.load(request.caller, target(request), { fresh: bodyKind(request) === 'multipart' }),
    headers: RunHeaders,
    errors: ['invalid_inputs', 'invalid_request', 'idempotency_conflict', 'insufficient_credits'],
  } satisfies Partial<EndpointOptions<Snapshot>>;
  const single = {
    ...shared,
    accepts: ['json', 'form', 'multipart'],
    body: RunBody,
    bodies: { form: RunForm, multipart: RunMultipart },
  } satisfies Partial<EndpointOptions<Snapshot>>;

  const options = (
    request: FastifyRequest,
    run: Pick<RunRequest, 'top' | 'files'>,
    urgency: number,
    snapshot?: Snapshot,
  ): StartOptions => ({
    caller: request.caller,
    target: target(request),
    origin: readOrigin(request),
    priority: urgency,
    skipCache: skipsCache(request),
    idempotency: readIdempotency(request, run),
    ...(snapshot && { snapshot }),
  });

  /** What was remembered of the agent may be old: a body is refused only by what is, and a deleted agent is a 404. */
  function readWith<T>(
    request: FastifyRequest,
    snapshot: Snapshot,
    read: (snapshot: Snapshot) => T | Promise<T>,
  ): T | Promise<T> {
    try {
      return read(snapshot);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Promise.resolve(starter.load(request.caller, target(request), { fresh: true })).then(read);
    }
  }

  const readOne = (request: FastifyRequest, snapshot: Snapshot): RunRequest | Promise<RunRequest> =>
    readWith(request, snapshot, (current) => readRunBody(request, current, deps.storage));

  async function startOne(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): Promise<FastifyReply> {
    const given = readOne(request, snapshot);
    const run = given instanceof Promise ? await given : given;
    try {
      const outcome = await starter.start([run], options(request, run, priority.normal, snapshot));
      return sendJson(reply, 'repeatedJobIds' in outcome ? outcome.repeatedJobIds[0] : outcome[0]!.job.id);
    } finally {
      if (run.files.length > 0) await discardStaged(deps.storage, run.files);
    }
  }

  async function runToEnd(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): Promise<unknown> {
    const run = await readOne(request, snapshot);
    const start = { ...options(request, run, priority.waiting), snapshot };
    const job = await runSync(deps, run, start, (jobId) => {
      reply.header('x-agent-job-id', jobId);
    }).finally(() => discardStaged(deps.storage, run.files));
    if (job.status === jobStatus.cancelled)
      throw new AppError('job_failed', { detail: job.errorMessage ?? 'The job was cancelled.' });
    if (job.status === jobStatus.failure)
      throw new AppError('job_failed', { detail: job.errorMessage ?? 'The job failed.' });
    return outputViews(job);
  }

  for (const path of ['/v1/agents/run/:agent_id/', '/v1/agents/run/:agent_id/versions/:agent_version_id/']) {
    const what = path.includes('versions') ? 'one version of an agent' : 'an agent';
    endpoint(app, {
      ...single,
      path,
      summary: `Run ${what} and wait for the outputs`,
      description:
        'Answers when the job is final. A job that fails is a 400 with its error. The header X-Agent-Job-Id names the job.',
      responses: { 200: Type.Array(OutputItem) },
      answerHeaders: JobHeader,
      errors: [...shared.errors, 'job_failed'],
      handler: runToEnd,
    });
    endpoint(app, {
      ...single,
      path: `${path}async/`,
      summary: `Run ${what} in the background`,
      description: 'Answers with the id of the new job as soon as it is durably accepted.',
      responses: { 200: Uuid },
      handler: startOne,
    });
  }

  endpoint(app, {
    ...shared,
    path: '/v1/agents/run/:agent_id/async/many/',
    summary: 'Run an agent many times in the background',
    description: 'All items are checked before any job is made. Metadata is ignored here; batches keep it.',
    body: RunManyBody,
    responses: { 200: Type.Array(Uuid) },
    async handler(request, reply, snapshot) {
      const { top, runs } = await readWith(request, snapshot, (current) => readMany(request, current));
      const start = options(request, { top, files: [] }, priority.bulk);
      const tie = await tieToQuery(deps.database, request.caller, top.worksheet_query_id, runs.length);
      const outcome = await starter.start(runs, { ...start, ...tie, itemName });
      if (!('repeatedJobIds' in outcome))
        return sendJson(
          reply,
          outcome.map(({ job }) => job.id),
        );
      // What is remembered of tied jobs is their batch.
      const repeated =
        tie.batchId === undefined
          ? outcome.repeatedJobIds
          : await listBatchJobIds(deps.database, request.caller, outcome);
      return sendJson(reply, repeated);
    },
  });
}

function readMany(request: FastifyRequest, snapshot: Snapshot) {
  const top = readRunObject(request);
  refuseOrganization(top.organization_id);
  if (!Array.isArray(top.inputs)) throw invalidFields({ inputs: ['A list of input objects is needed.'] });
  return { top, runs: readItems(top.inputs, limits.bulkItems, snapshot, { withMetadata: false }) };
}

/** The JSON object of a call that starts jobs, whose unreadable bodies have a shape of their own. */
export function readRunObject(request: FastifyRequest): Record<string, unknown> {
  try {
    return jsonObject(request);
  } catch (error) {
    if (error instanceof JsonError) throw unreadableBody(`Request body: ${error.message}`);
    throw error;
  }
}

/** The items of run-many and of batches as requests; one message for each that cannot be one. */
export function readItems(
  items: unknown[],
  itemsMax: number,
  snapshot: Snapshot,
  options: { withMetadata: boolean },
): RunRequest[] {
  if (items.length === 0) throw invalidFields({ inputs: ['At least one item is needed.'] });
  if (items.length > itemsMax)
    throw invalidFields({ inputs: [`At most ${itemsMax} items are taken, but there are ${items.length}.`] });
  const keys = new Set(snapshot.version.inputDefinitions.map((definition) => definition.key));
  const problems: string[] = [];
  const requests = items.flatMap((item, index) => {
    if (!isJsonObject(item)) {
      problems.push(`${itemName(index)}: has to be an object.`);
      return [];
    }
    try {
      return readRunRequest(item, { form: false, defined: (name) => keys.has(name), ...options });
    } catch (error) {
      if (!(error instanceof AppError && error.options.fields)) throw error;
      for (const [name, messages] of Object.entries(error.options.fields))
        problems.push(`${itemName(index)}: ${name}: ${[messages].flat().join(' ')}`);
      return [];
    }
  });
  if (problems.length > 0) throw invalidInputs(problems);
  return requests;
}

export function readIdempotency(
  request: FastifyRequest,
  run: Pick<RunRequest, 'top' | 'files'>,
): StartOptions['idempotency'] {
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined) return undefined;
  // Without the query and with the final slash: all spellings of a path are one operation.
  const path = `${request.url.split('?', 1)[0]!.replace(/\/+$/, '')}/`.toLowerCase();
  return { key, path, bodyHash: hashBody(run.top, run.files) };
}

/** A bare JSON string must not become text/plain. */
function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
