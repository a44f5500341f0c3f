import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { idTime } from '#platform/ids.ts';
import { jobStatus } from './model.ts';
import type { ClaimedJob } from './queue/claim.ts';
import type { Worker } from './queue/worker.ts';
import type { RunRequest } from './run-request.ts';
import type { Started, Starter, StartOptions } from './start-job.ts';
import { findRecord, type JobRecord } from './store.ts';
import type { Watcher } from './watch.ts';

// A run whose caller waits. When this process has a free slot the job is inserted as already started here and needs no
// trip through the queue; a lease guards it like any other, so it is rescued when this process dies.

export type SyncDeps = {
  database: Database;
  starter: Starter;
  worker: Worker;
  watcher: Watcher;
  /** Aborted when the process stops and cannot wait any longer. */
  stopping: AbortSignal;
};

/** Runs to the end and gives the finished job. Tells the id as soon as it exists. */
export async function runSync(
  deps: SyncDeps,
  request: RunRequest,
  options: StartOptions,
  onJob: (jobId: string) => void,
): Promise<JobRecord> {
  const slot = deps.worker.reserve(options.caller.orgId);
  let jobId: string;
  try {
    const outcome = await deps.starter.startOne(request, { ...options, workerId: slot?.workerId });
    jobId = 'repeatedJobIds' in outcome ? outcome.repeatedJobIds[0]! : outcome.job.id;
    onJob(jobId);
    if ('repeatedJobIds' in outcome || outcome.accepted.outcome === 'queued') {
      slot?.release();
      await wait(deps, options.caller, jobId, 'repeatedJobIds' in outcome);
    } else if (outcome.accepted.outcome === 'started') {
      const final = deps.watcher.untilFinal(jobId, deps.stopping);
      void slot!.run(toClaimed(outcome, slot!.workerId));
      await final.catch(stillRunning(jobId));
    } else slot?.release();
  } catch (error) {
    slot?.release();
    throw error;
  }
  return (await findRecord(deps.database.tenant(options.caller.orgId), options.caller.orgId, jobId))!;
}

async function wait(deps: SyncDeps, caller: Caller, jobId: string, mayBeFinal: boolean): Promise<void> {
  if (mayBeFinal) {
    const job = await findRecord(deps.database.tenant(caller.orgId), caller.orgId, jobId);
    if (job === undefined || job.status >= jobStatus.success) return;
  }
  await deps.watcher.untilFinal(jobId, deps.stopping).catch(stillRunning(jobId));
}

// Not a 5xx: a client would run the job a second time.
const stillRunning = (jobId: string) => (): never => {
  throw new AppError('invalid_request', {
    detail: `The server is stopping. The job ${jobId} goes on; read its result later.`,
  });
};

function toClaimed({ job, accepted, snapshot }: Started, workerId: string): ClaimedJob {
  return {
    jobId: job.id,
    workerId,
    attempt: 1,
    orgId: job.orgId,
    agentId: job.agentId,
    versionId: job.versionId,
    policyVersionId: job.policyVersionId,
    batchId: job.batchId,
    inputs: job.inputs,
    cacheKey: job.cacheKey,
    cacheFailedJobs: snapshot.cacheFailedJobs,
    timeoutSeconds: job.timeoutSeconds,
    maxCost: job.maxCost,
    hold: accepted.hold,
    limited: accepted.limited,
    createdAt: idTime(job.id),
    runAt: idTime(job.id),
    priority: job.priority,
    agentDeleted: false,
    batchSpent: false,
  };
}
