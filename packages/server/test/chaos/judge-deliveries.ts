import type { Cluster } from './cluster.ts';
import type { JobRow } from './judge-jobs.ts';
import type { Tenant } from './load.ts';

/** What the receiver got: at least one message for each job that ran, all of them under one id. */
export async function checkDeliveries(
  cluster: Cluster,
  tenants: Tenant[],
  jobs: JobRow[],
  violations: string[],
): Promise<number> {
  const subscribed = new Set(tenants.filter(({ webhookId }) => webhookId !== undefined).map(({ orgId }) => orgId));
  const ids = new Map<string, Set<string>>();
  let messages = 0;
  for (const { headers, body } of cluster.receiver.received) {
    const { job } = JSON.parse(body) as { job: { id: string } };
    ids.set(job.id, (ids.get(job.id) ?? new Set()).add(String(headers['webhook-id'])));
  }
  for (const job of jobs) {
    const got = ids.get(job.id)?.size ?? 0;
    messages += got;
    const fail = (text: string): number => violations.push(`webhook of job ${job.id} (${job.status}): ${text}`);
    if (!subscribed.has(job.org_id)) {
      if (got > 0) fail('told to a stranger');
    } else if (job.status === 5) {
      if (got > 0) fail('told although it was cancelled');
    } else if (got === 0) fail(`missing, ${await describe(cluster, job.id)}`);
    else if (got > 1) fail(`${got} ids: doubled`);
  }
  return messages;
}

/** What the service knows of the deliveries for a job. */
async function describe({ database }: Cluster, jobId: string): Promise<string> {
  const rows = await database.system.query(
    `select d.status, d.created_at, d.attempt, d.response_status, q.due_at, w.is_active from webhook_deliveries d
     left join webhook_queue q on q.delivery_id = d.id left join webhooks w on w.id = d.webhook_id where d.job_id = $1`,
    [jobId],
  );
  return JSON.stringify(rows);
}
