import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import type { Service } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import { forbidden, notFound } from '#platform/errors.ts';
import { type ActionOptions, createActionDeliverer } from './deliverer.ts';
import { resendAction } from './resend.ts';
import { findDelivery, listDeliveries } from './store.ts';

type Deps = {
  database: Database;
  /** Finds the organization's job. The jobs domain provides it. */
  findJob(orgId: string, jobId: string, toChange?: boolean): Promise<{ id: string } | 'foreign' | undefined>;
};

export const service: Service<Deps & ActionOptions> = (context) => ({
  routes: (app) => addPostActionRoutes(app, context),
  work: [createActionDeliverer(context)],
});

function addPostActionRoutes(app: FastifyInstance, { database, findJob }: Deps): void {
  async function loadJob({ caller, params }: At<'job_id'>, toChange = false): Promise<{ id: string }> {
    const job = await findJob(caller.orgId, params.job_id, toChange);
    if (job === 'foreign') throw forbidden('This job belongs to another organization.');
    if (job === undefined) throw notFound('job');
    return job;
  }

  endpoint(app, operations.postActions.list, {
    load: (at) => loadJob(at),
    handler: ({ caller: { orgId }, resource: job }) => listDeliveries(database.tenant(orgId), orgId, job.id),
  });

  endpoint(app, operations.postActions.resend, {
    async load(at: At<'job_id' | 'post_action_id'>) {
      const job = await loadJob(at, true);
      const { caller, params } = at;
      const { orgId } = caller;
      const delivery = await findDelivery(database.tenant(orgId), orgId, job.id, params.post_action_id);
      if (delivery === undefined) throw notFound('post action of this job');
      return { job, delivery };
    },
    handler: ({ caller, resource: { job, delivery } }) =>
      resendAction(database.tenant(caller.orgId), caller, job.id, delivery.id),
  });
}
