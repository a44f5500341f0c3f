import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readMoment } from '#orgs/moment.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { deliveryAnswer, deliveryDetail } from './answers.ts';
import { findDelivery, listAttempts, listDeliveries } from './deliveries-store.ts';
import { recoverDeliveries, resendDelivery } from './replay.ts';
import type { WebhookRuntime } from './runtime.ts';
import type { WebhookRow } from './store.ts';

export function addDeliveryRoutes(
  app: FastifyInstance,
  { database, webhooks }: { database: Database; webhooks: WebhookRuntime },
  load: (at: At<'webhook_id'>) => Promise<WebhookRow>,
): void {
  async function loadDelivery(at: At<'webhook_id' | 'delivery_id'>) {
    const webhook = await load(at);
    const { orgId } = at.caller;
    const delivery = await findDelivery(database.tenant(orgId), orgId, webhook.id, at.params.delivery_id);
    if (delivery === undefined) throw notFound('delivery of this webhook');
    return { webhook, delivery };
  }

  endpoint(app, operations.deliveries.list, {
    load,
    async handler({ caller: { orgId }, query: { status }, request, resource: webhook }) {
      const paging = readPaging(request);
      const { count, rows } = await listDeliveries(database.tenant(orgId), orgId, webhook.id, { status, ...paging });
      return envelope(request, paging, count, rows.map(deliveryAnswer));
    },
  });

  endpoint(app, operations.deliveries.recover, {
    load,
    async handler({ caller, body, resource: webhook }) {
      const since = readMoment('since', body.since)!;
      const queued = await recoverDeliveries(database.tenant(caller.orgId), caller, webhook, since);
      if (queued > 0) webhooks.wake([webhook.id]);
      return { queued };
    },
  });

  endpoint(app, operations.deliveries.get, {
    load: loadDelivery,
    async handler({ caller: { orgId }, resource: { delivery } }) {
      return deliveryDetail(delivery, await listAttempts(database.tenant(orgId), orgId, delivery.id));
    },
  });

  endpoint(app, operations.deliveries.resend, {
    load: loadDelivery,
    async handler({ caller, resource: { webhook, delivery } }) {
      const db = database.tenant(caller.orgId);
      await resendDelivery(db, caller, webhook, delivery.id);
      const answer = (await findDelivery(db, caller.orgId, webhook.id, delivery.id)) ?? delivery;
      webhooks.wake([webhook.id]);
      return deliveryAnswer(answer);
    },
  });
}
