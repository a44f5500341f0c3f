import { Readable } from 'node:stream';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { getOwnJob, type OpenedJob, openOwnJob } from '#jobs/archive/open-job.ts';
import { listArchiveMonths } from '#jobs/archive/status.ts';
import { refuseHeld } from '#jobs/read/held.ts';
import { listCertificates } from '#jobs/record/certificates.ts';
import { listHolds, placeHold, releaseHold } from '#jobs/record/holds.ts';
import type { JobState } from '#jobs/record/store.ts';
import { findRetention, setRetention } from '#jobs/retention/settings.ts';
import { contestJob } from '#jobs/reviews/contest.ts';
import { taskView } from '#jobs/reviews/task-view.ts';
import { readMoment } from '#orgs/moment.ts';
import type { Database } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Signer } from '#signing/signer.ts';
import { buildCaseFile, describeJob } from './case-file/build.ts';
import { collectCase } from './case-file/collect.ts';
import { listCases } from './case-file/list-cases.ts';
import { findCase } from './case-file/sources.ts';
import { findExplanation, getExplanation } from './explanation/find-explanation.ts';
import { createCaseRuntime } from './runtime.ts';

type Deps = {
  database: Database;
  storage: Storage;
  signer: Signer;
  archive: Archive;
  archiveAfterMonths: number;
  version: string;
};

// Routes for the accountability of ended jobs: case files, explanations, legal holds, retention and certificates.

/** Default period for a list of cases. */
const PERIOD_MS = 30 * 86_400_000;

type Needs = Omit<Deps, 'archiveAfterMonths'> &
  Parameters<typeof createCaseRuntime>[0] & { config: Pick<Deps, 'archiveAfterMonths'> };

export const service: Service<Needs> = ({ config: { archiveAfterMonths }, ...deps }) => ({
  routes: (app) => addCaseRoutes(app, { ...deps, archiveAfterMonths }),
  work: [{ name: 'cases', ...createCaseRuntime(deps) }],
});

function addCaseRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, storage, signer, version } = deps;
  const load = ({ caller, params }: At<'job_id'>): Promise<JobState> => getOwnJob(deps, caller.orgId, params.job_id);
  async function open({ caller, params }: At<'job_id'>): Promise<OpenedJob> {
    const job = await openOwnJob(deps, caller.orgId, params.job_id);
    await refuseHeld(job.db, caller, job);
    return job;
  }

  endpoint(app, operations.cases.file, {
    load: open,
    async handler({ caller: { orgId }, reply, resource: job }) {
      const { db } = job;
      const found = await findCase(db, orgId, job.id);
      if (found === undefined) throw new AppError('job_not_final');
      const explanation = await findExplanation({ db, storage, orgId }, job.id);
      const contents = await collectCase(db, orgId, { ...found, explanation });
      const { size, pieces } = await buildCaseFile({
        storage,
        parts: contents.parts,
        facts: describeJob(contents, orgId, version),
        key: await signer.keyOf(orgId),
      });
      reply.header('content-disposition', `attachment; filename="case-${job.id}.zip"`);
      reply.header('content-length', size).header('cache-control', 'private, no-store').type('application/zip');
      return sent(reply.send(Readable.from(pieces, { objectMode: false })));
    },
  });

  endpoint(app, operations.cases.index, {
    async handler({ caller: { orgId }, query: { from, to, agent_id: agentId = null } }) {
      const end = readMoment('to', to)?.getTime() ?? databaseNow();
      const begin = readMoment('from', from)?.getTime() ?? end - PERIOD_MS;
      const span = { from: new Date(begin), to: new Date(end) };
      if (!(span.from < span.to)) throw invalidFields({ to: ['Must be after from.'] });
      const cases = await listCases({ db: database.tenant(orgId), archive: deps.archive }, orgId, { ...span, agentId });
      return signer.sign(orgId, {
        organization_id: orgId,
        from: span.from.toISOString(),
        to: span.to.toISOString(),
        agent_id: agentId,
        cases,
        at: new Date(databaseNow()).toISOString(),
      });
    },
  });

  endpoint(app, operations.cases.explanation, {
    load: open,
    handler: ({ caller: { orgId }, resource: { db, id } }) => getExplanation({ db, storage, orgId }, id),
  });

  endpoint(app, operations.cases.contest, {
    load,
    async handler({ caller, body: { reason }, resource: job }) {
      const db = database.tenant(caller.orgId);
      const explanation = (await findExplanation({ db, storage, orgId: caller.orgId }, job.id)) ?? null;
      return taskView(await contestJob(db, caller, job, { contested_because: reason, explanation }), caller);
    },
  });

  addRetentionRoutes(app, deps, load);
}

/** How long jobs are kept: holds, periods, the archive, and proofs of what was removed. */
function addRetentionRoutes(
  app: FastifyInstance,
  { database, archiveAfterMonths }: Deps,
  load: (at: At<'job_id'>) => Promise<JobState>,
): void {
  endpoint(app, operations.cases.hold, {
    load,
    handler: ({ caller, body: { reason }, resource: job }) =>
      placeHold(database.tenant(caller.orgId), caller, job.id, reason),
  });

  endpoint(app, operations.cases.releaseHold, {
    load,
    handler: ({ caller, resource: job }) => releaseHold(database.tenant(caller.orgId), caller, job.id),
  });

  endpoint(app, operations.cases.holds, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listHolds(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows);
    },
  });

  endpoint(app, operations.cases.retention, {
    handler: ({ caller: { orgId } }) => findRetention(database.tenant(orgId), orgId),
  });

  endpoint(app, operations.cases.setRetention, {
    handler: ({ caller, body }) => setRetention(database.tenant(caller.orgId), caller.orgId, body, caller),
  });

  endpoint(app, operations.cases.archive, {
    async handler({ caller: { orgId } }) {
      const months = await listArchiveMonths(database.tenant(orgId), orgId);
      return {
        after_months: archiveAfterMonths,
        months: months.map(({ month, jobs, deliveries, bytes, problems }) => ({
          month,
          jobs,
          deliveries,
          bytes,
          damaged: problems.length > 0,
        })),
      };
    },
  });

  endpoint(app, operations.cases.certificates, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listCertificates(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows);
    },
  });
}
