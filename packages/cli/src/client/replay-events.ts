import type { Delivery, Errand } from '@errand/sdk';
import { signWebhook } from '@errand/sdk/webhook-signature';
import { type Forwarded, forward } from './forward-events.ts';

type Replay = {
  errand: Errand;
  /** Signs them, so that the receiver trusts them like new ones. */
  secret: string;
  target: string;
  agentIds: string[] | undefined;
  count: number;
  signal: AbortSignal;
  onEvent(forwarded: Forwarded): void;
};

/** Sends the newest past deliveries of the organization's webhooks to the address, oldest first. Returns their number. */
export async function replayEvents({
  errand,
  secret,
  target,
  agentIds,
  count,
  signal,
  onEvent,
}: Replay): Promise<number> {
  const found: Delivery[] = [];
  const isWanted = ({ agent_id: id, kind }: Delivery) => kind !== 'test' && (!agentIds || agentIds.includes(id));
  for (const { id } of await errand.webhooks.list()) {
    let taken = 0;
    for await (const delivery of errand.deliveries.list.all(id, { page_size: 100 })) {
      if (isWanted(delivery)) found.push(delivery);
      if (isWanted(delivery)) taken += 1;
      if (taken >= count) break;
    }
  }
  const newest = found.sort((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, count);
  let sent = 0;
  for (const { id, webhook_id: webhookId } of newest.reverse()) {
    signal.throwIfAborted();
    const { request } = await errand.deliveries.get(webhookId, id);
    // The data of its job was deleted, or nothing was sent yet.
    if (request?.body == null) continue;
    const timestamp = Math.floor(Date.now() / 1_000);
    const signature = await signWebhook({ id, timestamp, body: request.body }, [secret]);
    const headers = {
      ...Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => /^(webhook-event|content-type)$/i.test(name)),
      ),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    onEvent(await forward({ id, headers, body: request.body }, target, signal));
    sent += 1;
  }
  return sent;
}
