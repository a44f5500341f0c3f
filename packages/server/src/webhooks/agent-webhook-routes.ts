import { JobDelivery, ResendAnswer, ResendBody, TestAnswer, Webhook } from '@errand/contract/webhooks.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { findVersion } from '#agents/versions-store.ts';
import { endpoint } from '#http/endpoint.ts';
import { readBody } from '#http/validate.ts';
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
  /** The organization's job; the jobs domain provides it. */
  findJob(orgId: string, jobId: string): Promise<JobOfWebhook | 'foreign' | undefined>;
};

const tag = 'Webhooks';

export function addAgentWebhookRoutes(
  app: FastifyInstance,
  { database, webhooks, findJob }: { database: Database; webhooks: WebhookRuntime } & AgentWebhookDeps,
): void {
  const loadAgent = (request: FastifyRequest) =>
    getAgent(database, request.caller.orgId, (request.params as { agent_id: string }).agent_id);

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/:agent_id/webhooks/',
    summary: 'Webhooks of an agent',
    description: 'Every webhook that is told about the jobs of this agent.',
    tag,
    responses: { 200: Type.Array(Webhook) },
    load: loadAgent,
    async handler(request, _reply, agent) {
      const { orgId } = request.caller;
      const rows = await listAgentWebhooks(database.tenant(orgId), orgId, agent.id);
      return rows.map((row) => webhookAnswer(row, request.caller));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/:agent_id/webhooks/:webhook_id/test/',
    summary: 'Test a webhook',
    description: 'Posts an example event at once and tells how it went. No job runs; the webhook may be off.',
    tag,
    responses: { 200: TestAnswer },
    errors: ['rate_limited'],
    async load(request) {
      const agent = await loadAgent(request);
      const { orgId } = request.caller;
      const { webhook_id: id } = request.params as { webhook_id: string };
      const webhook = await findWebhook(database.tenant(orgId), orgId, id);
      if (webhook === undefined || !(await isLinked(database.tenant(orgId), orgId, id, agent.id)))
        throw new AppError('not_found', { detail: 'No webhook with this id is linked to the agent.' });
      return { agent, webhook };
    },
    async handler(request, _reply, { agent, webhook }) {
      const { orgId } = request.caller;
      const db = database.tenant(orgId);
      const version = await findVersion(db, orgId, agent.id, agent.current_version_id);
      const organization = await getOrganization(db, orgId);
      return webhooks.test(orgId, webhook, {
        agent: { id: agent.id, name: agent.name },
        version: { id: agent.current_version_id, name: version?.version_name ?? '' },
        organization: { id: orgId, name: organization.name },
      });
    },
  });

  async function loadJob(request: FastifyRequest): Promise<JobOfWebhook> {
    const job = await findJob(request.caller.orgId, (request.params as { job_id: string }).job_id);
    if (job === 'foreign') throw forbidden('This job belongs to another organization.');
    if (job === undefined) throw notFound('job');
    return job;
  }

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/webhook/deliveries/',
    summary: 'Deliveries of a job',
    description: 'Whom the service told about this job, and how that went: newest first, at most 100.',
    tag: 'Jobs',
    responses: { 200: Type.Array(JobDelivery) },
    load: loadJob,
    async handler(request, _reply, job) {
      const { orgId } = request.caller;
      const rows = await listJobDeliveries(database.tenant(orgId), orgId, job.id);
      return rows.map((row) => ({ ...deliveryAnswer(row), webhook_name: row.webhook_name }));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/webhook/resend/',
    summary: 'Send the event of a job again',
    description: 'To all active webhooks of its agent, or to one. A new delivery; the job is not touched.',
    tag: 'Jobs',
    body: ResendBody,
    responses: { 200: ResendAnswer },
    errors: ['invalid_request'],
    load: loadJob,
    async handler(request, _reply, job) {
      const { caller } = request;
      const { webhook_id: webhookId } = readBody(request, ResendBody);
      if (!job.isFinal) throw new AppError('invalid_request', { detail: 'The job has not ended yet.' });
      const sent = await resendJob(database.tenant(caller.orgId), caller, job, webhookId ?? undefined);
      webhooks.wake(sent);
      return { status: sent.length > 0 ? 'queued' : 'skipped', queued: sent.length };
    },
  });
}
