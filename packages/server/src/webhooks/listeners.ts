import { setTimeout as delay } from 'node:timers/promises';
import type { ListenerBody } from '@errand/contract/listeners.ts';
import type { Static } from 'typebox';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import { linkIn } from './link-agents.ts';
import { deleteEvents, listEvents, listenerUrl, type MailboxEvent } from './mailbox.ts';
import { newSecret } from './message/secret.ts';
import type { Vault } from './message/vault.ts';
import { checkSettings } from './rules.ts';
import { countWebhooks, deleteWebhook, insertWebhook, lockWebhook } from './store.ts';

/** A listener pulls every few seconds, so one that was killed expires after this time. */
const KEPT_SECONDS = 90;
const LOOK_MS = 250;
const EVENTS_AT_ONCE = 100;

/** Creates a webhook whose events a client pulls. Without `agent_ids`, it gets those of all current agents. */
export async function createListener(db: Transactor, vault: Vault, caller: Caller, body: Static<typeof ListenerBody>) {
  const { orgId, userId } = caller;
  const id = newId();
  const name = body.name ?? 'Listener';
  const secret = body.secret ?? newSecret();
  await checkSettings({ name, secret }, async () => undefined);
  const stored = await vault.store(orgId, id, { secret, headers: {}, previous: null, older: [] });
  await db.tx(async (tx) => {
    await deleteExpired(tx, orgId);
    if ((await countWebhooks(tx, orgId)) >= limits.webhooks)
      throw new AppError('invalid_request', {
        detail: `The organization already has ${limits.webhooks} webhooks, which is the limit.`,
      });
    const now = new Date(databaseNow());
    const settings = { ...stored, name, url: listenerUrl(id), events: ['triggered'], alerts: [] };
    await insertWebhook(tx, orgId, { ...settings, is_active: true, id, createdBy: userId, now });
    await extend(tx, orgId, id);
    const agentIds = body.agent_ids ?? (await listAgentIds(tx, orgId));
    if (agentIds.length > 0) await linkIn(tx, caller, id, agentIds);
    await audit(tx, caller, 'webhook.listening', id);
  });
  return id;
}

export type Pulled = { events: MailboxEvent[]; expiresAt: Date };

/** Deletes acknowledged events, waits for new ones, and extends the life of the listener. */
export async function pullEvents(
  db: Db,
  at: { orgId: string; webhookId: string },
  asked: { ack: string[]; waitMs: number; signal: AbortSignal },
): Promise<Pulled> {
  const { orgId, webhookId } = at;
  if (asked.ack.length > 0) await deleteEvents(db, orgId, webhookId, asked.ack);
  const endAt = performance.now() + asked.waitMs;
  for (;;) {
    const expiresAt = await extend(db, orgId, webhookId);
    const events = await listEvents(db, orgId, webhookId, EVENTS_AT_ONCE);
    const isOver = performance.now() >= endAt || asked.signal.aborted;
    if (events.length > 0 || isOver) return { events, expiresAt };
    await delay(LOOK_MS, undefined, { signal: asked.signal }).catch(() => undefined);
  }
}

export async function removeListener(db: Transactor, caller: Caller, webhookId: string): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    if ((await lockWebhook(tx, orgId, webhookId)) === undefined) throw notFound('webhook');
    await deleteWebhook(tx, orgId, webhookId, new Date(databaseNow()));
    await tx.run('delete from webhook_mailbox where org_id = $1 and webhook_id = $2', [orgId, webhookId]);
    await audit(tx, caller, 'webhook.deleted', webhookId);
  });
}

/** Extends the life of a listener. Throws if it has ended, because events since then would be missing. */
async function extend(db: Db, orgId: string, webhookId: string): Promise<Date> {
  const rows = await db.query<{ expires_at: Date }>(
    `update webhooks set expires_at = now() + make_interval(secs => ${KEPT_SECONDS})
      where org_id = $1 and id = $2 and deleted_at is null and (expires_at is null or expires_at > now())
      returning expires_at`,
    [orgId, webhookId],
  );
  if (rows[0] === undefined) throw new AppError('not_found', { detail: 'This listener has ended. Start a new one.' });
  return rows[0].expires_at;
}

const EXPIRED = 'expires_at < now() and deleted_at is null';

/** Deletes expired listeners of one organization, or of all. */
export async function deleteExpired(tx: Db, orgId: string | null): Promise<void> {
  await tx.run(
    `with expired as (
        update webhooks set deleted_at = now(), is_active = false
        where ${EXPIRED} and ($1::uuid is null or org_id = $1) returning id
      ), mail as (delete from webhook_mailbox where webhook_id in (select id from expired))
      delete from webhook_agents where webhook_id in (select id from expired)`,
    [orgId],
  );
}

async function listAgentIds(tx: Db, orgId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from agents where org_id = $1 and deleted_at is null order by id desc limit ${limits.webhookAgents}`,
    [orgId],
  );
  return rows.map(({ id }) => id);
}
