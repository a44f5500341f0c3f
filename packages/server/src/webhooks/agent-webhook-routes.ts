import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { getAgent } from '#agents/get-agent.ts';
import { findVersion } from '#agents/versions-store.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { getOrganization } from '#orgs/organizations.ts';
import type { Database } from '#platform/db.ts';
import { AppError, forbidden, notFound } from '#platform/errors.ts';
import { deliveryAnswer, webhookAnswer } from './answers.ts';
import { listJobDeliveries } from './deliveries-store.ts';
import { resendJob } from './replay.ts';
import type { WebhookRuntime } from './runtime.ts';
import { findWebhook, isLinked, listAgentWebhooks } from './store.ts';

export type JobOfWebhook = { id: string; agentId: string; isFinal: boolean };
export type AgentWebhookDeps = {
  /** Finds the organization's job; the jobs domain provides it. `toChange` brings back an archived job. */
  findJob(orgId: string, jobId: string, toChange?: boolean): Promise<JobOfWebhook | 'foreign' | undefined>;
};

export function addAgentWebhookRoutes(
  app: FastifyInstance,
  { database, webhooks, findJob }: { database: Database; webhooks: WebhookRuntime } & AgentWebhookDeps,
): void {
  const loadAgent = ({ caller, params }: At<'agent_id'>) => getAgent(database, caller.orgId, params.agent_id);

  async function loadJob({ caller, params }: At<'job_id'>, toChange = false): Promise<JobOfWebhook> {
    const job = await findJob(caller.orgId, params.job_id, toChange);
    if (job === 'foreign') throw forbidden('This job belongs to another organization.');
    if (job === undefined) throw notFound('job');
    return job;
  }

  endpoint(app, operations.webhooks.ofAgent, {
    load: loadAgent,
    async handler({ caller, resource: agent }) {
      const rows = await listAgentWebhooks(database.tenant(caller.orgId), caller.orgId, agent.id);
      return Promise.all(rows.map((row) => webhookAnswer(webhooks.vault, row, caller)));
    },
  });

  endpoint(app, operations.webhooks.test, {
    async load(at) {
      const agent = await loadAgent(at);
      const { orgId } = at.caller;
      const { webhook_id: id } = at.params;
      const webhook = await findWebhook(database.tenant(orgId), orgId, id);
      if (webhook === undefined || !(await isLinked(database.tenant(orgId), orgId, id, agent.id)))
        throw new AppError('not_found', { detail: 'No webhook with this id is linked to the agent.' });
      return { agent, webhook };
    },
    async handler({ caller, resource: { agent, webhook } }) {
      const { orgId } = caller;
      const db = database.tenant(orgId);
      const version = await findVersion(db, orgId, agent.id, agent.current_version_id);
      const organization = await getOrganization(db, orgId);
      return webhooks.test(caller, webhook, {
        agent: { id: agent.id, name: agent.name },
        version: { id: agent.current_version_id, name: version?.version_name ?? '' },
        organization: { id: orgId, name: organization.name },
      });
    },
  });

  endpoint(app, operations.deliveries.ofJob, {
    load: (at) => loadJob(at),
    async handler({ caller: { orgId }, resource: job }) {
      const rows = await listJobDeliveries(database.tenant(orgId), orgId, job.id);
      return rows.map((row) => ({ ...deliveryAnswer(row), webhook_name: row.webhook_name }));
    },
  });

  endpoint(app, operations.deliveries.resendOfJob, {
    load: (at) => loadJob(at, true),
    async handler({ caller, body, resource: job }) {
      if (!job.isFinal) throw new AppError('job_not_final', { detail: 'The job has not ended yet.' });
      const resent = await resendJob(database.tenant(caller.orgId), caller, job, body.webhook_id ?? undefined);
      webhooks.wake(resent);
      return { status: resent.length > 0 ? 'queued' : 'skipped', queued: resent.length };
    },
  });
}
