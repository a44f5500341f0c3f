import type { Db } from '#platform/db.ts';
import { type Secrets, STORED_COLUMNS, type StoredSecrets } from './message/vault.ts';

// Webhooks and their links to agents; those of single jobs are in job-webhooks.ts. A deleted webhook keeps a hidden row
// until its deliveries are gone.

export type WebhookRow = StoredSecrets & {
  id: string;
  org_id: string;
  name: string;
  url: string;
  alerts: string[];
  events: string[];
  is_active: boolean;
  disabled_reason: string | null;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
  failure_count: number;
  last_triggered_at: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
};

const SECRETS = STORED_COLUMNS.map((column) => `w.${column}`).join(', ');
const COLUMNS = `w.id, w.org_id, w.name, w.url, w.alerts, ${SECRETS}, w.events,
  w.is_active, w.disabled_reason, w.created_by, w.created_at, w.updated_at, s.failure_count, s.last_triggered_at,
  s.last_success_at, s.last_failure_at`;
const FROM = 'from webhooks w join webhook_states s on s.webhook_id = w.id';

export async function listWebhooks(db: Db, orgId: string): Promise<WebhookRow[]> {
  return db.query<WebhookRow>(
    `select ${COLUMNS} ${FROM} where w.org_id = $1 and w.job_id is null and w.deleted_at is null order by w.id desc`,
    [orgId],
  );
}

export async function listAgentWebhooks(db: Db, orgId: string, agentId: string): Promise<WebhookRow[]> {
  return db.query<WebhookRow>(
    `select ${COLUMNS} ${FROM} join webhook_agents l on l.webhook_id = w.id
     where w.org_id = $1 and l.agent_id = $2 and w.deleted_at is null order by w.id desc`,
    [orgId, agentId],
  );
}

export async function findWebhook(db: Db, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const rows = await db.query<WebhookRow>(
    `select ${COLUMNS} ${FROM} where w.org_id = $1 and w.id = $2 and w.job_id is null and w.deleted_at is null`,
    [orgId, id],
  );
  return rows[0];
}

export async function countWebhooks(db: Db, orgId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'select count(*) as count from webhooks where org_id = $1 and job_id is null and deleted_at is null',
    [orgId],
  );
  return rows[0]!.count;
}

export type WebhookSettings = Pick<WebhookRow, 'name' | 'url' | 'alerts' | 'events' | 'is_active'>;
/** What the owner sets, with secrets that are stored encrypted. */
export type GivenSettings = WebhookSettings & Pick<Secrets, 'secret' | 'headers'>;

export async function insertWebhook(
  tx: Db,
  orgId: string,
  webhook: WebhookSettings & StoredSecrets & { id: string; createdBy: number | null; now: Date },
): Promise<void> {
  await tx.run(
    `insert into webhooks (id, org_id, name, url, alerts, secret, headers, sealed, events, is_active, created_by, created_at,
       updated_at)
     select id, $1::uuid, name, url, alerts, secret, headers, sealed, events, is_active, "createdBy", now, now
     from json_to_record($2::json) as webhook (id uuid, name text, url text, alerts json, secret text, headers json,
       sealed text, events text[], is_active boolean, "createdBy" int, now timestamptz)`,
    [orgId, JSON.stringify(webhook)],
  );
  await tx.run('insert into webhook_states (webhook_id, org_id) values ($1, $2)', [webhook.id, orgId]);
}

/** Returns a webhook and locks it, so that its changes happen one after the other. */
export async function lockWebhook(tx: Db, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const rows = await tx.query<WebhookRow>(
    `select ${COLUMNS} ${FROM} where w.org_id = $1 and w.id = $2 and w.deleted_at is null for update of w`,
    [orgId, id],
  );
  return rows[0];
}

/** `fresh` means switched on again or moved, so that earlier failures of its receiver no longer count. */
export async function updateWebhook(
  tx: Db,
  orgId: string,
  id: string,
  settings: WebhookSettings & StoredSecrets,
  options: { now: Date; fresh: boolean },
): Promise<void> {
  await tx.run(
    `update webhooks w set name = given.name, url = given.url, alerts = given.alerts, events = given.events,
       is_active = given.is_active, updated_at = given.now,
       disabled_reason = case when given.is_active or given.fresh then null else disabled_reason end
     from json_to_record($3::json) as given (name text, url text, alerts json, events text[], is_active boolean,
       now timestamptz, fresh boolean)
     where w.org_id = $1 and w.id = $2`,
    [orgId, id, JSON.stringify({ ...settings, ...options })],
  );
  await updateStoredSecrets(tx, id, settings);
  if (options.fresh)
    await tx.run('update webhook_states set failing_since = null where org_id = $1 and webhook_id = $2', [orgId, id]);
}

export async function updateStoredSecrets(tx: Db, id: string, stored: StoredSecrets): Promise<void> {
  const { secret, previous_secret, previous_secret_until, older_secrets, headers, sealed } = stored;
  await tx.run(
    `update webhooks set secret = $2::text, previous_secret = $3::text, previous_secret_until = $4::timestamptz,
       older_secrets = $5::jsonb, headers = $6::json, sealed = $7::text where id = $1::uuid`,
    [
      id,
      secret,
      previous_secret,
      previous_secret_until,
      JSON.stringify(older_secrets),
      JSON.stringify(headers),
      sealed,
    ],
  );
}

export async function touchWebhook(tx: Db, orgId: string, id: string, now: Date): Promise<void> {
  await tx.run('update webhooks set updated_at = $3::timestamptz where org_id = $1 and id = $2', [orgId, id, now]);
}

/** Some webhooks with secrets in plain text. Deleted ones count: their rows stay until their deliveries are gone. */
export const lockPlainWebhooks = (tx: Db): Promise<(StoredSecrets & { id: string; org_id: string })[]> =>
  tx.query(
    `select w.id, w.org_id, ${SECRETS} from webhooks w where w.sealed is null order by w.id limit 100
     for update skip locked`,
  );

export async function deleteWebhook(tx: Db, orgId: string, id: string, now: Date): Promise<void> {
  await tx.run('update webhooks set deleted_at = $3, is_active = false where org_id = $1 and id = $2', [
    orgId,
    id,
    now,
  ]);
  await tx.run('delete from webhook_agents where org_id = $1 and webhook_id = $2', [orgId, id]);
}

export type LinkedAgent = { id: string; name: string };

/** Links to deleted agents have no effect and are left out everywhere. */
export async function listLinkedAgents(db: Db, orgId: string, webhookId: string): Promise<LinkedAgent[]> {
  return db.query<LinkedAgent>(
    `select a.id, a.name from webhook_agents l join agents a on a.id = l.agent_id
     where l.org_id = $1 and l.webhook_id = $2 and a.deleted_at is null order by lower(a.name), a.id`,
    [orgId, webhookId],
  );
}

export async function isLinked(db: Db, orgId: string, webhookId: string, agentId: string): Promise<boolean> {
  const rows = await db.query<object>(
    'select 1 from webhook_agents where org_id = $1 and webhook_id = $2 and agent_id = $3',
    [orgId, webhookId, agentId],
  );
  return rows.length > 0;
}

/** Lets one call at a time link agents in an organization, so that the limits hold. */
export async function lockLinks(tx: Db, orgId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhook_agents ' || $1, 0))`, [orgId]);
}

/** Returns which ids are agents of the organization, and how many other webhooks each is linked to. */
export async function listLinkTargets(
  tx: Db,
  orgId: string,
  webhookId: string,
  agentIds: string[],
): Promise<{ id: string; others: number }[]> {
  return tx.query<{ id: string; others: number }>(
    `select a.id, (select count(*) from webhook_agents l where l.agent_id = a.id and l.webhook_id <> $2) as others
     from agents a where a.org_id = $1 and a.id = any ($3::uuid[]) and a.deleted_at is null`,
    [orgId, webhookId, agentIds],
  );
}

export async function insertLinks(tx: Db, orgId: string, webhookId: string, agentIds: string[]): Promise<number> {
  return tx.run(
    `insert into webhook_agents (org_id, webhook_id, agent_id) select $1, $2, unnest($3::uuid[])
     on conflict (agent_id, webhook_id) do nothing`,
    [orgId, webhookId, agentIds],
  );
}

export async function deleteLink(tx: Db, orgId: string, webhookId: string, agentId: string): Promise<boolean> {
  return (
    (await tx.run('delete from webhook_agents where org_id = $1 and webhook_id = $2 and agent_id = $3', [
      orgId,
      webhookId,
      agentId,
    ])) > 0
  );
}

/** A deleted agent keeps its row for its jobs, but has no links. */
export function deleteLinksOfAgent(db: Db, orgId: string, agentId: string): Promise<number> {
  return db.run('delete from webhook_agents where org_id = $1 and agent_id = $2', [orgId, agentId]);
}
