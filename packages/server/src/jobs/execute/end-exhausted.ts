import type { Db } from '#platform/db.ts';
import { finishJobs } from '../queue/finish.ts';
import { type LostJob, sumSteps } from '../queue/release.ts';
import { jobStatus } from '../record/model.ts';

/** Ends jobs that lost the worker of their last attempt. What their steps have cost is paid. */
export async function endExhausted(tx: Db, jobs: LostJob[]): Promise<void> {
  const used = await sumSteps(
    tx,
    jobs.map((job) => job.jobId),
  );
  await finishJobs(
    tx,
    jobs.map((job) => ({
      cost: 0,
      inputTokens: null,
      outputTokens: null,
      ...job,
      ...used.get(job.jobId),
      status: jobStatus.failure,
      outputs: [],
      errorMessage: 'The worker running this job stopped during each of its attempts.',
      uiFields: null,
      cacheKey: null,
    })),
  );
}
