import { insertAudit } from '#orgs/audit.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import { FAILING_DAYS_MAX } from '../model.ts';
import { foldBooks } from './books.ts';

// What an attempt leaves behind, one statement for a batch of attempts: the attempt itself, the delivery's new state,
// its queue row gone or moved, and the bookkeeping of its webhook. Holding the claim is the guard: a failed attempt whose
// lease was taken over meanwhile is recorded, but decides nothing. A success counts whoever had it: the event is there.

export type AttemptRecord = {
  deliveryId: string;
  /** Null: a test call, which never was in the queue. */
  claimId: string | null;
  orgId: string;
  webhookId: string;
  /** No attempt at this delivery was known before. */
  first: boolean;
  at: Date;
  url: string;
  /** Null: nothing was sent. */
  signature: string | null;
  /** Names of the headers of the owner, between commas. */
  headerNames: string | null;
  body: string | null;
  responseStatus: number | null;
  /** Lines of `name: value`. */
  answerHeaders: string | null;
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
      join webhook_attempts a on a.delivery_id = any (array[i.delivery_id]) and a.at = i.at`,
    [items.map((item) => item.deliveryId), items.map((item) => item.at)],
  );
  const known = new Set(rows.map((row) => row.delivery_id));
  return items.filter((item) => !known.has(item.deliveryId));
}

async function recordOnce(tx: Db, given: AttemptRecord[]): Promise<Disabled[]> {
  // Rows that other batches touch too are locked in the order of their keys.
  const items = given.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
  const books = foldBooks(given);
  const bodies = joinBodies(items);
  const column = <T>(read: (item: AttemptRecord) => T): T[] => items.map(read);
  const rows = await tx.query<{ id: string; org_id: string; disabled_reason: string }>(RECORD_ATTEMPTS, [
    column((item) => item.deliveryId),
    column((item) => item.claimId),
    column((item) => item.orgId),
    column((item) => item.at),
    column((item) => item.url),
    column((item) => item.signature),
    column((item) => item.headerNames),
    bodies.starts,
    bodies.lengths,
    bodies.bytes,
    column((item) => item.responseStatus),
    column((item) => item.answerHeaders),
    column((item) => item.responseBody),
    column((item) => item.dnsMs),
    column((item) => item.connectMs),
    column((item) => item.firstByteMs),
    column((item) => item.totalMs),
    column((item) => item.failure),
    column((item) => item.error),
    column((item) => item.succeeded),
    column((item) => item.retryAt),
    books.map((entry) => entry.webhookId),
    books.map((entry) => entry.firstAt),
    books.map((entry) => entry.successAt),
    books.map((entry) => entry.failureAt),
    books.map((entry) => entry.failures),
    books.map((entry) => entry.failingSince),
    books.map((entry) => entry.gone),
    FAILING_DAYS_MAX,
  ]);
  return rows.map((row) => ({ webhookId: row.id, orgId: row.org_id, reason: row.disabled_reason }));
}

/** Bodies travel as bytes, one behind the other: full of quotes, they would be dear to write and to read as a list of texts. */
function joinBodies(items: AttemptRecord[]): { bytes: Buffer; starts: number[]; lengths: number[] } {
  const lengths = items.map(({ body }) => (body === null ? 0 : Buffer.byteLength(body)));
  let length = 0;
  const starts = lengths.map((own) => {
    length += own;
    return length - own;
  });
  const bytes = Buffer.allocUnsafe(length);
  for (const [index, { body }] of items.entries()) if (body !== null) bytes.write(body, starts[index]!, 'utf8');
  return { bytes, starts, lengths };
}

// Joined as in claim.ts, so that no plan can turn to reading a whole table. Counting what came before sets the order: rows
// of the queue, then deliveries, as everywhere, and last the books of the webhooks, which other processes wait for.
export const RECORD_ATTEMPTS = `
  with item as materialized (
    select i.*
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::int[],
      $9::int[], $11::int[], $12::text[], $13::text[], $14::real[], $15::real[], $16::real[], $17::real[], $18::text[],
      $19::text[], $20::boolean[], $21::timestamptz[])
      as i (delivery_id, claim_id, org_id, at, url, signature, header_names, body_start, body_bytes, response_status,
        answer_headers, response_body, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error, succeeded, retry_at)
    -- What a crash of PostgreSQL takes back is sent again under the same id, so nobody waits for the disk here.
    cross join (select set_config('synchronous_commit', 'off', true)) off
  ),
  kept as (
    update webhook_queue q set due_at = i.retry_at, tries = q.tries + 1, claim_id = null, leased_until = null
    from item i
    where i.retry_at is not null and q.delivery_id = any (array[i.delivery_id]) and q.claim_id = i.claim_id
    returning q.delivery_id
  ),
  ended as (
    delete from webhook_queue q using item i
    where i.retry_at is null and not i.succeeded and q.delivery_id = any (array[i.delivery_id]) and q.claim_id = i.claim_id
    returning q.delivery_id
  ),
  arrived as (
    delete from webhook_queue where delivery_id = any (array(select delivery_id from item where succeeded)) returning 1
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
      select *, succeeded or claim_id is null or delivery_id in (select delivery_id from kept)
        or delivery_id in (select delivery_id from ended) as owned
      from item offset 0
    ) l
    where d.id = any (array[l.delivery_id]) and (select count(*) from arrived) >= 0
    returning l.*, d.attempt, d.data_deleted
  ),
  attempted as (
    insert into webhook_attempts (delivery_id, attempt, org_id, at, url, signature, header_names, body, response_status,
      answer_headers, response_body, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error)
    select delivery_id, attempt, org_id, at, url, signature, header_names,
      case when attempt = 1 and body_bytes > 0 and not data_deleted
        then convert_from(substring($10::bytea from body_start + 1 for body_bytes), 'utf8') end,
      response_status, answer_headers, case when not data_deleted then response_body end,
      dns_ms, connect_ms, first_byte_ms, total_ms, failure, error
    from moved
  ),
  state as materialized (
    select s.webhook_id, b.success_at, b.failure_at, b.first_at, b.gone,
      case when b.success_at is null then s.failure_count else 0 end + b.failures as failure_count,
      case when b.failures = 0 then null when b.success_at is null then coalesce(s.failing_since, b.failing_since)
        else b.failing_since end as failing_since
    from unnest($22::uuid[], $23::timestamptz[], $24::timestamptz[], $25::timestamptz[], $26::int[], $27::timestamptz[],
      $28::boolean[]) as b (webhook_id, first_at, success_at, failure_at, failures, failing_since, gone)
    join webhook_states s on s.webhook_id = any (array[b.webhook_id])
    where (select count(*) from moved) > 0
    for update of s
  ),
  counted as (
    update webhook_states s set failure_count = n.failure_count, failing_since = n.failing_since,
      last_triggered_at = greatest(s.last_triggered_at, n.first_at),
      last_success_at = greatest(s.last_success_at, n.success_at),
      last_failure_at = greatest(s.last_failure_at, n.failure_at)
    from state n where s.webhook_id = any (array[n.webhook_id])
  )
  update webhooks w set is_active = false, updated_at = n.failure_at,
    disabled_reason = case when n.gone then 'The receiver answered 410 Gone.'
      else 'Every attempt failed for ' || $29::int || ' days.' end
  from state n
  where w.id = any (array[n.webhook_id]) and w.is_active
    and (n.gone or n.failing_since < n.failure_at - make_interval(days => $29::int))
  returning w.id, w.org_id, w.disabled_reason`;
