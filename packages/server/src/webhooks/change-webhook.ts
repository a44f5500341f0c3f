import type { WebhookCreateBody, WebhookUpdateBody } from '@errand/contract/webhooks.ts';
import type { Static } from 'typebox';
import { audit, changedMembers } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import { linkIn } from './link-agents.ts';
import { ROTATION_HOURS } from './message/model.ts';
import { newSecret } from './message/secret.ts';
import type { Vault } from './message/vault.ts';
import { checkSettings } from './rules.ts';
import {
  countWebhooks,
  deleteWebhook,
  type GivenSettings,
  insertWebhook,
  listLinkedAgents,
  lockWebhook,
  touchWebhook,
  updateStoredSecrets,
  updateWebhook,
  type WebhookRow,
} from './store.ts';

/** Returns why a URL cannot be a target; the guarded client provides it. */
type FindUrlProblem = (url: string) => Promise<string | undefined>;
export type ChangeDeps = { vault: Vault; findUrlProblem: FindUrlProblem };

export async function createWebhook(
  db: Transactor,
  { vault, findUrlProblem }: ChangeDeps,
  caller: Caller,
  body: Static<typeof WebhookCreateBody>,
): Promise<string> {
  const settings: GivenSettings = {
    name: body.name,
    url: body.url,
    secret: body.secret ?? newSecret(),
    headers: body.headers ?? {},
    events: body.events ?? ['triggered'],
    alerts: body.alerts ?? [],
    is_active: body.is_active ?? true,
  };
  await checkSettings(settings, findUrlProblem);
  const id = newId();
  const stored = await vault.store(caller.orgId, id, { ...settings, previous: null, older: [] });
  await db.tx(async (tx) => {
    if ((await countWebhooks(tx, caller.orgId)) >= limits.webhooks)
      throw new AppError('invalid_request', {
        detail: `The organization already has ${limits.webhooks} webhooks, which is the limit.`,
      });
    const now = new Date(databaseNow());
    await insertWebhook(tx, caller.orgId, { ...settings, ...stored, id, createdBy: caller.userId, now });
    await audit(tx, caller, 'webhook.created', id, { name: body.name, url: body.url });
    if (body.agent_ids?.length) await linkIn(tx, caller, id, body.agent_ids);
  });
  return id;
}

/** Settings that are told before and after. Secrets and headers, which may be secret, are only named. */
const TOLD = ['name', 'url', 'events', 'alerts', 'is_active'] as const;
type Told = Pick<GivenSettings, (typeof TOLD)[number]>;

/**
 * Changes a webhook. Missing and null fields stay. A new secret replaces all earlier ones at once, which is the way to
 * replace a leaked one.
 */
export async function changeWebhook(
  db: Transactor,
  { vault, findUrlProblem }: ChangeDeps,
  caller: Caller,
  webhook: WebhookRow,
  body: Static<typeof WebhookUpdateBody>,
): Promise<void> {
  const change = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name in settingNames && value !== undefined && value !== null),
  ) as Partial<GivenSettings>;
  // A URL that was accepted is not checked again: changing a name must not fail because a network changed.
  const { url, ...rest } = change;
  await checkSettings(url === webhook.url ? rest : change, findUrlProblem);
  await db.tx(async (tx) => {
    const before = await lockWebhook(tx, caller.orgId, webhook.id);
    if (before === undefined) throw notFound('webhook');
    const secrets = await vault.open(before);
    const after = { ...before, ...secrets, ...change };
    // A new secret replaces all earlier ones.
    const kept = after.secret === secrets.secret ? secrets : { previous: null, older: [] };
    const stored = await vault.store(caller.orgId, webhook.id, {
      ...kept,
      secret: after.secret,
      headers: after.headers,
    });
    await updateWebhook(
      tx,
      caller.orgId,
      webhook.id,
      { ...after, ...stored },
      {
        now: new Date(databaseNow()),
        fresh: after.url !== before.url || (after.is_active && !before.is_active),
      },
    );
    await audit(tx, caller, 'webhook.updated', webhook.id, {
      fields: Object.keys(change),
      ...changedMembers<Told>(before, after, TOLD),
    });
  });
}

const settingNames: Record<keyof GivenSettings, true> = {
  name: true,
  url: true,
  secret: true,
  headers: true,
  events: true,
  alerts: true,
  is_active: true,
};

/** Each older secret adds a signature to every delivery. */
const OLDER_SECRETS_MAX = 8;

export async function rotateSecret(db: Transactor, vault: Vault, caller: Caller, webhookId: string): Promise<void> {
  const now = databaseNow();
  await db.tx(async (tx) => {
    const webhook = await lockWebhook(tx, caller.orgId, webhookId);
    if (webhook === undefined) throw notFound('webhook');
    const { secret, headers, previous, older } = await vault.open(webhook);
    if (older.length >= OLDER_SECRETS_MAX)
      throw new AppError('conflict', {
        detail: `The secret was changed ${OLDER_SECRETS_MAX + 1} times within ${ROTATION_HOURS} hours, and all of these secrets still sign. Wait, or set a secret with PATCH, which replaces them all.`,
      });
    const stored = await vault.store(caller.orgId, webhookId, {
      secret: newSecret(),
      previous: { secret, until: new Date(now + ROTATION_HOURS * 3_600_000).toISOString() },
      older: previous === null ? older : [...older, previous],
      headers,
    });
    await updateStoredSecrets(tx, webhookId, stored);
    await touchWebhook(tx, caller.orgId, webhookId, new Date(now));
    await audit(tx, caller, 'webhook.secret_rotated', webhookId);
  });
}

export async function removeWebhook(db: Transactor, caller: Caller, webhookId: string): Promise<void> {
  await db.tx(async (tx) => {
    const webhook = await lockWebhook(tx, caller.orgId, webhookId);
    if (webhook === undefined) throw notFound('webhook');
    const linked = await listLinkedAgents(tx, caller.orgId, webhookId);
    if (linked.length > 0)
      throw new AppError('invalid_request', {
        detail: `The webhook is still linked to ${linked.length} ${linked.length === 1 ? 'agent' : 'agents'}; unlink it first.`,
      });
    await deleteWebhook(tx, caller.orgId, webhookId, new Date(databaseNow()));
    await audit(tx, caller, 'webhook.deleted', webhookId, { name: webhook.name });
  });
}
