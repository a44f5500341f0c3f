import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { DeliveryKind } from './message/model.ts';

// Events other than the end of a job. They are few, so their bodies are stored with their deliveries. They go only to
// webhooks that name them.

export type NamedEvent = Exclude<DeliveryKind, 'job' | 'test' | 'resend'>;

/** Lists the webhooks of an agent that name this event. */
export async function listListeners(tx: Db, orgId: string, agentId: string, event: NamedEvent): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select w.id from webhook_agents l join webhooks w on w.id = l.webhook_id
      where l.agent_id = $2 and w.org_id = $1 and w.is_active and w.deleted_at is null and $3 = any (w.events)`,
    [orgId, agentId, event],
  );
  return rows.map((row) => row.id);
}

/** Lists the webhooks of an organization that name an event which no agent is part of. */
export async function listOrganizationListeners(tx: Db, orgId: string, event: NamedEvent): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select w.id from webhooks w
      where w.org_id = $1 and w.job_id is null and w.is_active and w.deleted_at is null and $2 = any (w.events)`,
    [orgId, event],
  );
  return rows.map((row) => row.id);
}

/** Writes the deliveries of an event. Call it in the transaction of what happened. */
export async function publishEvent(
  tx: Db,
  webhookIds: string[],
  event: { orgId: string; agentId: string | null; jobId: string | null; kind: NamedEvent; body: string },
): Promise<void> {
  await tx.run(
    `with published as (
        insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, body, next_attempt_at, created_at)
        select given.id, $3, given.webhook_id, $4, $5, $6, $7, clock_timestamp(), clock_timestamp()
        from unnest($1::uuid[], $2::uuid[]) as given (id, webhook_id)
        returning id, org_id, webhook_id, created_at
      )
      -- Without its job, so that the delivery is read with its body.
      insert into webhook_queue (delivery_id, webhook_id, org_id, due_at)
      select id, webhook_id, org_id, created_at from published`,
    [
      webhookIds.map(() => newId()),
      webhookIds,
      event.orgId,
      event.agentId ?? NO_AGENT,
      event.jobId,
      event.kind,
      event.body,
    ],
  );
}

/** The agent of events and alerts about a whole organization. */
const NO_AGENT = '00000000-0000-0000-0000-000000000000';

/** Writes the delivery of an alert. It goes to the webhook chosen for it, whatever events that one names. */
export async function publishAlert(
  tx: Db,
  { orgId, webhookId, agentId, body }: { orgId: string; webhookId: string; agentId: string | null; body: string },
): Promise<void> {
  await tx.run(
    `with published as (
        insert into webhook_deliveries (id, org_id, webhook_id, agent_id, kind, body, next_attempt_at, created_at)
        select $1::uuid, $2::uuid, w.id, $4::uuid, 'alert', $5::text, clock_timestamp(), clock_timestamp()
        from webhooks w where w.id = $3::uuid and w.org_id = $2::uuid and w.is_active and w.deleted_at is null
        returning id, org_id, webhook_id, created_at
      )
      insert into webhook_queue (delivery_id, webhook_id, org_id, due_at)
      select id, webhook_id, org_id, created_at from published`,
    [newId(), orgId, webhookId, agentId ?? NO_AGENT, body],
  );
}
