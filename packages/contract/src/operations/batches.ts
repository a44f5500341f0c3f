import { Batch, BatchBody, BatchPage, BatchQuery } from '../batches.ts';
import { JsonStream } from '../content.ts';
import { BatchResultLine } from '../job-streams.ts';
import { defineOperations } from '../operation.ts';
import { RunHeaders } from '../run-forms.ts';
import { PageQuery } from '../values.ts';

const tag = 'Batches';

export const batches = defineOperations({
  create: {
    method: 'POST',
    path: '/v1/agents/run/:agent_id/batches/',
    tag,
    summary: 'Run an agent over a list of inputs',
    description:
      'Like run-many, as one object with progress, cost limit, results and retry. Item metadata is laid over the batch’s.',
    headers: RunHeaders,
    body: BatchBody,
    responses: { 201: Batch },
    errors: [
      'invalid_inputs',
      'missing_inputs',
      'invalid_request',
      'idempotency_conflict',
      'insufficient_credits',
      'organization_paused',
    ],
  },
  list: {
    method: 'GET',
    path: '/v1/agents/batches/',
    tag,
    summary: 'Batches of the organization, newest first',
    description: 'Every batch with its progress and cost, one page at a time.',
    query: PageQuery,
    responses: { 200: BatchPage },
  },
  get: {
    method: 'GET',
    path: '/v1/agents/batches/:batch_id/',
    tag,
    summary: 'One batch with its progress',
    description:
      'The number of rows in each state, their cost so far, and an estimate of when the rest will be done. `wait` responds when the batch has ended, or after that many seconds.',
    query: BatchQuery,
    responses: { 200: Batch },
  },
  results: {
    method: 'GET',
    path: '/v1/agents/batches/:batch_id/results/',
    tag,
    summary: 'Results of a batch as JSON lines',
    description:
      'One line per row: index, job_id, status, outputs, error_message. `wait` responds when the batch has ended, or after that many seconds with what there is.',
    query: BatchQuery,
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', BatchResultLine) },
  },
  cancel: {
    method: 'POST',
    path: '/v1/agents/batches/:batch_id/cancel/',
    tag,
    summary: 'Cancel what is not final in a batch',
    description: 'Waiting rows are cancelled at once, running ones are stopped; finished ones stay unchanged.',
    responses: { 200: Batch },
  },
  retryFailed: {
    method: 'POST',
    path: '/v1/agents/batches/:batch_id/retry-failed/',
    tag,
    summary: 'Run the failed rows of a batch again',
    description: 'Creates a new job for every failed row, in the same batch; the other rows stay unchanged.',
    responses: { 200: Batch },
    errors: ['invalid_inputs', 'insufficient_credits', 'organization_paused'],
  },
});
