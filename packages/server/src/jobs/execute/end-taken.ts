import type { Db } from '#platform/db.ts';
import { finishJobs } from '../queue/finish.ts';
import { type LostJob, sumSteps } from '../queue/release.ts';
import type { Failure } from '../queue/takeover.ts';
import { jobStatus } from '../record/model.ts';
import { cancelWaits } from '../record/wait-store.ts';

/** Ends jobs that were taken from another worker as failures, and charges what their steps cost. */
export async function endTaken(tx: Db, jobs: LostJob[], why: (job: LostJob) => Failure): Promise<void> {
  const used = await sumSteps(
    tx,
    jobs.map((job) => job.jobId),
  );
  await finishJobs(
    tx,
    jobs.map((job) => ({
      cost: 0,
      ownCost: 0,
      inputTokens: null,
      outputTokens: null,
      ...job,
      ...used.get(job.jobId),
      status: jobStatus.failure,
      outputs: [],
      ...why(job),
      uiFields: null,
      trust: null,
      needsReview: null,
      cacheKey: null,
    })),
  );
  await cancelWaits(
    tx,
    jobs.map((job) => job.jobId),
  );
}
