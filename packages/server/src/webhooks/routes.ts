import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { serveRoutes } from '#http/service.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { type AgentWebhookDeps, addAgentWebhookRoutes } from './agent-webhook-routes.ts';
import { webhookAnswer } from './answers.ts';
import { changeWebhook, createWebhook, removeWebhook, rotateSecret } from './change-webhook.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { linkAgents, unlinkAgent } from './link-agents.ts';
import { addListenerRoutes } from './listener-routes.ts';
import type { WebhookRuntime } from './runtime.ts';
import { findWebhook, listLinkedAgents, listWebhooks, type WebhookRow } from './store.ts';

export type WebhookRouteDeps = {
  database: Database;
  webhooks: WebhookRuntime;
  stopping: AbortSignal;
} & AgentWebhookDeps;

export const service = serveRoutes(addWebhookRoutes);

function addWebhookRoutes(app: FastifyInstance, deps: WebhookRouteDeps): void {
  const { database } = deps;
  const { vault } = deps.webhooks;
  const changes = { vault, findUrlProblem: deps.webhooks.outbound.findProblem };
  /** Webhooks of other organizations are not found. */
  async function load({ caller: { orgId }, params }: At<'webhook_id'>): Promise<WebhookRow> {
    const webhook = await findWebhook(database.tenant(orgId), orgId, params.webhook_id);
    if (webhook === undefined) throw notFound('webhook');
    return webhook;
  }
  const answer = async (caller: Caller, id: string) =>
    webhookAnswer(vault, (await findWebhook(database.tenant(caller.orgId), caller.orgId, id))!, caller);

  endpoint(app, operations.webhooks.list, {
    async handler({ caller }) {
      const rows = await listWebhooks(database.tenant(caller.orgId), caller.orgId);
      return Promise.all(rows.map((row) => webhookAnswer(vault, row, caller)));
    },
  });

  endpoint(app, operations.webhooks.create, {
    async handler({ caller, body }) {
      return answer(caller, await createWebhook(database.tenant(caller.orgId), changes, caller, body));
    },
  });

  endpoint(app, operations.webhooks.get, {
    load,
    handler: ({ caller, resource }) => webhookAnswer(vault, resource, caller),
  });

  for (const operation of [operations.webhooks.replace, operations.webhooks.update]) {
    endpoint(app, operation, {
      load,
      async handler({ caller, body, resource: webhook }) {
        await changeWebhook(database.tenant(caller.orgId), changes, caller, webhook, body);
        return answer(caller, webhook.id);
      },
    });
  }

  endpoint(app, operations.webhooks.delete, {
    load,
    handler: ({ caller, resource: { id } }) => removeWebhook(database.tenant(caller.orgId), caller, id),
  });

  endpoint(app, operations.webhooks.rotateSecret, {
    load,
    async handler({ caller, resource: { id } }) {
      await rotateSecret(database.tenant(caller.orgId), vault, caller, id);
      return answer(caller, id);
    },
  });

  endpoint(app, operations.webhooks.agents, {
    load,
    handler: ({ caller: { orgId }, resource: { id } }) => listLinkedAgents(database.tenant(orgId), orgId, id),
  });

  endpoint(app, operations.webhooks.link, {
    load,
    async handler({ caller, body, resource: { id } }) {
      return { agent_ids: await linkAgents(database.tenant(caller.orgId), caller, id, body.agent_ids) };
    },
  });

  endpoint(app, operations.webhooks.unlink, {
    load,
    handler: ({ caller, params, resource: { id } }) =>
      unlinkAgent(database.tenant(caller.orgId), caller, id, params.agent_id),
  });

  addDeliveryRoutes(app, deps, load);
  addListenerRoutes(app, { ...deps, vault });
  addAgentWebhookRoutes(app, deps);
}
