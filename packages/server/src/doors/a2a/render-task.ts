import { StreamResponse } from '@a2a-js/sdk';
import { jobStatus } from '#jobs/record/model.ts';
import type { JobQuestion } from '#webhooks/job-questions.ts';
import type { CompletedJob } from '#webhooks/message/payload.ts';
import { contextOf, toStatus, toTask } from './task-view.ts';

/** Renders the push notification of an ended task: the task, or only its status if the task is too large. */
export function renderTask(job: CompletedJob, bytesMax: number): string {
  const facts = {
    id: job.id,
    status_code: job.status,
    last_updated_at: job.completedAt.toISOString(),
    metadata: job.metadata,
    outputs: job.outputs.map((output) => ({ description: '', ...output })),
    error_message: job.errorMessage,
  };
  const whole = render({ $case: 'task', value: toTask(facts) });
  if (Buffer.byteLength(whole) <= bytesMax) return whole;
  const status = { taskId: job.id, contextId: contextOf(facts), status: toStatus(facts), metadata: undefined };
  return render({ $case: 'statusUpdate', value: status });
}

/** Renders the push notification of a task that requires input. */
export function renderQuestion({ jobId, waitId, metadata, askedAt, ...asked }: JobQuestion): string {
  const { kind, title, body, options, answerSchema } = asked;
  const facts = {
    id: jobId,
    status_code: jobStatus.started,
    last_updated_at: askedAt.toISOString(),
    metadata: metadata ?? {},
    waiting: { id: waitId, kind, title, body, options, answer_schema: answerSchema },
  };
  const status = { taskId: jobId, contextId: contextOf(facts), status: toStatus(facts), metadata: undefined };
  return render({ $case: 'statusUpdate', value: status });
}

const render = (payload: NonNullable<StreamResponse['payload']>): string =>
  JSON.stringify(StreamResponse.toJSON({ payload }));
