import {
  LinkAnswer,
  LinkBody,
  LinkedAgent,
  Webhook,
  WebhookCreateBody,
  WebhookUpdateBody,
} from '@errand/contract/webhooks.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import { readBody } from '#http/validate.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { type AgentWebhookDeps, addAgentWebhookRoutes } from './agent-webhook-routes.ts';
import { webhookAnswer } from './answers.ts';
import { changeWebhook, createWebhook, removeWebhook, rotateSecret } from './change-webhook.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { linkAgents, unlinkAgent } from './link-agents.ts';
import type { WebhookRuntime } from './runtime.ts';
import { findWebhook, listLinkedAgents, listWebhooks, type WebhookRow } from './store.ts';

export type WebhookRouteDeps = { database: Database; webhooks: WebhookRuntime } & AgentWebhookDeps;

const tag = 'Webhooks';
/** Every path is served with and without the version. */
export const paths = (rest: string) => ({ path: `/webhooks/${rest}`, aliases: [`/v1/webhooks/${rest}`] });

export function addWebhookRoutes(app: FastifyInstance, deps: WebhookRouteDeps): void {
  const { database } = deps;
  const findUrlProblem = deps.webhooks.outbound.findProblem;
  const load = (request: FastifyRequest) => loadWebhook(database, request);
  const answer = async (caller: Caller, id: string) =>
    webhookAnswer((await findWebhook(database.tenant(caller.orgId), caller.orgId, id))!, caller);

  endpoint(app, {
    method: 'GET',
    ...paths(''),
    summary: 'List webhooks',
    description: 'All webhooks of the organization, newest first, with what their last deliveries came to.',
    tag,
    responses: { 200: Type.Array(Webhook) },
    async handler(request) {
      const { orgId } = request.caller;
      const rows = await listWebhooks(database.tenant(orgId), orgId);
      return rows.map((row) => webhookAnswer(row, request.caller));
    },
  });

  endpoint(app, {
    method: 'POST',
    ...paths(''),
    summary: 'Create a webhook',
    description: 'Without a secret one is generated. Link it to agents to make it fire.',
    tag,
    body: WebhookCreateBody,
    responses: { 201: Webhook },
    errors: ['invalid_request'],
    async handler(request, reply) {
      const { caller } = request;
      const body = readBody(request, WebhookCreateBody);
      const id = await createWebhook(database.tenant(caller.orgId), findUrlProblem, caller, body);
      return reply.code(201).send(await answer(caller, id));
    },
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':webhook_id/'),
    summary: 'Retrieve a webhook',
    description: 'The webhook with its settings and what its last deliveries came to.',
    tag,
    responses: { 200: Webhook },
    load,
    handler: async (request, _reply, webhook) => webhookAnswer(webhook, request.caller),
  });

  for (const method of ['PUT', 'PATCH'] as const) {
    const schema = method === 'PUT' ? WebhookCreateBody : WebhookUpdateBody;
    endpoint(app, {
      method,
      ...paths(':webhook_id/'),
      summary: method === 'PUT' ? 'Replace the settings of a webhook' : 'Update a webhook',
      description:
        'What is not given, or null, stays as it is. Setting is_active to true switches on again what the service switched off; a new url or secret counts from the next attempt.',
      tag,
      body: schema,
      responses: { 200: Webhook },
      load,
      async handler(request, _reply, webhook) {
        const { caller } = request;
        await changeWebhook(
          database.tenant(caller.orgId),
          findUrlProblem,
          caller,
          webhook,
          readBody(request, schema as typeof WebhookUpdateBody),
        );
        return answer(caller, webhook.id);
      },
    });
  }

  endpoint(app, {
    method: 'DELETE',
    ...paths(':webhook_id/'),
    summary: 'Delete a webhook',
    description: 'Refused while it is linked to an agent. Its deliveries go with it.',
    tag,
    responses: { 204: null },
    errors: ['invalid_request'],
    load,
    async handler(request, reply, { id }) {
      await removeWebhook(database.tenant(request.caller.orgId), request.caller, id);
      return reply.code(204).send();
    },
  });

  endpoint(app, {
    method: 'POST',
    ...paths(':webhook_id/rotate-secret/'),
    summary: 'Make a new secret',
    description:
      'For 24 hours each delivery carries a signature of the new secret and one of every secret that it replaced in that time.',
    tag,
    responses: { 200: Webhook },
    errors: ['conflict'],
    load,
    async handler(request, _reply, { id }) {
      const { caller } = request;
      await rotateSecret(database.tenant(caller.orgId), caller, id);
      return answer(caller, id);
    },
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':webhook_id/agents/'),
    summary: 'Agents that a webhook is linked to',
    description: 'Id and name of every agent whose jobs are reported to it.',
    tag,
    responses: { 200: Type.Array(LinkedAgent) },
    load,
    handler: (request, _reply, { id }) =>
      listLinkedAgents(database.tenant(request.caller.orgId), request.caller.orgId, id),
  });

  endpoint(app, {
    method: 'POST',
    ...paths(':webhook_id/agents/'),
    summary: 'Link a webhook to agents',
    description: 'Each job of these agents that ends from now on is told. All are linked, or none.',
    tag,
    body: LinkBody,
    responses: { 201: LinkAnswer },
    load,
    async handler(request, reply, { id }) {
      const { caller } = request;
      const { agent_ids: agentIds } = readBody(request, LinkBody);
      const linked = await linkAgents(database.tenant(caller.orgId), caller, id, agentIds);
      return reply.code(201).send({ agent_ids: linked });
    },
  });

  endpoint(app, {
    method: 'DELETE',
    ...paths(':webhook_id/agents/:agent_id/'),
    summary: 'Unlink a webhook from an agent',
    description: 'Jobs of the agent that end from now on are not reported to it any more.',
    tag,
    responses: { 204: null },
    load,
    async handler(request, reply, { id }) {
      const { agent_id: agentId } = request.params as { agent_id: string };
      await unlinkAgent(database.tenant(request.caller.orgId), request.caller, id, agentId);
      return reply.code(204).send();
    },
  });

  addDeliveryRoutes(app, deps, load);
  addAgentWebhookRoutes(app, deps);
}

/** The webhook of the path. One of another organization does not exist. */
async function loadWebhook(database: Database, request: FastifyRequest): Promise<WebhookRow> {
  const { orgId } = request.caller;
  const { webhook_id: id } = request.params as { webhook_id: string };
  const webhook = await findWebhook(database.tenant(orgId), orgId, id);
  if (webhook === undefined) throw notFound('webhook');
  return webhook;
}
