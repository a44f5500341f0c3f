import type { Db } from '#platform/db.ts';
import { firstIdAt } from '#platform/ids.ts';
import type { DeliveryKind, DeliveryStatus } from './message/model.ts';

export type DeliveryRow = {
  id: string;
  webhook_id: string;
  agent_id: string;
  job_id: string | null;
  kind: DeliveryKind;
  attempt: number;
  status: DeliveryStatus;
  response_status: number | null;
  error: string | null;
  next_attempt_at: Date | null;
  created_at: Date;
  delivered_at: Date | null;
};

export type AttemptRow = {
  attempt: number;
  at: Date;
  url: string;
  request_headers: Record<string, string> | null;
  signature: string | null;
  header_names: string | null;
  body: string | null;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  answer_headers: string | null;
  response_body: string | null;
  dns_ms: number | null;
  connect_ms: number | null;
  first_byte_ms: number | null;
  total_ms: number;
  failure: string | null;
  error: string | null;
};

const COLUMNS = `id, webhook_id, agent_id, job_id, kind, attempt, status, response_status, error, next_attempt_at,
  created_at, delivered_at`;
/** Only the newest are listed and counted, because an exact count would read millions of rows for every page. */
const LISTED_MAX = 100_000;
const ATTEMPTS_MAX = 100;

/** Newest first. */
export async function listDeliveries(
  db: Db,
  orgId: string,
  webhookId: string,
  options: { status?: DeliveryStatus | undefined; size: number; offset: number },
): Promise<{ count: number; rows: DeliveryRow[] }> {
  const filter = [orgId, webhookId, options.status ?? null];
  const where = 'org_id = $1 and webhook_id = $2 and ($3::text is null or status = $3)';
  const [total] = await db.query<{ count: number }>(
    `select count(*) as count from (select from webhook_deliveries where ${where} order by id desc limit ${LISTED_MAX}) d`,
    filter,
  );
  const rows = await db.query<DeliveryRow>(
    `select ${COLUMNS} from webhook_deliveries where ${where} order by id desc limit $4 offset $5`,
    [...filter, options.size, Math.min(options.offset, LISTED_MAX)],
  );
  return { count: total!.count, rows };
}

export async function findDelivery(
  db: Db,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const rows = await db.query<DeliveryRow>(
    `select ${COLUMNS} from webhook_deliveries where org_id = $1 and webhook_id = $2 and id = $3`,
    [orgId, webhookId, id],
  );
  return rows[0];
}

const JOB_DELIVERIES_MAX = 100;

/** Lists the deliveries of a job to webhooks that still exist, newest first. */
export async function listJobDeliveries(
  db: Db,
  orgId: string,
  jobId: string,
): Promise<(DeliveryRow & { webhook_name: string })[]> {
  return db.query<DeliveryRow & { webhook_name: string }>(
    `select d.id, d.webhook_id, d.agent_id, d.job_id, d.kind, d.attempt, d.status, d.response_status, d.error,
       d.next_attempt_at, d.created_at, d.delivered_at, w.name as webhook_name
     from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.deleted_at is null
     where d.org_id = $1 and d.job_id = $2 order by d.id desc limit ${JOB_DELIVERIES_MAX}`,
    [orgId, jobId],
  );
}

/** Lists attempts, oldest first: the first one, which has the body, and the last hundred. */
export async function listAttempts(db: Db, orgId: string, deliveryId: string): Promise<AttemptRow[]> {
  return db.query<AttemptRow>(
    `select attempt, at, url, request_headers, signature, header_names, body, response_status, response_headers,
       answer_headers, response_body, dns_ms, connect_ms, first_byte_ms, total_ms, failure, error
     from webhook_attempts where org_id = $1 and delivery_id = $2
       and (attempt = 1 or attempt > (select max(attempt) - ${ATTEMPTS_MAX} from webhook_attempts where delivery_id = $2))
     order by attempt`,
    [orgId, deliveryId],
  );
}

export async function insertDelivery(
  tx: Db,
  orgId: string,
  delivery: {
    id: string;
    webhookId: string;
    agentId: string;
    jobId: string | null;
    kind: DeliveryKind;
    now: Date;
    queued: boolean;
  },
): Promise<void> {
  await tx.run(
    `insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, next_attempt_at, created_at)
     values ($1, $2, $3, $4, $5, $6, case when $8 then $7::timestamptz end, $7)`,
    [
      delivery.id,
      orgId,
      delivery.webhookId,
      delivery.agentId,
      delivery.jobId,
      delivery.kind,
      delivery.now,
      delivery.queued,
    ],
  );
  if (!delivery.queued) return;
  await tx.run('insert into webhook_queue (delivery_id, webhook_id, org_id, due_at) values ($1, $2, $3, $4)', [
    delivery.id,
    delivery.webhookId,
    orgId,
    delivery.now,
  ]);
}

/**
 * Makes deliveries pending and due at once, with all retries again. One that is being sent right now stays as it is.
 */
export async function requeueDeliveries(
  tx: Db,
  orgId: string,
  webhookId: string,
  ids: string[],
  now: Date,
): Promise<void> {
  await tx.run(
    `with again as (
       insert into webhook_queue (delivery_id, webhook_id, org_id, due_at)
       select id, webhook_id, org_id, $4 from webhook_deliveries
       where org_id = $1 and webhook_id = $2 and id = any ($3::uuid[])
       on conflict (delivery_id) do update set due_at = excluded.due_at, tries = 0, job_id = null
         where webhook_queue.claim_id is null
       returning delivery_id
     )
     update webhook_deliveries d set status = 'pending', next_attempt_at = $4, response_status = null, error = null,
       delivered_at = null from again
     where d.org_id = $1 and d.id = again.delivery_id`,
    [orgId, webhookId, ids, now],
  );
}

/** Lists failed and pending deliveries that were created at or after a moment, in the order of their ids. */
export async function listUndelivered(
  db: Db,
  orgId: string,
  webhookId: string,
  range: { since: Date; afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from webhook_deliveries
     where org_id = $1 and webhook_id = $2 and id >= $3::uuid and ($4::uuid is null or id > $4) and created_at >= $5
       and status <> 'succeeded' and kind <> 'test'
     order by id limit $6`,
    [orgId, webhookId, firstIdAt(range.since.getTime()), range.afterId, range.since, range.limit],
  );
  return rows.map((row) => row.id);
}

/** Deletes what was sent of a job whose data was deleted, including deliveries in flight. */
export async function deleteJobBodies(tx: Db, orgId: string, jobIds: string[]): Promise<undefined> {
  // Must come first: a later record of an attempt waits for this and sees the mark; an earlier one is found below.
  await tx.run(
    `update webhook_deliveries set data_deleted = true, body = null
     where org_id = $1 and job_id = any($2::uuid[])`,
    [orgId, jobIds],
  );
  await tx.run(
    `update webhook_attempts a set body = null, response_body = null from webhook_deliveries d
     where d.org_id = $1 and d.job_id = any($2::uuid[]) and a.org_id = $1 and a.delivery_id = d.id`,
    [orgId, jobIds],
  );
}

export async function deleteDeliveries(tx: Db, ids: string[]): Promise<void> {
  await tx.run('delete from webhook_attempts where delivery_id = any($1::uuid[])', [ids]);
  await tx.run('delete from webhook_deliveries where id = any($1::uuid[])', [ids]);
}
