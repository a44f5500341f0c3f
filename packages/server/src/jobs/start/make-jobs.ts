import type { Snapshot } from '#agents/snapshot.ts';
import { newId } from '#platform/ids.ts';
import { currentCarrier } from '#platform/tracing.ts';
import { type CacheMode, JOB_SECONDS_MAX } from '../record/model.ts';
import { cacheKey } from './cache-key.ts';
import type { StoredFiles } from './input-files.ts';
import { type CollectedInput, toJobInputs } from './inputs.ts';
import type { NewJob } from './insert-jobs.ts';
import type { RunRequest } from './run-request.ts';
import type { Target } from './snapshots.ts';
import type { StartOptions } from './start-options.ts';

export type MadeJob = { job: NewJob; fileIds: string[] };

/** Builds the jobs of one call, ready to be accepted. */
export function makeJobs(
  snapshot: Snapshot,
  requests: RunRequest[],
  given: {
    collected: CollectedInput[][];
    files: StoredFiles;
    /** What recent jobs of this agent cost. */
    averageCost: number;
    secondsMax: number;
    options: StartOptions;
  },
): MadeJob[] {
  const { options, secondsMax } = given;
  const { caller, target } = options;
  const cacheMode: CacheMode = snapshot.disableCache ? 'disabled' : options.skipCache ? 'skipped' : 'read';
  return requests.map((request, index) => {
    const { jobInputs, fileIds, content } = toJobInputs(given.collected[index]!, given.files);
    const inputsText = JSON.stringify(jobInputs);
    const job: NewJob = {
      id: options.jobIds?.[index] ?? newId(),
      orgId: caller.orgId,
      agentId: snapshot.agentId,
      versionId: snapshot.version.id,
      seen: {
        // A run that names its version does not depend on which one is current.
        currentVersionId: namesVersion(target, snapshot) ? null : snapshot.currentVersionId,
        disableCache: snapshot.disableCache,
      },
      policyVersionId: options.policyVersionId ?? snapshot.policyVersionId,
      batchId: options.batchId ?? null,
      batchIndex: options.batchId === undefined ? null : (options.batchIndexes?.[index] ?? index),
      retriedFrom: options.retriedFrom ?? null,
      origin: options.origin,
      creatorId: caller.userId,
      keyId: caller.keyId,
      cause: causeOf(options, index),
      trace: currentCarrier(),
      inputs: jobInputs,
      inputsText,
      metadata: request.metadata,
      cacheKey: cacheKey(snapshot, content ?? inputsText),
      cacheMode,
      timeoutSeconds: Math.min(request.timeoutSeconds ?? secondsMax, secondsMax, JOB_SECONDS_MAX),
      maxCost: request.maxCost ?? null,
      estimate: request.maxCost ?? given.averageCost,
      priority: options.priority,
      workerId: options.workerId ?? null,
    };
    return { job, fileIds };
  });
}

const causeOf = ({ causes }: StartOptions, index: number): string | null =>
  causes?.[index] === undefined ? null : JSON.stringify(causes[index]);

const namesVersion = (target: Target, snapshot: Snapshot): boolean =>
  target.versionId !== undefined || target.agentId === snapshot.version.id;
