import type { Cluster } from './cluster.ts';
import type { JobRow } from './judge-jobs.ts';
import type { Tenant } from './load.ts';

/** What the receiver got: at least one message for each job that ran, all of them under one id. */
export function checkDeliveries(cluster: Cluster, tenants: Tenant[], jobs: JobRow[], violations: string[]): number {
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
    } else if (got === 0) fail('missing');
    else if (got > 1) fail(`${got} ids: doubled`);
  }
  return messages;
}
