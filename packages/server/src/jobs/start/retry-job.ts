import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { isFinal, type Origin, priority } from '../record/model.ts';
import { findRecord, type JobRecord, type JobState } from '../record/store.ts';
import { emptyRequest, type RunRequest } from './run-request.ts';
import type { Starter } from './start-job.ts';

/** A new job with the inputs of a finished one. It never reads the cache: whoever retries wants a fresh answer. */
export async function retryFinalJob(
  { database, starter }: { database: Database; starter: Starter },
  caller: Caller,
  job: JobState,
  options: { versionId?: string | null | undefined; origin: Origin },
): Promise<string> {
  if (!isFinal(job.status)) throw new AppError('job_not_final');
  const record = (await findRecord(database.tenant(caller.orgId), caller.orgId, job.id))!;
  if (record.dataDeleted) throw new AppError('invalid_request', { detail: 'The inputs of this job were deleted.' });
  const outcome = await starter.startOne(toRequest(record), {
    caller,
    target: { agentId: job.agentId, versionId: options.versionId ?? job.versionId },
    origin: options.origin,
    priority: priority.normal,
    skipCache: true,
    retriedFrom: job.id,
  });
  if ('repeatedJobIds' in outcome) throw new Error('A retry has no idempotency key.');
  return outcome.job.id;
}

/** The request that would make this job again. */
export function toRequest(job: Pick<JobRecord, 'inputs' | 'metadata' | 'timeoutSeconds' | 'maxCost'>): RunRequest {
  return {
    ...emptyRequest,
    nested: Object.fromEntries(job.inputs.map(({ key, value }) => [key, value])),
    metadata: job.metadata === null ? null : JSON.stringify(job.metadata),
    timeoutSeconds: job.timeoutSeconds,
    maxCost: job.maxCost ?? undefined,
  };
}
