import { randomUUID } from 'node:crypto';
import { JsonStream } from '@errand/contract/content.ts';
import { JobListQuery, JobPage } from '@errand/contract/job-lists.ts';
import { EventData } from '@errand/contract/job-streams.ts';
import {
  BulkResult,
  BulkStatus,
  CancelledAll,
  DeletedData,
  JobIdsBody,
  JobResultView,
  JobStatusView,
  JobView,
  RetryBody,
} from '@errand/contract/jobs.ts';
import { Uuid } from '@errand/contract/values.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody, readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { AppError, forbidden, invalidFields } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Canceller } from './queue/cancel-job.ts';
import { type EventDeps, streamEvents } from './read/event-stream.ts';
import { getJobView } from './read/job-view.ts';
import { listJobs } from './read/list-jobs.ts';
import { bulkResultView, bulkStatusView, resultView, statusView } from './read/views.ts';
import { deleteJobData } from './record/delete-data.ts';
import { getOwnJob } from './record/get-job.ts';
import { isFinal } from './record/model.ts';
import { findRecord, type JobState, listExisting, listRecords, listStates } from './record/store.ts';
import { hasVerdict } from './reviews/review-views.ts';
import { listCorrections } from './reviews/reviews.ts';
import { retryFinalJob } from './start/retry-job.ts';
import { readOrigin } from './start/run-headers.ts';
import type { Starter } from './start/start-job.ts';

export type JobRouteDeps = { database: Database; storage: Storage; starter: Starter; canceller: Canceller } & EventDeps;

export function addJobRoutes(app: FastifyInstance, deps: JobRouteDeps): void {
  const { database, storage, starter, canceller } = deps;

  const loadJob = (request: FastifyRequest): Promise<JobState> =>
    getOwnJob(database, request.caller.orgId, (request.params as { job_id: string }).job_id);

  const loadAgent = (request: FastifyRequest) =>
    getAgent(database, request.caller.orgId, (request.params as { agent_id: string }).agent_id);

  const tag = 'Jobs';
  const path = (rest: string): string => `/v1/agents/jobs/:job_id/${rest}`;

  endpoint(app, {
    method: 'GET',
    path: path(''),
    tag,
    summary: 'One job in full',
    description: 'Status, inputs, outputs, cost, why the cache was or was not used, and every recorded step.',
    responses: { 200: JobView },
    load: loadJob,
    handler: (request, _reply, job) => getJobView(database.tenant(request.caller.orgId), request.caller.orgId, job.id),
  });

  endpoint(app, {
    method: 'GET',
    path: path('status/'),
    tag,
    summary: 'Status of a job',
    description: 'The state and the time of its latest change: cheap enough to be asked every second.',
    responses: { 200: JobStatusView },
    load: loadJob,
    handler: async (_request, _reply, job) => statusView(job),
  });

  endpoint(app, {
    method: 'GET',
    path: path('result/'),
    tag,
    summary: 'Result of a job',
    description: 'Before the end of the job the outputs are empty.',
    responses: { 200: JobResultView },
    load: loadJob,
    async handler(request, _reply, job) {
      const { orgId } = request.caller;
      return resultView((await findRecord(database.tenant(orgId), orgId, job.id))!);
    },
  });

  endpoint(app, {
    method: 'GET',
    path: path('events/'),
    tag,
    summary: 'Follow a job as server-sent events',
    description:
      'Events `status`, `step`, `progress`, then `end`. `Last-Event-ID` resumes; the stream ends with the job.',
    headers: Type.Object({
      'Last-Event-ID': Type.Optional(Type.String({ description: 'Id of the last event that was received.' })),
    }),
    responses: {
      200: JsonStream('text/event-stream', 'The events.', EventData),
      204: null,
    },
    load: loadJob,
    handler: (request, reply, job) => streamEvents(deps, request, reply, job.id),
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/jobs/statuses/',
    role: 'viewer',
    tag,
    summary: 'Status of many jobs',
    description: 'One element per id, in the order asked; an unknown id has nulls.',
    body: JobIdsBody,
    responses: { 200: Type.Array(BulkStatus) },
    async handler(request) {
      const ids = readJobIds(request);
      const { orgId } = request.caller;
      const jobs = new Map((await listStates(database.tenant(orgId), orgId, ids)).map((job) => [job.id, job]));
      await refuseForeign(ids.filter((id) => !jobs.has(id)));
      return ids.map((id) => bulkStatusView(id, jobs.get(id)));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/jobs/results/',
    role: 'viewer',
    tag,
    summary: 'Results of many jobs',
    description: 'Up to 1000 jobs in the order of the ids. An id that is unknown has null in every other member.',
    body: JobIdsBody,
    responses: { 200: Type.Array(BulkResult) },
    async handler(request) {
      const ids = readJobIds(request);
      const { orgId } = request.caller;
      const jobs = new Map((await listRecords(database.tenant(orgId), orgId, ids)).map((job) => [job.id, job]));
      await refuseForeign(ids.filter((id) => !jobs.has(id)));
      const decided = [...jobs.values()].filter((job) => hasVerdict(job.outputs)).map((job) => job.id);
      const corrections = await listCorrections(database.tenant(orgId), orgId, decided);
      return ids.map((id) => bulkResultView(id, jobs.get(id), corrections.get(id)));
    },
  });

  async function refuseForeign(missing: string[]): Promise<void> {
    if (missing.length === 0) return;
    const foreign = await listExisting(database.system, missing);
    if (foreign.length > 0) throw forbidden('One or more of these jobs belong to another organization.');
  }

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/:agent_id/jobs/',
    tag,
    summary: 'Jobs of an agent',
    description: 'Filtered, ordered and one page at a time; the newest come first.',
    query: JobListQuery,
    responses: { 200: JobPage },
    load: loadAgent,
    async handler(request, _reply, agent) {
      const query = readQuery(request, JobListQuery);
      const paging = readPaging(request);
      const { orgId } = request.caller;
      const { count, items } = await listJobs(database, orgId, agent.id, query, paging);
      return envelope(request, paging, count, items);
    },
  });

  endpoint(app, {
    method: 'POST',
    path: path('cancel/'),
    tag,
    summary: 'Cancel a job',
    description: 'Works on jobs that are not final; on a final one it changes nothing.',
    responses: { 204: null },
    load: loadJob,
    async handler(request, reply, job) {
      await canceller.cancelJob(request.caller, job.id);
      return reply.code(204).send();
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/:agent_id/jobs/cancel-all/',
    tag,
    summary: 'Cancel every job of an agent that is not final',
    description: 'Jobs that wait are cancelled at once, those that run are stopped. The answer counts them.',
    responses: { 200: CancelledAll },
    load: loadAgent,
    async handler(request, _reply, agent) {
      const cancelled = await canceller.cancelAgentJobs(request.caller, agent.id);
      return {
        task_id: cancelled.length > 0 ? randomUUID() : null,
        targeted_count: cancelled.length,
        note: cancelled.length > 0 ? `${cancelled.length} jobs were cancelled.` : 'There was nothing to cancel.',
      };
    },
  });

  endpoint(app, {
    method: 'POST',
    path: path('retry/'),
    tag,
    summary: 'Run a finished job again',
    description: 'Makes a new job with the same inputs and metadata, with the same version or another one.',
    body: RetryBody,
    responses: { 201: Uuid },
    errors: ['invalid_request', 'invalid_inputs', 'insufficient_credits'],
    load: loadJob,
    async handler(request, reply, job) {
      const { agent_version_id: versionId } = readBody(request, RetryBody);
      const jobId = await retryFinalJob({ database, starter }, request.caller, job, {
        versionId,
        origin: readOrigin(request),
      });
      return reply.code(201).type('application/json; charset=utf-8').send(JSON.stringify(jobId));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: path('delete-data/'),
    tag,
    summary: 'Delete the data of a job',
    description:
      'Removes inputs, outputs, steps, artifacts and references; the job itself stays with its status and metadata.',
    responses: { 200: DeletedData },
    errors: ['invalid_request'],
    load: loadJob,
    async handler(request, _reply, job) {
      if (!isFinal(job.status))
        throw new AppError('invalid_request', { detail: 'The job is not final yet. Cancel it first.' });
      return deleteJobData({ database, storage }, request.caller, job.id);
    },
  });
}

function readJobIds(request: FastifyRequest): string[] {
  const { job_ids: ids } = readBody(request, JobIdsBody);
  if (ids.length > limits.bulkItems)
    throw invalidFields({ job_ids: [`At most ${limits.bulkItems} ids are taken, but there are ${ids.length}.`] });
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
