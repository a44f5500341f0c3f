import type { Link } from '#orgs/actor.ts';
import { auditRows } from '#orgs/audit.ts';
import type { Database, Db } from '#platform/db.ts';
import { persistBatch } from '#platform/persist.ts';
import { FAILING_DAYS_MAX } from '../message/model.ts';
import { findCauses } from './causes.ts';
import { sumUpAttempts } from './summaries.ts';

// Records a batch of attempts in one statement: the attempts, the new states of their deliveries, their queue rows, the
// states of their webhooks, and, if a webhook is switched off, the audit entry. The claim is the fence: a failed
// attempt whose lease was taken over meanwhile is recorded, but decides nothing. A success always counts, because the
// event has arrived.

export type AttemptRecord = {
  deliveryId: string;
  /** Null for a test call, which was never in the queue. */
  claimId: string | null;
  orgId: string;
  webhookId: string;
  /** Whether no earlier attempt at this delivery is known. */
  first: boolean;
  at: Date;
  endedAt: Date;
  url: string;
  /** Null if nothing was sent. */
  signature: string | null;
  /** Names of the owner's headers, separated by commas. */
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
  /** When to try again, or null for never. */
  retryAt: Date | null;
  /** Whether the receiver said that it is gone for good. */
  gone: boolean;
};

export type Disabled = { webhookId: string; reason: string };

/** Waits out any outage of the database, because an attempt that is not recorded is made again. */
export async function recordAttempts(
  { queue: db, state }: Pick<Database, 'queue' | 'state'>,
  items: AttemptRecord[],
): Promise<Disabled[]> {
  return persistBatch((attempt) => recordFresh(db, items, attempt), { size: items.length, state });
}

/** From the second attempt on, leaves out items that an earlier one has recorded. `by`: who asked for the attempts. */
export async function recordFresh(
  db: Db,
  items: AttemptRecord[],
  attempt: number,
  by: Link[] = [],
): Promise<Disabled[]> {
  const fresh = attempt === 0 ? items : await dropRecorded(db, items);
  return fresh.length === 0 ? [] : recordOnce(db, fresh, by);
}

/** A lost connection may have hidden a commit. The delivery and the time identify an attempt. */
async function dropRecorded(db: Db, items: AttemptRecord[]): Promise<AttemptRecord[]> {
  const rows = await db.query<{ delivery_id: string }>(
    `select i.delivery_id from unnest($1::uuid[], $2::timestamptz[]) as i (delivery_id, at)
      join webhook_attempts a on a.delivery_id = any (array[i.delivery_id]) and a.at = i.at`,
    [items.map((item) => item.deliveryId), items.map((item) => item.at)],
  );
  const known = new Set(rows.map((row) => row.delivery_id));
  return items.filter((item) => !known.has(item.deliveryId));
}

async function recordOnce(db: Db, given: AttemptRecord[], by: Link[]): Promise<Disabled[]> {
  const causes = await findCauses(db, given, by);
  // Locks rows in the order of their keys, because other batches may lock the same ones.
  const items = given.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
  const rows = await db.query<{ id: string; disabled_reason: string }>(RECORD_ATTEMPTS, [
    JSON.stringify(items),
    JSON.stringify(sumUpAttempts(given)),
    FAILING_DAYS_MAX,
    JSON.stringify(causes),
  ]);
  return rows.map((row) => ({ webhookId: row.id, reason: row.disabled_reason }));
}

// Joined as in claim.ts, so that no plan reads a whole table. Counting earlier results sets the order of locks: rows of
// the queue, then deliveries, as everywhere, and last the states of the webhooks, for which other processes wait.
export const RECORD_ATTEMPTS = `
  with item as materialized (
    select i.* from json_to_recordset($1::json) as i ("deliveryId" uuid, "claimId" uuid, "orgId" uuid, at timestamptz,
      url text, signature text, "headerNames" text, body text, "responseStatus" int, "answerHeaders" text,
      "responseBody" text, "dnsMs" real, "connectMs" real, "firstByteMs" real, "totalMs" real, failure text, error text,
      succeeded boolean, "retryAt" timestamptz)
    -- What a crash of PostgreSQL takes back is sent again under the same id, so nobody waits for the disk here.
    cross join (select set_config('synchronous_commit', 'off', true)) off
  ),
  kept as (
    update webhook_queue q set due_at = i."retryAt", tries = q.tries + 1, claim_id = null, leased_until = null
    from item i
    where i."retryAt" is not null and q.delivery_id = any (array[i."deliveryId"]) and q.claim_id = i."claimId"
    returning q.delivery_id
  ),
  ended as (
    delete from webhook_queue q using item i
    where i."retryAt" is null and not i.succeeded and q.delivery_id = any (array[i."deliveryId"])
      and q.claim_id = i."claimId"
    returning q.delivery_id
  ),
  arrived as (
    delete from webhook_queue where delivery_id = any (array(select "deliveryId" from item where succeeded)) returning 1
  ),
  moved as (
    update webhook_deliveries d set
      attempt = d.attempt + 1,
      status = case when l.succeeded then 'succeeded' when not l.owned then d.status when l."retryAt" is null then 'failed'
        else 'pending' end,
      response_status = l."responseStatus",
      error = l.error,
      next_attempt_at = case when l.owned then l."retryAt" else d.next_attempt_at end,
      delivered_at = case when l.succeeded then coalesce(d.delivered_at, l.at) else d.delivered_at end
    from (
      select *, succeeded or "claimId" is null or "deliveryId" in (select delivery_id from kept)
        or "deliveryId" in (select delivery_id from ended) as owned
      from item offset 0
    ) l
    where d.id = any (array[l."deliveryId"]) and (select count(*) from arrived) >= 0
    returning d.id, d.attempt, d.data_deleted, l.*
  ),
  attempted as (
    insert into webhook_attempts (delivery_id, attempt, org_id, at, url, signature, header_names, body, response_status,
      answer_headers, response_body, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error)
    select id, attempt, "orgId", at, url, signature, "headerNames", case when attempt = 1 and not data_deleted then body end,
      "responseStatus", "answerHeaders", case when not data_deleted then "responseBody" end, "dnsMs", "connectMs",
      "firstByteMs", "totalMs", failure, error
    from moved
  ),
  state as materialized (
    select s.webhook_id, b."successAt" as success_at, b."failureAt" as failure_at, b."firstAt" as first_at, b.gone,
      case when b."successAt" is null then s.failure_count else 0 end + b.failures as failure_count,
      case when b.failures = 0 then null when b."successAt" is null then coalesce(s.failing_since, b."failingSince")
        else b."failingSince" end as failing_since
    from json_to_recordset($2::json) as b ("webhookId" uuid, "firstAt" timestamptz, "successAt" timestamptz,
      "failureAt" timestamptz, failures int, "failingSince" timestamptz, gone boolean)
    join webhook_states s on s.webhook_id = any (array[b."webhookId"])
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
      disabled_reason = case when n.gone then 'The receiver responded with 410 Gone.'
        else 'Every attempt failed for ' || $3::int || ' days.' end
    from state n
    where w.id = any (array[n.webhook_id]) and w.is_active
      and (n.gone or n.failing_since < n.failure_at - make_interval(days => $3::int))
    returning w.id, w.org_id, w.disabled_reason
  ),
  ${auditRows('disabled', {
    action: 'webhook.disabled',
    targetType: 'webhook',
    targetId: 'id::text',
    detail: `json_build_object('reason', disabled_reason, 'by', 'service', 'caused_by', coalesce($4::json->(id::text), '[]'))`,
  })}
  select id, disabled_reason from disabled`;
