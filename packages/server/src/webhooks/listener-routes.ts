import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { untilLeft } from '#http/until-left.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { webhookAnswer } from './answers.ts';
import { createListener, pullEvents, removeListener } from './listeners.ts';
import { isListenerUrl } from './mailbox.ts';
import type { Vault } from './message/vault.ts';
import { findWebhook, type WebhookRow } from './store.ts';

export function addListenerRoutes(
  app: FastifyInstance,
  { database, vault, stopping }: { database: Database; vault: Vault; stopping: AbortSignal },
): void {
  async function load({ caller: { orgId }, params }: At<'listener_id'>): Promise<WebhookRow> {
    const webhook = await findWebhook(database.tenant(orgId), orgId, params.listener_id);
    if (webhook === undefined || !isListenerUrl(webhook.url)) throw notFound('listener');
    return webhook;
  }

  endpoint(app, operations.listeners.create, {
    async handler({ caller, body }) {
      const db = database.tenant(caller.orgId);
      const id = await createListener(db, vault, caller, body);
      return webhookAnswer(vault, (await findWebhook(db, caller.orgId, id))!, caller);
    },
  });

  endpoint(app, operations.listeners.pull, {
    load,
    async handler({ caller: { orgId }, body, reply, resource: { id: webhookId } }) {
      using left = untilLeft(reply, stopping);
      const { ack = [], wait = 0 } = body;
      const asked = { ack, waitMs: wait * 1_000, signal: left.signal };
      const { events, expiresAt } = await pullEvents(database.tenant(orgId), { orgId, webhookId }, asked);
      return {
        events: events.map((event) => ({ ...event, created_at: event.created_at.toISOString() })),
        expires_at: expiresAt.toISOString(),
      };
    },
  });

  endpoint(app, operations.listeners.delete, {
    load,
    handler: ({ caller, resource: { id } }) => removeListener(database.tenant(caller.orgId), caller, id),
  });
}
