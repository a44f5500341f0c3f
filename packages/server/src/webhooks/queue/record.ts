import { insertAudit } from '#orgs/audit.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import { FAILING_DAYS_MAX } from '../model.ts';

// What an attempt leaves behind, one statement for a batch of attempts: the attempt itself, the delivery's new state,
// its queue row gone or moved, and the bookkeeping of its webhook. Holding the claim is the guard: a failed attempt whose
// lease was taken over meanwhile is recorded, but decides nothing. A success counts whoever had it: the event is there.

export type AttemptRecord = {
  deliveryId: string;
  /** Null: a test call, which never was in the queue. */
  claimId: string | null;
  orgId: string;
  webhookId: string;
  at: Date;
  url: string;
  requestHeaders: Record<string, string>;
  body: string | null;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  dnsMs: number | null;
  connectMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
  failure: string | null;
  error: string | null;
  succeeded: boolean;
  /** When to try again; null: not again. */
  retryAt: Date | null;
  /** The receiver said that it is gone for good. */
  gone: boolean;
};

export type Disabled = { webhookId: string; orgId: string; reason: string };

export async function recordAttempts(db: Transactor, items: AttemptRecord[]): Promise<Disabled[]> {
  return persistently(
    (attempt) =>
      db.tx(async (tx) => {
        const fresh = attempt === 0 ? items : await dropRecorded(tx, items);
        const disabled = fresh.length === 0 ? [] : await recordOnce(tx, fresh);
        for (const { orgId, webhookId, reason } of disabled) {
          await insertAudit(tx, 'operator', {
            orgId,
            action: 'webhook.disabled',
            targetType: 'webhook',
            targetId: webhookId,
            detail: { reason, by: 'service' },
          });
        }
        return disabled;
      }),
    60_000,
  );
}

/** A lost connection may have hidden a commit: an attempt is known by its delivery and its moment. */
async function dropRecorded(tx: Db, items: AttemptRecord[]): Promise<AttemptRecord[]> {
  const rows = await tx.query<{ delivery_id: string }>(
    `select i.delivery_id from unnest($1::uuid[], $2::timestamptz[]) as i (delivery_id, at)
      join webhook_attempts a on a.delivery_id = i.delivery_id and a.at = i.at`,
    [items.map((item) => item.deliveryId), items.map((item) => item.at)],
  );
  const known = new Set(rows.map((row) => row.delivery_id));
  return items.filter((item) => !known.has(item.deliveryId));
}

async function recordOnce(tx: Db, items: AttemptRecord[]): Promise<Disabled[]> {
  const column = <T>(read: (item: AttemptRecord) => T): T[] => items.map(read);
  const rows = await tx.query<{ id: string; org_id: string; disabled_reason: string }>(RECORD_ATTEMPTS, [
    column((item) => item.deliveryId),
    column((item) => item.claimId),
    column((item) => item.orgId),
    column((item) => item.webhookId),
    column((item) => item.at),
    column((item) => item.url),
    column((item) => JSON.stringify(item.requestHeaders)),
    column((item) => item.body),
    column((item) => item.responseStatus),
    column((item) => (item.responseHeaders === null ? null : JSON.stringify(item.responseHeaders))),
    column((item) => item.responseBody),
    column((item) => item.dnsMs),
    column((item) => item.connectMs),
    column((item) => item.firstByteMs),
    column((item) => item.totalMs),
    column((item) => item.failure),
    column((item) => item.error),
    column((item) => item.succeeded),
    column((item) => item.retryAt),
    column((item) => item.gone),
    FAILING_DAYS_MAX,
  ]);
  return rows.map((row) => ({ webhookId: row.id, orgId: row.org_id, reason: row.disabled_reason }));
}

// Rows that other batches touch too are locked in the order of their keys. A webhook's bookkeeping is folded first:
// failures after the last success count; with no success among them they add up to what was there.
const RECORD_ATTEMPTS = `
  with item as materialized (
    select i.* from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[],
      $8::text[], $9::int[], $10::text[], $11::text[], $12::real[], $13::real[], $14::real[], $15::real[], $16::text[],
      $17::text[], $18::boolean[], $19::timestamptz[], $20::boolean[])
      with ordinality as i (delivery_id, claim_id, org_id, webhook_id, at, url, request_headers, body, response_status,
        response_headers, response_body, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error, succeeded, retry_at,
        gone, position)
    -- What a crash of PostgreSQL takes back is sent again under the same id, so nobody waits for the disk here.
    cross join (select set_config('synchronous_commit', 'off', true)) off
  ),
  kept as (
    update webhook_queue q set due_at = i.retry_at, tries = q.tries + 1, claim_id = null
    from item i where q.delivery_id = i.delivery_id and q.claim_id = i.claim_id and i.retry_at is not null
    returning q.delivery_id
  ),
  ended as (
    delete from webhook_queue q using item i
    where q.delivery_id = i.delivery_id and (i.succeeded or (q.claim_id = i.claim_id and i.retry_at is null))
    returning q.delivery_id
  ),
  delivery as materialized (
    select i.*, d.attempt, d.data_deleted from webhook_deliveries d join item i on i.delivery_id = d.id
    order by d.id for update of d
  ),
  attempted as (
    insert into webhook_attempts (delivery_id, attempt, org_id, at, url, request_headers, body, response_status,
      response_headers, response_body, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error)
    select delivery_id, attempt + 1, org_id, at, url, request_headers::json, case when attempt = 0 and not data_deleted then body end,
      response_status, response_headers::json, case when not data_deleted then response_body end, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error
    from delivery
  ),
  moved as (
    update webhook_deliveries d set
      attempt = d.attempt + 1,
      status = case when l.succeeded then 'succeeded' when not l.owned then d.status when l.retry_at is null then 'failed'
        else 'pending' end,
      response_status = l.response_status,
      error = l.error,
      next_attempt_at = case when l.owned then l.retry_at else d.next_attempt_at end,
      delivered_at = case when l.succeeded then coalesce(d.delivered_at, l.at) else d.delivered_at end
    from (
      select delivery_id, succeeded, retry_at, response_status, error, at,
        claim_id is null or delivery_id in (select delivery_id from kept) or delivery_id in (select delivery_id from ended)
          as owned
      from delivery
    ) l
    where d.id = l.delivery_id
  ),
  folded as materialized (
    select webhook_id, max(at) filter (where succeeded) as success_at, max(at) filter (where not succeeded) as failure_at,
      max(at) filter (where first) as first_at, bool_or(succeeded) as any_success, bool_or(gone) as gone,
      count(*) filter (where not succeeded and position > last_success) as failures,
      min(at) filter (where not succeeded and position > last_success) as failing_since
    from (
      select webhook_id, at, succeeded, gone, position, attempt = 0 as first,
        coalesce(max(position) filter (where succeeded) over (partition by webhook_id), 0) as last_success
      from delivery
    ) i group by webhook_id
  ),
  state as materialized (
    select s.webhook_id, f.success_at, f.failure_at, f.first_at, f.gone,
      case when f.any_success then 0 else s.failure_count end + f.failures as failure_count,
      case when f.failures = 0 then null when f.any_success then f.failing_since
        else coalesce(s.failing_since, f.failing_since) end as failing_since
    from folded f join webhook_states s on s.webhook_id = f.webhook_id
    order by s.webhook_id for update of s
  ),
  counted as (
    update webhook_states s set failure_count = n.failure_count, failing_since = n.failing_since,
      last_triggered_at = greatest(s.last_triggered_at, n.first_at),
      last_success_at = greatest(s.last_success_at, n.success_at),
      last_failure_at = greatest(s.last_failure_at, n.failure_at)
    from state n where s.webhook_id = n.webhook_id
  )
  update webhooks w set is_active = false, updated_at = n.failure_at,
    disabled_reason = case when n.gone then 'The receiver answered 410 Gone.'
      else 'Every attempt failed for ' || $21::int || ' days.' end
  from state n
  where w.id = n.webhook_id and w.is_active
    and (n.gone or n.failing_since < n.failure_at - make_interval(days => $21::int))
  returning w.id, w.org_id, w.disabled_reason`;
