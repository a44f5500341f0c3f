import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { insertDelivery, listUndelivered, requeueDeliveries } from './deliveries-store.ts';
import { isLinked, listAgentWebhooks, type WebhookRow } from './store.ts';

// Sends again: one delivery, everything undelivered since a time, or the event of one job. The first two keep the
// webhook-id, so that a receiver recognizes an event it has seen; the last is a new delivery.

const CHUNK = 1_000;

export async function resendDelivery(
  db: Transactor,
  caller: Caller,
  webhook: WebhookRow,
  deliveryId: string,
): Promise<void> {
  refuseInactive(webhook);
  await db.tx(async (tx) => {
    await requeueDeliveries(tx, caller.orgId, webhook.id, [deliveryId], new Date(databaseNow()));
    await audit(tx, caller, 'webhook.delivery_resent', webhook.id, { delivery_id: deliveryId });
  });
}

export async function recoverDeliveries(
  db: Transactor,
  caller: Caller,
  webhook: WebhookRow,
  since: Date,
): Promise<number> {
  refuseInactive(webhook);
  let queued = 0;
  // In batches, each with its own audit entry, because there may be very many.
  for (let afterId: string | null = null; ; ) {
    const ids: string[] = await listUndelivered(db, caller.orgId, webhook.id, { since, afterId, limit: CHUNK });
    if (ids.length > 0)
      await db.tx(async (tx) => {
        await requeueDeliveries(tx, caller.orgId, webhook.id, ids, new Date(databaseNow()));
        await audit(tx, caller, 'webhook.recovered', webhook.id, { since: since.toISOString(), queued: ids.length });
      });
    queued += ids.length;
    if (ids.length < CHUNK) return queued;
    afterId = ids.at(-1)!;
  }
}

/** Sends the event of a job to one webhook of its agent, or to all. Webhooks that are off get nothing. */
export async function resendJob(
  db: Transactor,
  caller: Caller,
  job: { id: string; agentId: string },
  webhookId: string | undefined,
): Promise<string[]> {
  const { orgId } = caller;
  if (webhookId !== undefined && !(await isLinked(db, orgId, webhookId, job.agentId)))
    throw new AppError('not_found', { detail: 'No webhook with this id is linked to the agent.' });
  const linked = await listAgentWebhooks(db, orgId, job.agentId);
  const targets = linked.filter(({ id, is_active }) => is_active && (webhookId === undefined || id === webhookId));
  if (targets.length === 0) return [];
  await db.tx(async (tx) => {
    for (const { id } of targets) {
      await insertDelivery(tx, orgId, {
        id: newId(),
        webhookId: id,
        agentId: job.agentId,
        jobId: job.id,
        kind: 'resend',
        now: new Date(databaseNow()),
        queued: true,
      });
    }
    await audit(tx, caller, 'job.webhook_resent', job.id, { webhook_ids: targets.map(({ id }) => id) });
  });
  return targets.map(({ id }) => id);
}

function refuseInactive(webhook: WebhookRow): void {
  if (!webhook.is_active)
    throw new AppError('invalid_request', { detail: 'The webhook is off. Set is_active to true first.' });
}
