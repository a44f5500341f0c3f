import { findCompletedJobs } from '#jobs/read/completed-jobs.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { buildEvent } from '#webhooks/message/payload.ts';
import { findJobEnd, type StepRow } from './store.ts';

/** The results of the steps that succeeded, by their names: read from their jobs each time, and stored nowhere else. */
export async function readResults(
  database: Database,
  orgId: string,
  steps: StepRow[],
): Promise<Record<string, unknown>> {
  const ended = steps.filter(({ state, job_id }) => state === 'succeeded' && job_id !== null);
  const jobs = await findCompletedJobs(
    database.queue,
    ended.map(({ job_id }) => job_id!),
  );
  const results: Record<string, unknown> = {};
  for (const { name, job_id: jobId } of ended) {
    const job = jobs.get(jobId!);
    const end = await findJobEnd(database.system, orgId, jobId!);
    if (job === undefined || end === undefined) continue;
    const event = buildEvent(job, new Date(databaseNow())) as { job: { output: unknown } };
    results[name] = {
      job_id: jobId,
      verdict: end.verdict,
      needs_review: end.needs_review,
      output: event.job.output,
      outputs: Object.fromEntries(job.outputs.map(({ key, value }) => [key, value])),
    };
  }
  return results;
}
