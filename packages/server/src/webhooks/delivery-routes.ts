import {
  Delivery,
  DeliveryDetail,
  DeliveryListQuery,
  DeliveryPage,
  RecoverAnswer,
  RecoverBody,
} from '@errand/contract/webhooks.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody, readQuery } from '#http/validate.ts';
import { readMoment } from '#orgs/moment.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { deliveryAnswer, deliveryDetail } from './answers.ts';
import { findDelivery, listAttempts, listDeliveries } from './deliveries-store.ts';
import { recoverDeliveries, resendDelivery } from './replay.ts';
import type { WebhookRuntime } from './runtime.ts';
import type { WebhookRow } from './store.ts';

const tag = 'Webhooks';
const paths = (rest: string) => ({
  path: `/webhooks/:webhook_id/deliveries/${rest}`,
  aliases: [`/v1/webhooks/:webhook_id/deliveries/${rest}`],
});

export function addDeliveryRoutes(
  app: FastifyInstance,
  { database, webhooks }: { database: Database; webhooks: WebhookRuntime },
  load: (request: FastifyRequest) => Promise<WebhookRow>,
): void {
  async function loadDelivery(request: FastifyRequest) {
    const webhook = await load(request);
    const { orgId } = request.caller;
    const { delivery_id: id } = request.params as { delivery_id: string };
    const delivery = await findDelivery(database.tenant(orgId), orgId, webhook.id, id);
    if (delivery === undefined) throw notFound('delivery of this webhook');
    return { webhook, delivery };
  }

  endpoint(app, {
    method: 'GET',
    ...paths(''),
    summary: 'Deliveries of a webhook',
    description: 'Newest first, the newest 100,000 of the last 30 days.',
    tag,
    query: DeliveryListQuery,
    responses: { 200: DeliveryPage },
    load,
    async handler(request, _reply, webhook) {
      const { orgId } = request.caller;
      const { status } = readQuery(request, DeliveryListQuery);
      const paging = readPaging(request);
      const { count, rows } = await listDeliveries(database.tenant(orgId), orgId, webhook.id, { status, ...paging });
      return envelope(request, paging, count, rows.map(deliveryAnswer));
    },
  });

  endpoint(app, {
    method: 'POST',
    ...paths('recover/'),
    summary: 'Send again what did not arrive',
    description: 'Every failed or pending delivery made at or after `since` is due at once, with its old webhook-id.',
    tag,
    body: RecoverBody,
    responses: { 202: RecoverAnswer },
    errors: ['invalid_request'],
    load,
    async handler(request, reply, webhook) {
      const { caller } = request;
      const since = readMoment('since', readBody(request, RecoverBody).since)!;
      const queued = await recoverDeliveries(database.tenant(caller.orgId), caller, webhook, since);
      if (queued > 0) webhooks.wake([webhook.id]);
      return reply.code(202).send({ queued });
    },
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':delivery_id/'),
    summary: 'One delivery with its attempts',
    description: 'What was sent, and for each attempt what came back, how long it took and why it failed.',
    tag,
    responses: { 200: DeliveryDetail },
    load: loadDelivery,
    async handler(request, _reply, { delivery }) {
      const { orgId } = request.caller;
      return deliveryDetail(delivery, await listAttempts(database.tenant(orgId), orgId, delivery.id));
    },
  });

  endpoint(app, {
    method: 'POST',
    ...paths(':delivery_id/resend/'),
    summary: 'Send a delivery again',
    description: 'The same body under the same webhook-id, at once, with all retries if it fails.',
    tag,
    responses: { 202: Delivery },
    errors: ['invalid_request'],
    load: loadDelivery,
    async handler(request, reply, { webhook, delivery }) {
      const { caller } = request;
      const db = database.tenant(caller.orgId);
      await resendDelivery(db, caller, webhook, delivery.id);
      const answer = (await findDelivery(db, caller.orgId, webhook.id, delivery.id)) ?? delivery;
      webhooks.wake([webhook.id]);
      return reply.code(202).send(deliveryAnswer(answer));
    },
  });
}
