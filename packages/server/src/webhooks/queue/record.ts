import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import { FAILING_DAYS_MAX } from '../message/model.ts';
import { foldBooks } from './books.ts';

// What an attempt leaves behind, one statement for a batch of attempts: the attempt itself, the delivery's new state,
// its queue row gone or moved, the bookkeeping of its webhook, and its switching off with the audit entry. Holding the
// claim is the guard: a failed attempt whose lease was taken over meanwhile is recorded, but decides nothing. A success
// counts whoever had it: the event is there.

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

export type Disabled = { webhookId: string; reason: string };

export async function recordAttempts(db: Db, items: AttemptRecord[]): Promise<Disabled[]> {
  return persistently(async (attempt) => {
    const fresh = attempt === 0 ? items : await dropRecorded(db, items);
    return fresh.length === 0 ? [] : recordOnce(db, fresh);
  }, 60_000);
}

/** A lost connection may have hidden a commit: an attempt is known by its delivery and its moment. */
async function dropRecorded(db: Db, items: AttemptRecord[]): Promise<AttemptRecord[]> {
  const rows = await db.query<{ delivery_id: string }>(
    `select i.delivery_id from unnest($1::uuid[], $2::timestamptz[]) as i (delivery_id, at)
      join webhook_attempts a on a.delivery_id = any (array[i.delivery_id]) and a.at = i.at`,
    [items.map((item) => item.deliveryId), items.map((item) => item.at)],
  );
  const known = new Set(rows.map((row) => row.delivery_id));
  return items.filter((item) => !known.has(item.deliveryId));
}

async function recordOnce(db: Db, given: AttemptRecord[]): Promise<Disabled[]> {
  // Rows that other batches touch too are locked in the order of their keys.
  const items = given.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
  const books = foldBooks(given);
  const texts = joinTexts(items);
  const { places, kinds } = findKinds(items);
  const column = <T>(read: (item: AttemptRecord) => T): T[] => items.map(read);
  const rows = await db.query<{ id: string; disabled_reason: string }>(RECORD_ATTEMPTS, [
    items.length,
    column((item) => item.deliveryId),
    column((item) => item.succeeded),
    column((item) => item.claimId),
    column((item) => item.retryAt?.getTime() ?? 0),
    column((item) => item.at.getTime()),
    texts.bytes,
    texts.starts,
    texts.signatures,
    texts.bodies,
    column((item) => toMicroseconds(item.dnsMs)),
    column((item) => toMicroseconds(item.connectMs)),
    column((item) => toMicroseconds(item.firstByteMs)),
    column((item) => toMicroseconds(item.totalMs)),
    places,
    kinds.map((item) => item.orgId),
    kinds.map((item) => item.url),
    kinds.map((item) => item.headerNames),
    kinds.map((item) => item.responseStatus),
    kinds.map((item) => item.answerHeaders),
    kinds.map((item) => item.responseBody),
    kinds.map((item) => item.failure),
    kinds.map((item) => item.error),
    books.map((entry) => entry.webhookId),
    books.map((entry) => entry.firstAt),
    books.map((entry) => entry.successAt),
    books.map((entry) => entry.failureAt),
    books.map((entry) => entry.failures),
    books.map((entry) => entry.failingSince),
    books.map((entry) => entry.gone),
    FAILING_DAYS_MAX,
  ]);
  return rows.map((row) => ({ webhookId: row.id, reason: row.disabled_reason }));
}

/**
 * Signatures and bodies travel as bytes, one behind the other: full of quotes, they would be dear to write and to read
 * as a list of texts.
 */
function joinTexts(items: AttemptRecord[]): {
  bytes: Buffer;
  starts: number[];
  signatures: number[];
  bodies: number[];
} {
  const signatures = items.map(({ signature }) => signature?.length ?? 0);
  const bodies = items.map(({ body }) => (body === null ? 0 : Buffer.byteLength(body)));
  let length = 0;
  const starts = items.map((_item, index) => {
    const start = length;
    length += signatures[index]! + bodies[index]!;
    return start + 1;
  });
  const bytes = Buffer.allocUnsafe(length);
  for (const [index, { signature, body }] of items.entries()) {
    const start = starts[index]! - 1;
    if (signature !== null) bytes.write(signature, start, 'latin1');
    if (body !== null) bytes.write(body, start + signatures[index]!, 'utf8');
  }
  return { bytes, starts, signatures, bodies };
}

/** Attempts of one moment at one receiver mostly end alike, to the last header: what they share travels once. */
function findKinds(items: AttemptRecord[]): { places: number[]; kinds: AttemptRecord[] } {
  const kinds: AttemptRecord[] = [];
  let last: AttemptRecord | undefined;
  const places = items.map((item) => {
    if (last === undefined || !isAlike(item, last)) kinds.push(item);
    last = item;
    return kinds.length;
  });
  return { places, kinds };
}

const isAlike = (a: AttemptRecord, b: AttemptRecord): boolean =>
  a.orgId === b.orgId &&
  a.url === b.url &&
  a.headerNames === b.headerNames &&
  a.responseStatus === b.responseStatus &&
  a.answerHeaders === b.answerHeaders &&
  a.responseBody === b.responseBody &&
  a.failure === b.failure &&
  a.error === b.error;

/** Whole numbers are quicker to write and to read. */
const toMicroseconds = (ms: number | null): number => (ms === null ? -1 : Math.round(ms * 1_000));

// Joined as in claim.ts, so that no plan can turn to reading a whole table. Counting what came before sets the order: rows
// of the queue, then deliveries, as everywhere, and last the books of the webhooks, which other processes wait for.
// Lists are read by the number of an item: unpacking them all into rows, from step to step, took a third of the time.
export const RECORD_ATTEMPTS = `
  with item as materialized (
    select n, ($2::uuid[])[n] as delivery_id, ($3::boolean[])[n] as succeeded, ($4::uuid[])[n] as claim_id,
      to_timestamp(nullif(($5::float8[])[n], 0) / 1000) as retry_at
    from generate_series(1, $1::int) n
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
      response_status = ($19::int[])[l.kind],
      error = ($23::text[])[l.kind],
      next_attempt_at = case when l.owned then l.retry_at else d.next_attempt_at end,
      delivered_at = case when l.succeeded then coalesce(d.delivered_at, l.at) else d.delivered_at end
    from (
      select *, to_timestamp(($6::float8[])[n] / 1000) as at, ($15::int[])[n] as kind,
        succeeded or claim_id is null or delivery_id in (select delivery_id from kept)
          or delivery_id in (select delivery_id from ended) as owned
      from item offset 0
    ) l
    where d.id = any (array[l.delivery_id]) and (select count(*) from arrived) >= 0
    returning l.n, l.at, l.kind, d.id, d.attempt, d.data_deleted
  ),
  attempted as (
    insert into webhook_attempts (delivery_id, attempt, org_id, at, url, signature, header_names, body, response_status,
      answer_headers, response_body, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error)
    select id, attempt, ($16::uuid[])[kind], at, ($17::text[])[kind],
      case when ($9::int[])[n] > 0 then convert_from(substring($7::bytea from ($8::int[])[n] for ($9::int[])[n]), 'utf8') end,
      ($18::text[])[kind],
      case when attempt = 1 and ($10::int[])[n] > 0 and not data_deleted then
        convert_from(substring($7::bytea from ($8::int[])[n] + ($9::int[])[n] for ($10::int[])[n]), 'utf8') end,
      ($19::int[])[kind], ($20::text[])[kind], case when not data_deleted then ($21::text[])[kind] end,
      nullif(($11::int[])[n], -1) / 1000.0::real, nullif(($12::int[])[n], -1) / 1000.0::real,
      nullif(($13::int[])[n], -1) / 1000.0::real, ($14::int[])[n] / 1000.0::real, ($22::text[])[kind], ($23::text[])[kind]
    from moved
  ),
  state as materialized (
    select s.webhook_id, b.success_at, b.failure_at, b.first_at, b.gone,
      case when b.success_at is null then s.failure_count else 0 end + b.failures as failure_count,
      case when b.failures = 0 then null when b.success_at is null then coalesce(s.failing_since, b.failing_since)
        else b.failing_since end as failing_since
    from unnest($24::uuid[], $25::timestamptz[], $26::timestamptz[], $27::timestamptz[], $28::int[], $29::timestamptz[],
      $30::boolean[]) as b (webhook_id, first_at, success_at, failure_at, failures, failing_since, gone)
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
  ),
  disabled as (
    update webhooks w set is_active = false, updated_at = n.failure_at,
      disabled_reason = case when n.gone then 'The receiver answered 410 Gone.'
        else 'Every attempt failed for ' || $31::int || ' days.' end
    from state n
    where w.id = any (array[n.webhook_id]) and w.is_active
      and (n.gone or n.failing_since < n.failure_at - make_interval(days => $31::int))
    returning w.id, w.org_id, w.disabled_reason
  ),
  audited as (
    insert into audit_log (id, org_id, action, target_type, target_id, detail)
    select errand_new_id(clock_timestamp()), org_id, 'webhook.disabled', 'webhook', id::text,
      json_build_object('reason', disabled_reason, 'by', 'service')
    from disabled
  )
  select id, disabled_reason from disabled`;
