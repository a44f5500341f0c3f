import type { JobResultView, OutputItem } from '@errand/contract/jobs.ts';
import type { Static } from 'typebox';
import { isFinal, jobStatus, type StatusEvent } from '../record/model.ts';
import { type JobRecord, type JobState, lastEventAt } from '../record/store.ts';
import { correctOutputs } from '../reviews/review-views.ts';
import type { Correction } from '../reviews/reviews.ts';
import { publishReferences } from './public-references.ts';

// Turns stored jobs into the shapes of the API.

/** Returns the outputs of a successful job. An answer from the cache costs nothing. */
export function outputViews(job: Pick<JobRecord, 'status' | 'outputs' | 'dataDeleted'>): OutputItem[] {
  if (job.dataDeleted || (job.status !== jobStatus.success && job.status !== jobStatus.cached)) return [];
  return job.status === jobStatus.cached ? job.outputs.map((output) => ({ ...output, cost: 0 })) : job.outputs;
}

/** Returns what a failed job had found. */
export const partialViews = ({
  status,
  outputs,
  dataDeleted,
}: Pick<JobRecord, 'status' | 'outputs' | 'dataDeleted'>): OutputItem[] =>
  status === jobStatus.failure && !dataDeleted ? outputs : [];

export function inputViews(job: Pick<JobRecord, 'inputs' | 'inputDefinitions' | 'dataDeleted'>) {
  const definitions = new Map(job.inputDefinitions.map((definition) => [definition.key, definition]));
  return job.inputs.map(({ key, value }) => ({
    key,
    value: job.dataDeleted ? '[deleted]' : value,
    data_type: definitions.get(key)?.data_type ?? 'text/plain',
  }));
}

const hasError = (status: number): boolean => status === jobStatus.retry || status === jobStatus.failure;

export function statusView(job: JobState) {
  return {
    status: job.status,
    timestamp: lastEventAt(job) / 1_000,
    ...(hasError(job.status) && { error_message: job.errorMessage ?? '' }),
  };
}

/** Returns the result of a job. `base` is the address that the reader uses. */
export function resultView(job: JobRecord, base: string): Static<typeof JobResultView> {
  return {
    agent_id: job.agentId,
    agent_version_id: job.versionId,
    inputs: inputViews(job),
    input_tokens: job.inputTokens,
    output_tokens: job.outputTokens,
    outputs: publishReferences(outputViews(job), base),
    status: job.status,
    error_message: hasError(job.status) ? job.errorMessage : null,
    metadata: job.metadata ?? {},
    cost: job.cost,
  };
}

export function bulkStatusView(id: string, job: JobState | undefined) {
  return {
    id,
    status: job?.status ?? null,
    created_at: job?.createdAt.toISOString() ?? null,
    last_updated_at: job ? new Date(lastEventAt(job)).toISOString() : null,
    timestamp: job ? lastEventAt(job) / 1_000 : null,
    error_message: job && hasError(job.status) ? job.errorMessage : null,
  };
}

export function bulkResultView(id: string, job: JobRecord | undefined, base: string, correction?: Correction) {
  const outputs = job === undefined ? [] : publishReferences(outputViews(job), base);
  return {
    id,
    status: job?.status ?? null,
    result: job && isFinal(job.status) ? outputs : null,
    corrected_outputs: job === undefined || correction === undefined ? null : correctOutputs(outputs, correction),
    agent_id: job?.agentId ?? null,
    agent_version_id: job?.versionId ?? null,
    cost: job?.cost ?? null,
    inputs: job ? inputViews(job) : null,
    input_tokens: job?.inputTokens ?? null,
    output_tokens: job?.outputTokens ?? null,
  };
}

/** Returns all status events, including the first PENDING, which is not stored. */
export function eventViews(createdAt: Date, events: StatusEvent[]) {
  return [{ at: createdAt.getTime(), status: jobStatus.pending }, ...events].map((event: StatusEvent) => ({
    timestamp: new Date(event.at).toISOString(),
    status_code: event.status,
    ...(event.error !== undefined && event.error !== null && { error_message: event.error }),
    ...(event.postponed !== undefined && { count: event.postponed }),
    ...(event.wait !== undefined && { wait_id: event.wait }),
  }));
}
