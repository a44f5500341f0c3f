import type { Database } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import { wakeParked } from '../queue/park.ts';
import type { Wakeups } from '../record/wakeups.ts';

/** Ends the waits of jobs for a provider's batch, because an answer is there. */
export async function wakeLane(
  { database, wakeups }: { database: Database; wakeups: Wakeups },
  jobs: { job_id: string; org_id: string }[],
): Promise<void> {
  const jobIds = jobs.map((job) => job.job_id);
  await persistently(() =>
    database.queue.tx(async (tx) => {
      // The queue rows first, as everywhere.
      await tx.query('select 1 from job_queue where job_id = any ($1::uuid[]) order by job_id for update', [jobIds]);
      await tx.run(
        `update job_waits set status = 'answered', answered_at = clock_timestamp()
          where job_id = any ($1::uuid[]) and status = 'open' and reason = 'provider_batch'`,
        [jobIds],
      );
      await wakeParked(tx, jobIds);
    }),
  );
  wakeups.notify('work', [...new Set(jobs.map((job) => job.org_id))]);
}
