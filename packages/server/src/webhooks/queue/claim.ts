import type { Db } from '#platform/db.ts';
import { joined, splitJoined } from '#platform/db-values.ts';
import type { DeliveryKind } from '../message/model.ts';

// Claims due deliveries. A claim is a lease: until it ends no other process takes the row, and the deliveries of a dead
// process are retried without detecting its death.
//
// PostgreSQL keeps the plans of these statements while the tables grow from nothing to millions of rows, long before it
// counts them again. So they leave it no choice: rows are named by a list of ids, or joined by `= any (array[…])`,
// which needs the index of ids. With a plain `=`, the plan for an empty table is a full scan, and stays one when it is
// full.

/** How many to take from one webhook, and from which moment on to look. */
export type LaneClaim = { webhookId: string; take: number; since: Date };

export type ClaimedDelivery = {
  id: string;
  claimId: string;
  orgId: string;
  webhookId: string;
  jobId: string | null;
  kind: DeliveryKind;
  tries: number;
  /** Attempts before this one. */
  attempt: number;
  /** The body that the first attempt sent. */
  body: string | null;
};

/** The deliveries taken from one webhook, ordered by due time. */
export type ClaimedLane = { webhookId: string; lastDueAt: Date; deliveries: ClaimedDelivery[] };

type LaneRow = { webhook_id: string; org_id: string; last_due_at: Date; ids: string; jobs: string; tries: string };

/** Claims lane by lane. The one that has waited longest comes first. */
export async function claimDeliveries(
  db: Db,
  options: { claimId: string; lanes: LaneClaim[]; now: Date; leaseSeconds: number },
): Promise<ClaimedLane[]> {
  const { claimId, lanes, now, leaseSeconds } = options;
  const rows = await db.query<LaneRow>(CLAIM_DELIVERIES, [
    claimId,
    now,
    leaseSeconds,
    lanes.map((lane) => lane.webhookId),
    lanes.map((lane) => lane.take),
    lanes.map((lane) => lane.since),
  ]);
  const claimed = rows.map((row) => ({
    webhookId: row.webhook_id,
    lastDueAt: row.last_due_at,
    deliveries: readDeliveries(row, claimId),
  }));
  const tried = claimed
    .flatMap(({ deliveries }) => deliveries)
    .filter((delivery) => delivery.jobId === null || delivery.tries > 0);
  const earlier = await findEarlier(
    db,
    tried.map((delivery) => delivery.id),
  );
  for (const delivery of tried) Object.assign(delivery, earlier.get(delivery.id));
  return claimed;
}

/** Reads deliveries as if they were never tried. */
function readDeliveries(row: LaneRow, claimId: string): ClaimedDelivery[] {
  const [jobs, tries] = [splitJoined(row.jobs), splitJoined(row.tries)];
  return splitJoined(row.ids).map((id, index) => ({
    id,
    claimId,
    orgId: row.org_id,
    webhookId: row.webhook_id,
    jobId: jobs[index] || null,
    kind: 'job',
    tries: Number(tries[index]),
    attempt: 0,
    body: null,
  }));
}

type Earlier = Pick<ClaimedDelivery, 'id' | 'jobId' | 'kind' | 'attempt' | 'body'>;

/** Finds how often deliveries were tried before, and what the first attempt sent. */
async function findEarlier(db: Db, deliveryIds: string[]): Promise<Map<string, Earlier>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db.query<Earlier>(FIND_EARLIER, [deliveryIds]);
  return new Map(rows.map((row) => [row.id, row]));
}

export const FIND_EARLIER = `
  select d.id, d.job_id as "jobId", d.kind, d.attempt, coalesce(a.body, d.body) as body from webhook_deliveries d
  left join webhook_attempts a on a.delivery_id = any (array[d.id]) and a.attempt = 1
  where d.id = any ($1::uuid[])`;

/**
 * Our clock follows PostgreSQL's, but not to the millisecond. Without this margin, a job that has just ended could seem
 * to be due a moment later, and wait for the next sweep.
 */
const EARLY_MS = 10;

/** Not leased, or the lease has expired. */
const isFree = (now: string): string => `(leased_until is null or leased_until <= ${now})`;

// The claim changes no indexed column. The next claim therefore walks over deliveries in flight, which is cheap because
// there are never many.
export const CLAIM_DELIVERIES = `
  with picked as materialized (
    select q.delivery_id
    from unnest($4::uuid[], $5::int[], $6::timestamptz[]) as l (webhook_id, take, since)
    -- A claim that a crash of PostgreSQL takes back is made again, so nobody waits for the disk here.
    cross join (select set_config('synchronous_commit', 'off', true)) off
    cross join lateral (
      select delivery_id from webhook_queue
      where webhook_id = l.webhook_id and due_at >= l.since and due_at <= $2::timestamptz + interval '${EARLY_MS} milliseconds'
        and ${isFree('$2::timestamptz')}
      order by due_at limit l.take for update skip locked
    ) q
  ),
  claimed as (
    update webhook_queue set claim_id = $1, leased_until = $2::timestamptz + make_interval(secs => $3),
      -- The owner of an expired lease may have made an attempt.
      job_id = case when claim_id is null then job_id end
    where delivery_id = any (array(select delivery_id from picked))
    returning delivery_id, org_id, webhook_id, tries, due_at, job_id
  )
  select webhook_id, org_id, max(due_at) as last_due_at,
    ${joined('delivery_id')} as ids, ${joined('job_id')} as jobs, ${joined('tries')} as tries
  from (select * from claimed order by webhook_id, org_id, due_at) c
  group by webhook_id, org_id order by min(due_at)`;

/** Finds webhooks with due deliveries, each with its oldest due time. Jumps from webhook to webhook in the index. */
export async function findDueWebhooks(db: Db, now: Date): Promise<{ webhookId: string; dueAt: Date }[]> {
  const rows = await db.query<{ webhook_id: string; due_at: Date }>(
    `with recursive lane as (
        (select webhook_id, due_at from webhook_queue where ${isFree('$1')} order by webhook_id, due_at limit 1)
        union all
        select n.webhook_id, n.due_at from lane l cross join lateral (
          select webhook_id, due_at from webhook_queue q where q.webhook_id > l.webhook_id and ${isFree('$1')}
          order by webhook_id, due_at limit 1) n
      )
      select webhook_id, due_at from lane where due_at <= $1`,
    [now],
  );
  return rows.map((row) => ({ webhookId: row.webhook_id, dueAt: row.due_at }));
}

/** Extends leases, so that other processes do not take these deliveries. */
export async function extendClaims(db: Db, items: { id: string; claimId: string }[], until: Date): Promise<void> {
  await db.run(
    `update webhook_queue q set leased_until = $3
      from unnest($1::uuid[], $2::uuid[]) as i (delivery_id, claim_id)
      where q.delivery_id = any (array[i.delivery_id]) and q.claim_id = i.claim_id`,
    [items.map((item) => item.id), items.map((item) => item.claimId), until],
  );
}

/** Releases deliveries at once. Clears `job_id`, because an attempt that was started may still be recorded. */
export async function releaseClaims(db: Db, items: { id: string; claimId: string }[]): Promise<void> {
  await db.run(
    `update webhook_queue q set claim_id = null, leased_until = null, job_id = null
      from unnest($1::uuid[], $2::uuid[]) as i (delivery_id, claim_id)
      where q.delivery_id = any (array[i.delivery_id]) and q.claim_id = i.claim_id`,
    [items.map((item) => item.id), items.map((item) => item.claimId)],
  );
}

const PARK_CHUNK = 2_000;

/**
 * Takes the deliveries of a webhook that is off (or gone) out of the queue. They stay pending, without a next attempt,
 * until somebody replays them. Waits for attempts that are just being recorded, or they would come back.
 */
export async function parkDeliveries(db: Db, webhookId: string): Promise<number> {
  const rows = await db.query<{ parked: number }>(
    `with off as (
        select $1::uuid as id where not exists (select from webhooks where id = $1 and is_active and deleted_at is null)
      ),
      gone as (
        delete from webhook_queue where delivery_id = any (array(
          select q.delivery_id from off cross join lateral (
            select delivery_id from webhook_queue where webhook_id = off.id order by due_at limit ${PARK_CHUNK} for update) q))
        returning delivery_id
      ),
      parked as (
        update webhook_deliveries d set next_attempt_at = null
        from gone where d.id = any (array[gone.delivery_id]) and d.status = 'pending'
      )
      select count(*) as parked from gone`,
    [webhookId],
  );
  return rows[0]!.parked;
}
