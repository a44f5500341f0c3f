import { causedByJob } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import { claimFor } from '#platform/claims.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isFinal, type Origin, priority } from '../record/model.ts';
import { hasStep, insertRerun } from '../record/reruns.ts';
import { findRecord, type JobRecord, type JobState } from '../record/store.ts';
import type { RunRequest } from './run-request.ts';
import type { Starter } from './start-job.ts';

export type RetryOptions = {
  versionId?: string | null | undefined;
  /** Replaces inputs of the job, by key. */
  inputs?: Record<string, unknown> | undefined;
  model?: string | null | undefined;
  /** Number of the first step to run again. Recorded steps before it are reused. */
  fromStep?: number | null | undefined;
  origin: Origin;
};

/** Starts a new job with the inputs of a finished one. It skips the cache, because a retry asks for a fresh answer. */
export async function retryFinalJob(
  { database, starter }: { database: Database; starter: Starter },
  caller: Caller,
  job: JobState,
  options: RetryOptions,
): Promise<string> {
  if (!isFinal(job.status)) throw new AppError('job_not_final');
  const db = database.tenant(caller.orgId);
  const record = (await findRecord(db, caller.orgId, job.id))!;
  if (record.dataDeleted) throw new AppError('invalid_request', { detail: 'The inputs of this job were deleted.' });
  const { model = null, fromStep: fromSeq = null } = options;
  if (fromSeq !== null && !(await hasStep(db, caller.orgId, job.id, fromSeq)))
    throw new AppError('invalid_request', { detail: `This job has no recorded step ${fromSeq}.` });
  const id = newId();
  const isRerun = model !== null || fromSeq !== null;
  const claim = claimFor(caller);
  const request = toRequest(record);
  const outcome = await starter.startOne(
    { ...request, nested: { ...request.nested, ...options.inputs } },
    {
      caller,
      causes: [causedByJob(job.id, record.links)],
      target: { agentId: job.agentId, versionId: options.versionId ?? job.versionId },
      origin: options.origin,
      priority: priority.normal,
      skipCache: true,
      retriedFrom: job.id,
      ...((claim !== undefined || isRerun) && {
        jobIds: [id],
        async alongside(tx: Db) {
          await claim?.(tx);
          if (isRerun) await insertRerun(tx, caller.orgId, { jobId: id, sourceJobId: job.id, model, fromSeq });
        },
      }),
    },
  );
  if ('repeatedJobIds' in outcome) throw new Error('A retry has no idempotency key.');
  return outcome.job.id;
}

/** Returns the request that would start this job again. Names every member, so that a new one does not get lost here. */
export function toRequest(job: Pick<JobRecord, 'inputs' | 'metadata' | 'timeoutSeconds' | 'maxCost'>): RunRequest {
  return {
    form: false,
    top: {},
    files: [],
    nested: Object.fromEntries(job.inputs.map(({ key, value }) => [key, value])),
    metadata: job.metadata === null ? null : JSON.stringify(job.metadata),
    timeoutSeconds: job.timeoutSeconds,
    maxCost: job.maxCost ?? undefined,
    // Whoever retries a job wants its result now.
    laneSeconds: undefined,
    isLow: false,
  };
}
