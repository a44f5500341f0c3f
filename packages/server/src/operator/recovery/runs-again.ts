import type { Db } from '#platform/db.ts';
import { type Finding, finding } from './finding.ts';

// A restored database does not know what happened after its time, so work that was open then runs again. The operator
// should know before the service starts, because such work is paid for or delivered again.

/** Counts the work that the service begins as soon as it starts. */
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
    `${listed}: the service begins this work when it starts. After a restore, some of it may already have been done and paid for; npx errand org pause ID holds back the jobs of an organization`,
  );
}
