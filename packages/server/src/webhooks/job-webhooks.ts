import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { ChangeDeps } from './change-webhook.ts';
import { newSecret } from './message/secret.ts';
import { STORED_COLUMNS, type StoredSecrets, type Vault } from './message/vault.ts';
import { checkSettings } from './rules.ts';
import { insertWebhook } from './store.ts';

// Webhooks of a single job. They share the queue, guard, retries and history of all webhooks. Statements that end a job
// do not know them, so that ending one costs nothing extra: a sweep finds those whose job has ended, for whatever
// reason.

type StoredJobWebhook = StoredSecrets & { id: string; org_id: string; name: string; url: string };
export type JobWebhook = { id: string; name: string; url: string; headers: Record<string, string> };

const PER_JOB_MAX = 10;

/** Saves a webhook of a job. Replaces one of the same name. */
export async function saveJobWebhook(
  db: Transactor,
  { vault, findUrlProblem }: ChangeDeps,
  caller: Caller,
  given: { jobId: string; name: string | undefined; url: string; headers: Record<string, string> },
): Promise<JobWebhook> {
  const id = newId();
  const webhook = { id, name: given.name ?? id, url: given.url, headers: given.headers };
  await checkSettings({ name: webhook.name, url: webhook.url, headers: webhook.headers }, findUrlProblem);
  const secrets = { secret: newSecret(), headers: given.headers, previous: null, older: [] };
  const stored = await vault.store(caller.orgId, id, secrets);
  await db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('job webhooks ' || $1, 0))`, [given.jobId]);
    await deleteJobWebhook(tx, caller.orgId, given.jobId, webhook.name);
    if ((await listStored(tx, caller.orgId, given.jobId)).length >= PER_JOB_MAX)
      throw new AppError('invalid_request', { detail: `A job may have at most ${PER_JOB_MAX} push notifications.` });
    await insertWebhook(tx, caller.orgId, {
      ...stored,
      id,
      name: webhook.name,
      url: webhook.url,
      events: ['triggered'],
      alerts: [],
      is_active: true,
      createdBy: caller.userId,
      now: new Date(databaseNow()),
    });
    await tx.run('update webhooks set job_id = $3 where org_id = $1 and id = $2', [caller.orgId, id, given.jobId]);
  });
  return webhook;
}

export async function listJobWebhooks(db: Db, vault: Vault, orgId: string, jobId: string): Promise<JobWebhook[]> {
  const rows = await listStored(db, orgId, jobId);
  return Promise.all(
    rows.map(async (row) => ({ id: row.id, name: row.name, url: row.url, headers: (await vault.open(row)).headers })),
  );
}

const listStored = (db: Db, orgId: string, jobId: string): Promise<StoredJobWebhook[]> =>
  db.query<StoredJobWebhook>(
    `select id, org_id, name, url, ${STORED_COLUMNS.join(', ')} from webhooks
     where org_id = $1 and job_id = $2 and deleted_at is null order by id`,
    [orgId, jobId],
  );

export async function deleteJobWebhook(db: Db, orgId: string, jobId: string, name: string): Promise<boolean> {
  const count = await db.run(
    `update webhooks set deleted_at = now(), is_active = false
     where org_id = $1 and job_id = $2 and name = $3 and deleted_at is null`,
    [orgId, jobId, name],
  );
  return count > 0;
}

const SWEEP_MAX = 500;

/** Writes the deliveries of webhooks whose job has ended. Returns the webhooks that have something to send. */
export async function publishJobWebhooks(db: Db): Promise<string[]> {
  const rows = await db.query<{ webhook_id: string }>(
    `with due as materialized (
        select w.id, w.org_id, w.job_id, j.agent_id from webhooks w
        join job_results r on r.job_id = any (array[w.job_id])
        join jobs j on j.id = any (array[w.job_id])
        where w.job_id is not null and w.published_at is null and w.is_active and w.deleted_at is null
        limit ${SWEEP_MAX} for update of w skip locked
      ),
      marked as (
        update webhooks w set published_at = now() from due where w.id = due.id and w.published_at is null
        returning w.id
      ),
      published as (
        insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, next_attempt_at, created_at)
        select errand_new_id(now()), org_id, id, agent_id, job_id, 'job', now(), now()
        from due where id in (select id from marked)
        returning id, org_id, webhook_id, job_id, created_at
      ),
      to_deliver as (
        insert into webhook_queue (delivery_id, webhook_id, org_id, job_id, due_at)
        select id, webhook_id, org_id, job_id, created_at from published
      )
      select webhook_id from published`,
  );
  return rows.map((row) => row.webhook_id);
}
