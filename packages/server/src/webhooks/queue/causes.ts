import { causedByJob, type Link, listLinksOfJobs, toPublic } from '#orgs/actor.ts';
import { workLink } from '#orgs/causes.ts';
import type { Db } from '#platform/db.ts';
import { FAILING_DAYS_MAX } from '../message/model.ts';

// What led to it that the service switches a webhook off. The statement that does it writes the audit entry, too, so this
// is found before, for the few webhooks that it may switch off.

type Attempted = { webhookId: string; deliveryId: string; endedAt: Date; succeeded: boolean; gone: boolean };
export type Causes = Record<string, Omit<Link, 'open' | 'untrusted'>[]>;

/**
 * By webhook: the delivery that failed last, who asked for it (`by`), the job that it tells of, and what stands behind
 * that one. Leaves out webhooks that stay on.
 */
export async function findCauses(db: Db, attempts: Attempted[], by: Link[]): Promise<Causes> {
  const failures = await listLastFailures(db, attempts);
  if (failures.length === 0) return {};
  const ids = failures.map(({ deliveryId }) => deliveryId);
  const rows = await db.query<{ id: string; job_id: string }>(
    'select id, job_id from webhook_deliveries where id = any ($1::uuid[]) and job_id is not null',
    [ids],
  );
  const jobOf = new Map(rows.map(({ id, job_id }) => [id, job_id]));
  const linksOf = await listLinksOfJobs(db, [...jobOf.values()]);
  return Object.fromEntries(
    failures.map(({ webhookId, deliveryId }) => {
      const jobId = jobOf.get(deliveryId);
      const behind = jobId === undefined ? [] : causedByJob(jobId, linksOf.get(jobId) ?? []);
      return [webhookId, toPublic([workLink(deliveryId, 'webhook delivery'), ...by, ...behind])];
    }),
  );
}

/** The last failure of each webhook whose receiver is gone, or that has had nothing but failures for long enough. */
async function listLastFailures(db: Db, attempts: Attempted[]): Promise<Attempted[]> {
  const last = new Map<string, Attempted>();
  for (const attempt of attempts.filter(({ succeeded }) => !succeeded)) {
    const before = last.get(attempt.webhookId);
    if (before === undefined || attempt.gone || (!before.gone && attempt.endedAt >= before.endedAt))
      last.set(attempt.webhookId, attempt);
  }
  const doubtful = [...last.values()].filter(({ gone }) => !gone);
  if (doubtful.length === 0) return [...last.values()];
  const rows = await db.query<{ webhook_id: string }>(
    `select webhook_id from webhook_states
     where webhook_id = any ($1::uuid[]) and failing_since < $2::timestamptz - make_interval(days => $3::int)`,
    [
      doubtful.map(({ webhookId }) => webhookId),
      new Date(Math.max(...doubtful.map(({ endedAt }) => endedAt.getTime()))),
      FAILING_DAYS_MAX,
    ],
  );
  const failing = new Set(rows.map(({ webhook_id }) => webhook_id));
  return [...last.values()].filter(({ webhookId, gone }) => gone || failing.has(webhookId));
}
