import type { FailureCode } from '@errand/contract/error-catalogue.ts';
import type { Trust } from '@errand/contract/trust.ts';
import { EngineFailure, type EngineResult, type OutputItem } from '#engines/engine/engine.ts';
import { databaseNow } from '#platform/ids.ts';
import { parseJson } from '#platform/json.ts';
import type { Logger } from '#platform/log.ts';
import { isOutage } from '#platform/persist.ts';
import { findStorageError } from '#platform/storage/storage-problem.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { Finish } from '../queue/finish.ts';
import { amount, isTrial, jobStatus, roundCost, tooLate } from '../record/model.ts';
import { shortText, storableJson, storableText } from '../record/storable.ts';
import type { Journal } from './step-journal.ts';

// Decides how an attempt ends and what is stored about it.

export const ERROR_CHARACTERS_MAX = 4_000;
/** A job is not postponed for longer than this. It fails, because the outage needs a person. */
const POSTPONED_MS_MAX = 24 * 3_600_000;
/** How long a job waits before it tries the storage again. */
const STORAGE_SECONDS = 15;

export type Ending =
  | { kind: 'success'; result: EngineResult; isReusable?: boolean }
  | { kind: 'failure'; code: FailureCode; message: string; retry: boolean; partial?: EngineResult }
  | { kind: 'postponed'; message: string; seconds: number }
  | { kind: 'waiting'; waitIds: string[] }
  | { kind: 'cancelled'; message: string }
  | { kind: 'not-ours' };

export function judge(
  error: unknown,
  facts: { job: ClaimedJob; journal?: Journal | undefined; timedOut: boolean; lost: boolean; log: Logger },
): Ending {
  if (facts.lost) return { kind: 'not-ours' };
  if (facts.timedOut) {
    return {
      kind: 'failure',
      code: 'errand.jobs.timeout',
      message: tooLate(facts.job.timeoutSeconds),
      retry: false,
    };
  }
  // The engine was interrupted by its own wait, whatever it made of the interruption.
  const waitIds = facts.journal?.pending() ?? [];
  if (waitIds.length > 0) return { kind: 'waiting', waitIds };
  // An outage of the database is not the job's fault: it continues afterwards and loses no attempt.
  if (isOutage(error)) return { kind: 'postponed', message: 'The database was not available.', seconds: 1 };
  const storage = findStorageError(error)?.reason;
  if ((storage === 'late' || storage === 'unreachable') && isYoung(facts))
    return {
      kind: 'postponed',
      message: 'The storage does not respond; the job waits for it.',
      seconds: STORAGE_SECONDS,
    };
  if (error instanceof EngineFailure) {
    const { code, message, postponeSeconds: seconds } = error;
    const kept = error.partial && { partial: error.partial };
    if (seconds === undefined) return { kind: 'failure', code, message, retry: error.retry, ...kept };
    if (isYoung(facts)) return { kind: 'postponed', message, seconds };
    return { kind: 'failure', code, message: `${message} The job has waited for a day.`, retry: false, ...kept };
  }
  if (storage === 'late' || storage === 'unreachable') {
    const message = 'The storage did not respond for a day.';
    return { kind: 'failure', code: 'errand.storage.not_responding', message, retry: false };
  }
  // Unexpected errors go to the operator's log. The owner gets a message without internals.
  facts.log.error(
    { err: error, event: 'engine.error', job: facts.job.jobId, attempt: facts.job.attempt },
    'engine failed',
  );
  const message = 'The engine stopped with an internal error.';
  return { kind: 'failure', code: 'errand.engines.internal', message, retry: true };
}

/** Whether the job may still be postponed. Time before its last wait ended does not count. */
const isYoung = ({ job, journal }: { job: ClaimedJob; journal?: Journal | undefined }): boolean =>
  databaseNow() - (journal?.wokenAt() ?? job.createdAt).getTime() < POSTPONED_MS_MAX;

export function isPriced(ending: Ending, journal: Journal | undefined): boolean {
  if (journal !== undefined && (journal.isBusy() || journal.totals().cost > 0)) return true;
  return ending.kind === 'success' && ending.result.outputs.some((output) => (output.cost ?? 0) > 0);
}

export function toFinish(
  job: ClaimedJob,
  ending: Exclude<Ending, { kind: 'not-ours' | 'postponed' | 'waiting' }>,
  journal: Journal | undefined,
): Finish {
  const totals = journal?.totals() ?? { inputTokens: null, outputTokens: null, cost: 0, ownCost: 0 };
  const result = ending.kind === 'success' ? ending.result : ending.kind === 'failure' ? ending.partial : undefined;
  const outputs = result === undefined ? [] : toOutputs(result, totals.cost);
  const priced = roundCost(outputs.reduce((sum, output) => sum + output.cost, 0));
  const { uiFields, trust, needsReview }: Partial<EngineResult> = result ?? {};
  const status =
    ending.kind === 'success' ? jobStatus.success : ending.kind === 'failure' ? jobStatus.failure : jobStatus.cancelled;
  const isSilent = isTrial(job.origin);
  const cacheable =
    !isSilent &&
    // What a substitute said must not answer for the named model later.
    !journal?.hasSubstitute() &&
    ((ending.kind === 'success' && ending.isReusable !== false) ||
      // An answer of people about one job, or its absence, is not valid for another job.
      (ending.kind === 'failure' && job.cacheFailedJobs && !ending.code.startsWith('errand.waits.')));
  return {
    jobId: job.jobId,
    claim: job.claim,
    workerId: job.workerId,
    attempt: job.attempt,
    versionId: job.versionId,
    createdAt: job.createdAt,
    status,
    outputs,
    errorCode: ending.kind === 'failure' ? ending.code : null,
    errorMessage: ending.kind === 'success' ? null : shortText(ending.message, ERROR_CHARACTERS_MAX),
    inputTokens: totals.inputTokens,
    outputTokens: totals.outputTokens,
    cost: Math.max(totals.cost, priced),
    ownCost: totals.ownCost,
    uiFields: uiFields ? (parseJson(storableJson(uiFields)) as Record<string, unknown>) : null,
    trust: trust ? (parseJson(storableJson(trust)) as Trust) : null,
    needsReview: needsReview === true && !isSilent ? true : null,
    cacheKey: cacheable ? job.cacheKey : null,
    isSilent,
  };
}

/** Returns complete output items. The first one gets the cost of steps that no output claims. */
function toOutputs(result: EngineResult, cost: number): OutputItem[] {
  const priced = result.outputs.reduce((sum, output) => sum + amount(output.cost), 0);
  return result.outputs.map((output, index) => ({
    key: storableText(output.key),
    data_type: storableText(output.data_type),
    value: storableText(output.value),
    description: storableText(output.description ?? ''),
    cost: roundCost(amount(output.cost) + (index === 0 ? Math.max(0, cost - priced) : 0)),
  }));
}
