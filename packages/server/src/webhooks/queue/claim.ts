import type { Db } from '#platform/db.ts';
import { type DeliveryKind, previousSecrets } from '../model.ts';
import { olderSecrets } from '../store.ts';

// Taking deliveries that are due. A claim is a lease: it moves due_at to the moment at which anybody may take the row
// again, so what a dead process had is tried again without anybody noticing the death.

/** How many to take from one webhook, and from which moment on to look. */
export type LaneClaim = { webhookId: string; take: number; since: Date };

export type ClaimedDelivery = {
  id: string;
  claimId: string;
  orgId: string;
  webhookId: string;
  agentId: string;
  jobId: string | null;
  kind: DeliveryKind;
  dueAt: Date;
  tries: number;
  /** Attempts before this one. */
  attempt: number;
  /** What the first attempt sent. */
  body: string | null;
  webhook: DeliveryTarget | null;
};

export type DeliveryTarget = {
  url: string;
  headers: Record<string, string>;
  secret: string;
  previousSecrets: string[];
  isActive: boolean;
  failureCount: number;
};

type ClaimRow = {
  delivery_id: string;
  org_id: string;
  webhook_id: string;
  agent_id: string | null;
  job_id: string | null;
  kind: DeliveryKind;
  due_at: Date;
  tries: number;
  attempt: number;
  body: string | null;
  url: string | null;
  headers: Record<string, string>;
  secret: string;
  previous_secret: string | null;
  older_secrets: string[];
  is_active: boolean;
  failure_count: number | null;
};

export async function claimDeliveries(
  db: Db,
  options: { claimId: string; lanes: LaneClaim[]; now: Date; leaseSeconds: number },
): Promise<ClaimedDelivery[]> {
  const { claimId, lanes, now, leaseSeconds } = options;
  const rows = await db.query<ClaimRow>(CLAIM_DELIVERIES, [
    claimId,
    now,
    leaseSeconds,
    lanes.map((lane) => lane.webhookId),
    lanes.map((lane) => lane.take),
    lanes.map((lane) => lane.since),
  ]);
  return rows.map((row) => ({
    id: row.delivery_id,
    claimId,
    orgId: row.org_id,
    webhookId: row.webhook_id,
    agentId: row.agent_id ?? '',
    jobId: row.job_id,
    kind: row.kind,
    dueAt: row.due_at,
    tries: row.tries,
    attempt: row.attempt,
    body: row.body,
    webhook:
      row.url === null || row.agent_id === null
        ? null
        : {
            url: row.url,
            headers: row.headers,
            secret: row.secret,
            previousSecrets: previousSecrets(row),
            isActive: row.is_active,
            failureCount: row.failure_count ?? 0,
          },
  }));
}

const CLAIM_DELIVERIES = `
  with picked as materialized (
    select q.delivery_id, q.due_at
    from unnest($4::uuid[], $5::int[], $6::timestamptz[]) as l (webhook_id, take, since)
    -- A claim that a crash of PostgreSQL takes back is made again, so nobody waits for the disk here.
    cross join (select set_config('synchronous_commit', 'off', true)) off
    cross join lateral (
      select delivery_id, due_at from webhook_queue
      where webhook_id = l.webhook_id and due_at >= l.since and due_at <= $2::timestamptz
      order by due_at limit l.take for update skip locked
    ) q
  ),
  claimed as (
    update webhook_queue q set claim_id = $1, due_at = $2::timestamptz + make_interval(secs => $3)
    from picked p where q.delivery_id = p.delivery_id
    returning q.delivery_id, q.org_id, q.webhook_id, q.tries, p.due_at
  )
  select c.delivery_id, c.org_id, c.webhook_id, c.tries, c.due_at, d.agent_id, d.job_id, d.kind, d.attempt, a.body,
    w.url, w.headers, w.secret, case when w.previous_secret_until > $2::timestamptz then w.previous_secret end as previous_secret,
    ${olderSecrets('$2::timestamptz')} as older_secrets,
    w.is_active, s.failure_count
  from claimed c
  left join webhook_deliveries d on d.id = c.delivery_id
  left join webhook_attempts a on a.delivery_id = c.delivery_id and a.attempt = 1 and d.attempt > 0
  left join webhooks w on w.id = c.webhook_id and w.deleted_at is null
  left join webhook_states s on s.webhook_id = c.webhook_id
  order by c.due_at`;

/** Webhooks with deliveries that are due, each with its oldest. Jumps from webhook to webhook in the index. */
export async function findDueWebhooks(db: Db, now: Date): Promise<{ webhookId: string; dueAt: Date }[]> {
  const rows = await db.query<{ webhook_id: string; due_at: Date }>(
    `with recursive lane as (
        (select webhook_id, due_at from webhook_queue order by webhook_id, due_at limit 1)
        union all
        select n.webhook_id, n.due_at from lane l cross join lateral (
          select webhook_id, due_at from webhook_queue q where q.webhook_id > l.webhook_id
          order by webhook_id, due_at limit 1) n
      )
      select webhook_id, due_at from lane where due_at <= $1`,
    [now],
  );
  return rows.map((row) => ({ webhookId: row.webhook_id, dueAt: row.due_at }));
}

/** Still at work: keeps others from taking these. */
export async function extendClaims(db: Db, items: { id: string; claimId: string }[], until: Date): Promise<void> {
  await db.run(
    `update webhook_queue q set due_at = $3
      from unnest($1::uuid[], $2::uuid[]) as i (delivery_id, claim_id)
      where q.delivery_id = i.delivery_id and q.claim_id = i.claim_id`,
    [items.map((item) => item.id), items.map((item) => item.claimId), until],
  );
}

/** Back to the queue at once: taken, but not begun. */
export async function releaseClaims(db: Db, items: { id: string; claimId: string; dueAt: Date }[]): Promise<void> {
  await db.run(
    `update webhook_queue q set due_at = i.due_at, claim_id = null
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as i (delivery_id, claim_id, due_at)
      where q.delivery_id = i.delivery_id and q.claim_id = i.claim_id`,
    [items.map((item) => item.id), items.map((item) => item.claimId), items.map((item) => item.dueAt)],
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
        delete from webhook_queue where delivery_id in (
          select q.delivery_id from off join webhook_queue q on q.webhook_id = off.id
          order by q.due_at limit ${PARK_CHUNK} for update of q)
        returning delivery_id
      ),
      parked as (
        update webhook_deliveries d set next_attempt_at = null from gone where d.id = gone.delivery_id and d.status = 'pending'
      )
      select count(*) as parked from gone`,
    [webhookId],
  );
  return rows[0]!.parked;
}
