import type { Db } from '#platform/db.ts';
import { type Finding, finding } from './finding.ts';

// A restored database does not know what happened after its time. What was open then is done again, and whoever pays for
// it or receives it should know before the service starts.

/** What a start of the service would do at once. */
export async function listAgain(db: Db): Promise<Finding> {
  const [row] = await db.query<Record<string, number>>(
    `select (select count(*) from job_queue)::int as "open jobs",
            (select count(*) from job_queue where worker_id is not null)::int as "of them running",
            (select count(*) from webhook_queue)::int as "webhook deliveries",
            (select count(*) from post_action_deliveries where status = 'pending')::int as "post actions",
            (select count(*) from schedules where enabled and next_at < clock_timestamp())::int as "schedules due"`,
  );
  const parts = Object.entries(row!).filter(([, count]) => count > 0);
  if (parts.length === 0) return finding('Starts again', 'nothing is open');
  const listed = parts.map(([name, count]) => `${count} ${name}`).join(', ');
  return finding(
    'Starts again',
    `${listed}: the service does this when it starts. After a restore part of it may have been done and paid before; npx errand org pause ID keeps the jobs of an organization back`,
  );
}
