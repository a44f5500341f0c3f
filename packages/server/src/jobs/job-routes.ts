import { randomUUID } from 'node:crypto';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { getAgent } from '#agents/get-agent.ts';
import { awaitEnd } from '#http/await-end.ts';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { AppError, forbidden, invalidFields } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Archive } from './archive/archive.ts';
import { listAgentJobs } from './archive/list-agent-jobs.ts';
import { getOwnJob, type OpenedJob, openOwnJob } from './archive/open-job.ts';
import { readJobQuery } from './query/read-query.ts';
import type { Canceller } from './queue/cancel-job.ts';
import { type EventDeps, streamEvents } from './read/event-stream.ts';
import { refuseHeld } from './read/held.ts';
import { getStep } from './read/job-steps.ts';
import { getJobView } from './read/job-view.ts';
import { bulkResultView, bulkStatusView, resultView, statusView } from './read/views.ts';
import { deleteJobData, type EraseDeps } from './record/delete-data.ts';
import { isFinal } from './record/model.ts';
import { findRecord, type JobState, listExisting, listRecords, listStates } from './record/store.ts';
import { listCorrections } from './reviews/reviews.ts';
import { retryFinalJob } from './start/retry-job.ts';
import { readOrigin } from './start/run-headers.ts';
import type { Starter } from './start/start-job.ts';

export type JobRouteDeps = EraseDeps & {
  archive: Archive;
  starter: Starter;
  canceller: Canceller;
  /** The operator's address of a trace, with {trace_id}. */
  traceUrl: string | undefined;
} & EventDeps;

export function addJobRoutes(app: FastifyInstance, deps: JobRouteDeps): void {
  const { database } = deps;
  const openJob = ({ caller, params }: At<'job_id'>): Promise<OpenedJob> =>
    openOwnJob(deps, caller.orgId, params.job_id);
  const loadAgent = ({ caller, params }: At<'agent_id'>) => getAgent(database, caller.orgId, params.agent_id);

  endpoint(app, operations.jobs.get, {
    load: openJob,
    handler: (at) =>
      awaitEnd({
        ...at,
        seconds: at.query.wait,
        hasEnded: (job) => 'status_code' in job && isFinal(job.status_code),
        load: () => openJob(at),
        view: async ({ db, id, archived }) => ({
          ...(await getJobView(db, at.caller.orgId, id, {
            base: baseUrl(at.request),
            traceUrl: deps.traceUrl,
            reader: at.caller.role,
          })),
          ...(archived && { archived }),
        }),
      }),
  });

  endpoint(app, operations.jobs.step, {
    load: openJob,
    async handler({ caller, params, resource: job }) {
      await refuseHeld(job.db, caller, job);
      return getStep(job.db, caller.orgId, job.id, params.seq);
    },
  });

  endpoint(app, operations.jobs.status, { load: openJob, handler: ({ resource }) => statusView(resource) });

  endpoint(app, operations.jobs.result, {
    load: openJob,
    async handler({ caller: { orgId }, request, resource: { db, id, archived } }) {
      const view = resultView((await findRecord(db, orgId, id))!, baseUrl(request));
      return archived ? { ...view, archived } : view;
    },
  });

  endpoint(app, operations.jobs.events, {
    load: openJob,
    handler: async ({ request, reply, resource: job }) => sent(await streamEvents(deps, request, reply, job)),
  });

  endpoint(app, operations.jobs.ofAgent, {
    load: loadAgent,
    async handler({ caller: { orgId }, query, request, resource: agent }) {
      const paging = readPaging(request);
      const { count, items, leftOut } = await listAgentJobs(
        deps,
        orgId,
        agent.id,
        await readJobQuery(database.tenant(orgId), orgId, query),
        paging,
      );
      return { ...envelope(request, paging, count, items), ...(leftOut > 0 && { archived_left_out: leftOut }) };
    },
  });

  addChangeRoutes(app, deps, { openJob, loadAgent });
  addBulkRoutes(app, deps);
}

type Loads = {
  openJob(at: At<'job_id'>): Promise<OpenedJob>;
  loadAgent(at: At<'agent_id'>): ReturnType<typeof getAgent>;
};

function addChangeRoutes(app: FastifyInstance, deps: JobRouteDeps, { openJob, loadAgent }: Loads): void {
  const { database, starter, canceller } = deps;
  const loadJob = ({ caller, params }: At<'job_id'>): Promise<JobState> => getOwnJob(deps, caller.orgId, params.job_id);

  endpoint(app, operations.jobs.cancel, {
    load: openJob,
    async handler({ caller, resource: job }) {
      await canceller.cancelJob(caller, job.id);
    },
  });

  endpoint(app, operations.jobs.cancelAll, {
    load: loadAgent,
    async handler({ caller, resource: agent }) {
      const cancelled = await canceller.cancelAgentJobs(caller, agent.id);
      return {
        task_id: cancelled.length > 0 ? randomUUID() : null,
        targeted_count: cancelled.length,
        note: cancelled.length > 0 ? `${cancelled.length} jobs were cancelled.` : 'There was nothing to cancel.',
      };
    },
  });

  endpoint(app, operations.jobs.retry, {
    load: loadJob,
    handler: ({ caller, body, request, resource: job }) =>
      retryFinalJob({ database, starter }, caller, job, {
        versionId: body.agent_version_id,
        inputs: body.inputs,
        model: body.model,
        fromStep: body.from_step,
        origin: readOrigin(request),
      }),
  });

  endpoint(app, operations.jobs.deleteData, {
    load: loadJob,
    async handler({ caller, resource: job }) {
      if (!isFinal(job.status))
        throw new AppError('job_not_final', { detail: 'The job is not final yet. Cancel it first.' });
      await deps.archive.collectGarbage(caller.orgId);
      return deleteJobData(deps, caller, job.id);
    },
  });
}

function addBulkRoutes(app: FastifyInstance, { database, archive }: JobRouteDeps): void {
  async function refuseForeign(missing: string[]): Promise<void> {
    if (missing.length === 0) return;
    const foreign = await listExisting(database.system, missing);
    if (foreign.length > 0) throw forbidden('One or more of these jobs belong to another organization.');
  }

  endpoint(app, operations.jobs.statuses, {
    async handler({ caller: { orgId }, body }) {
      const ids = uniqueIds(body.job_ids);
      const jobs = new Map((await listStates(database.tenant(orgId), orgId, ids)).map((job) => [job.id, job]));
      const archived = await archive.open(orgId, without(ids, jobs), ['jobs', 'job_results']);
      for (const job of archived ? await listStates(archived.db, orgId, archived.ids) : []) jobs.set(job.id, job);
      await refuseForeign(ids.filter((id) => !jobs.has(id)));
      return ids.map((id) => bulkStatusView(id, jobs.get(id)));
    },
  });

  endpoint(app, operations.jobs.results, {
    async handler({ caller: { orgId }, body, request }) {
      const ids = uniqueIds(body.job_ids);
      const jobs = new Map((await listRecords(database.tenant(orgId), orgId, ids)).map((job) => [job.id, job]));
      const archived = await archive.open(orgId, without(ids, jobs), ['jobs', 'job_results']);
      for (const job of archived ? await listRecords(archived.db, orgId, archived.ids) : []) jobs.set(job.id, job);
      await refuseForeign(ids.filter((id) => !jobs.has(id)));
      const corrections = await listCorrections(database.tenant(orgId), orgId, [...jobs.keys()]);
      return ids.map((id) => bulkResultView(id, jobs.get(id), baseUrl(request), corrections.get(id)));
    },
  });
}

const without = (ids: string[], found: Map<string, unknown>): string[] => ids.filter((id) => !found.has(id));

function uniqueIds(ids: string[]): string[] {
  if (ids.length > limits.bulkItems)
    throw invalidFields({ job_ids: [`At most ${limits.bulkItems} ids are allowed, but there are ${ids.length}.`] });
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
