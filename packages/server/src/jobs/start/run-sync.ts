import type { Snapshot } from '#agents/snapshot.ts';
import { untrustedOf } from '#orgs/actor.ts';
import type { Attendance } from '#platform/attendance.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { idTime } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { isParked } from '../queue/park.ts';
import type { Worker } from '../queue/worker.ts';
import { isFinal } from '../record/model.ts';
import { findRecord, type JobRecord } from '../record/store.ts';
import type { Watcher } from '../record/watch.ts';
import type { RunRequest } from './run-request.ts';
import type { Starter } from './start-job.ts';
import type { Repeated, Started, StartOptions } from './start-options.ts';

// A run whose caller waits for the result. Fast path: if this process has a free slot, the job is inserted as started
// here and does not pass through the queue. A lease guards it like any other job, so it survives the death of this
// process.

export type SyncDeps = {
  database: Database;
  starter: Starter;
  worker: Worker;
  watcher: Watcher;
  /** Aborted when the process stops and can wait no longer. */
  stopping: AbortSignal;
  /** The callers that wait for a job, so that a stop can wait for them. */
  callers: Attendance;
  /** False if this process lacks what the engine needs, so that a worker has to run the job. */
  runsHere(engineId: string): boolean;
};

/** Waits a little longer than the job's time limit, so that the caller gets the timeout error of the job. */
const ANSWER_MARGIN_MS = 5_000;

/** Runs a job and returns it when it has ended. Calls `onJob` with the id as soon as the job exists. */
export async function runSync(
  deps: SyncDeps,
  request: RunRequest,
  options: StartOptions & { snapshot: Snapshot },
  onJob: (jobId: string) => void,
): Promise<JobRecord> {
  using _caller = deps.callers.enter();
  const runsHere = deps.runsHere(options.snapshot.engineClassId);
  const slot = runsHere ? deps.worker.reserve(options.caller.orgId) : undefined;
  let outcome: Started | Repeated;
  try {
    outcome = await deps.starter.startOne(request, { ...options, workerId: slot?.workerId });
  } catch (error) {
    // If the job was accepted after all, it is found as an orphaned job.
    slot?.release();
    throw error;
  }
  const jobId = 'repeatedJobIds' in outcome ? outcome.repeatedJobIds[0]! : outcome.job.id;
  onJob(jobId);
  try {
    if ('repeatedJobIds' in outcome) {
      slot?.release();
      const { status, timeoutSeconds } = await getRecord(deps, options.caller, jobId);
      if (!isFinal(status)) await untilFinal(deps, jobId, timeoutSeconds);
    } else if (outcome.accepted.outcome === 'started') {
      const final = untilFinal(deps, jobId, outcome.job.timeoutSeconds);
      void slot!.run(toClaimed(outcome, slot!.workerId));
      await final;
    } else {
      slot?.release();
      if (outcome.accepted.outcome === 'queued') await untilFinal(deps, jobId, outcome.job.timeoutSeconds);
    }
    return await getRecord(deps, options.caller, jobId);
  } catch (cause) {
    // Never a 5xx: the job exists, and a client that retries would run it a second time.
    const detail =
      cause instanceof StillWaiting
        ? `The job ${jobId} is waiting for an answer or an event. Read its result later.`
        : `The job ${jobId} has not ended yet. Read its result later.`;
    throw new AppError('invalid_request', { detail, extra: { job_id: jobId }, cause });
  }
}

/** Starts a job as `runSync` does, and resolves as soon as it exists. `ended` rejects if this process stops first. */
export function startSync(
  deps: SyncDeps,
  request: RunRequest,
  options: StartOptions & { snapshot: Snapshot },
  onEnded?: () => unknown,
): Promise<{ jobId: string; ended: Promise<JobRecord> }> {
  return new Promise((resolve, reject) => {
    const ended: Promise<JobRecord> = runSync(deps, request, options, (jobId) => resolve({ jobId, ended })).finally(
      onEnded,
    );
    ended.catch(reject);
  });
}

class StillWaiting extends Error {}

/** One shared reason: an abort without a reason creates an error with a stack for each run. */
const OVER = new Error('The wait is over.');

/** How often to check whether the job is parked, once its caller has waited for `syncWaitSeconds`. */
const LOOK_MS = 1_000;

async function untilFinal(deps: SyncDeps, jobId: string, timeoutSeconds: number): Promise<void> {
  const over = new AbortController();
  const final = deps.watcher.untilFinal(jobId, deps.stopping, timeoutSeconds * 1_000 + ANSWER_MARGIN_MS);
  // The loser of the race must not be an unhandled rejection.
  final.catch(() => undefined);
  try {
    await Promise.race([final, whileParked(deps, jobId, over.signal)]);
  } finally {
    over.abort(OVER);
  }
}

/** Rejects if the job is parked after `syncWaitSeconds`. */
function whileParked({ database }: SyncDeps, jobId: string, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    let timer: NodeJS.Timeout;
    const look = async (): Promise<void> => {
      if (await isParked(database.queue, jobId).catch(() => false)) reject(new StillWaiting());
      else if (!signal.aborted) timer = setTimeout(() => void look(), LOOK_MS);
    };
    timer = setTimeout(() => void look(), limits.syncWaitSeconds * 1_000);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

/** Reads the job, and waits out a short outage of PostgreSQL. */
async function getRecord({ database }: SyncDeps, { orgId }: Caller, jobId: string): Promise<JobRecord> {
  return (await persistentlyForCaller(() => findRecord(database.tenant(orgId), orgId, jobId)))!;
}

function toClaimed({ job, accepted }: Started, workerId: string): ClaimedJob {
  return {
    jobId: job.id,
    claim: accepted.claim!,
    workerId,
    attempt: 1,
    orgId: job.orgId,
    agentId: job.agentId,
    versionId: job.versionId,
    policyVersionId: job.policyVersionId,
    batchId: job.batchId,
    origin: job.origin,
    inputs: job.inputs,
    cacheKey: job.cacheKey,
    cacheFailedJobs: accepted.cacheFailed,
    timeoutSeconds: job.timeoutSeconds,
    maxCost: job.maxCost,
    hold: accepted.hold,
    limited: accepted.limited,
    createdAt: idTime(job.id),
    runAt: idTime(job.id),
    priority: job.priority,
    agentDeleted: false,
    retriedFrom: job.retriedFrom,
    untrusted: job.cause === null ? [] : untrustedOf(JSON.parse(job.cause)),
    batchCapped: false,
    hasPast: false,
    trace: job.trace,
    past: [],
    suspectMs: 0,
  };
}
