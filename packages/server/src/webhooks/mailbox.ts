import type { Database, Db } from '#platform/db.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { Exchange, OutboundRequest } from '#platform/outbound/exchange.ts';

// Deliveries for a listener go to a mailbox in the database instead of an address. No network is involved, so the guard
// has nothing to check. Nobody can set such an address by hand.

const SCHEME = 'errand-listener:';

export const listenerUrl = (webhookId: string): string => `${SCHEME}//${webhookId}`;
export const isListenerUrl = (url: string): boolean => url.startsWith(SCHEME);

/** Without a limit, a listener that does not pull its events would fill the database. */
const EVENTS_MAX = 1_000;

/** Returns a client that posts to mailboxes, and passes on all other requests. */
export function withMailboxes(outbound: Outbound, database: Database): Outbound {
  const request = (asked: OutboundRequest): Promise<Exchange> =>
    isListenerUrl(asked.url) ? post(database.queue, asked) : outbound.request(asked);
  return { ...outbound, request };
}

async function post(db: Db, { url, headers, body }: OutboundRequest): Promise<Exchange> {
  const startedAt = performance.now();
  const rows = await db.query<{ status: number }>(
    `with box as (
        select id, org_id, (select count(*) from webhook_mailbox m where m.webhook_id = w.id) as waiting
        from webhooks w where id = $1 and deleted_at is null and expires_at > now()
      ), posted as (
        insert into webhook_mailbox (id, org_id, webhook_id, headers, body)
        select $2, org_id, id, $3::json, $4 from box where waiting < ${EVENTS_MAX}
        on conflict (id) do update set headers = excluded.headers, body = excluded.body
        returning 202 as status
      )
      select coalesce((select status from posted), case when exists (select from box) then 503 else 410 end) as status`,
    [url.slice(SCHEME.length + 2), headers['webhook-id'], JSON.stringify(headers), String(body)],
  );
  const total = performance.now() - startedAt;
  return {
    failure: null,
    // 410 means gone for good: the service switches off a webhook that nobody listens to any more.
    status: rows[0]!.status,
    headers: {},
    body: Buffer.alloc(0),
    timing: { dns: null, connect: null, firstByte: total, total },
  };
}

export type MailboxEvent = { id: string; headers: Record<string, string>; body: string; created_at: Date };

export const listEvents = (db: Db, orgId: string, webhookId: string, limit: number): Promise<MailboxEvent[]> =>
  db.query<MailboxEvent>(
    `select id, headers, body, created_at from webhook_mailbox
      where org_id = $1 and webhook_id = $2 order by created_at, id limit $3`,
    [orgId, webhookId, limit],
  );

/** Deletes events that the listener has received. */
export const deleteEvents = (db: Db, orgId: string, webhookId: string, ids: string[]): Promise<number> =>
  db.run('delete from webhook_mailbox where org_id = $1 and webhook_id = $2 and id = any ($3::uuid[])', [
    orgId,
    webhookId,
    ids,
  ]);
